import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId } from './world';

const app = useNewApp({
	Title: { type: 'SINGLE_LINE_TEXT', label: '件名' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Proof: { type: 'FILE' } } },
});

const withFile = async () => {
	const file = async (name: string) => [{ fileKey: await app.api.upload('x', name) }];
	return await app.create({
		Title: 'a',
		Files: await file('a.txt'),
		Lines: [{ value: { Proof: { value: await file('b.txt') } } }],
	});
};
const read = async (options: IDataObject, more: IDataObject = {}) =>
	await app.run('getAll', { returnAll: true, options, ...more });
const filesIn = ({ output }: Awaited<ReturnType<typeof read>>) =>
	output.map(({ json, binary = {} }) => [
		Object.keys(json),
		Object.values(binary).map(({ fileName }) => fileName),
	]);

describe('a field to return that the app does not have', () => {
	it.each(['Subject', '件名'])('is told, as it would be missing: %s', async (code) => {
		await app.create({ Title: 'a' });
		const { error } = await read({ fields: ['$id', code] });
		expect(error?.message).toContain(`The app has no field "${code}"`);
		expect(error?.description).toContain('Select the field again in "Field Names or IDs"');
	});

	it('is no other one, such as a table, its column, or the assignee', async () => {
		await app.create({ Title: 'a' });
		const form = await app.api.get<{ properties: Record<string, { type: string; code: string }> }>(
			'app/form/fields.json',
			{ app: app.id },
		);
		const fields = [
			...Object.values(form.properties).map(({ code }) => code),
			'Proof',
			'$revision',
		];
		const outcome = await read({ fields });
		expect(outcome.error).toBeUndefined();
		expect(outcome.output[0]?.json).toMatchObject({ Title: 'a', Lines: [], $revision: '1' });
	});

	it('needs no form while all fields are there', async () => {
		await app.create({ Title: 'a' });
		await app.sandbox.forget();
		await read({ fields: ['Title'] });
		expect((await app.sandbox.requests()).filter(({ path }) => path.includes('form'))).toEqual([]);
	});
});

describe('files of a field that the app does not have', () => {
	const options = { downloadAttachments: true, attachmentFields: ['Photos'] };
	const problem = 'The app has no field "Photos"';

	it('are told by Get Many', async () => {
		await withFile();
		for (const more of [{}, { fields: ['Title'] }]) {
			const { error } = await read({ ...options, ...more });
			expect(error?.message).toContain(problem);
			expect(error?.description).toContain('"Attachment Field Names or IDs"');
		}
	});

	it('are told by Get', async () => {
		const { error } = await app.run('get', { recordId: byId(await withFile()), options });
		expect(error?.message).toContain(problem);
	});

	it('are those of a column, too', async () => {
		await withFile();
		const outcome = await read({ ...options, attachmentFields: ['Proof'] });
		expect(filesIn(outcome)).toMatchObject([[expect.anything(), ['b.txt']]]);
	});
});

it('downloads chosen files that are not among the columns of the view', async () => {
	await withFile();
	const views = { All: { type: 'LIST', name: 'All', index: 0, fields: ['Title'] } };
	await app.api.ok('PUT', 'preview/app/views.json', { app: app.id, views });
	await app.api.deploy(app.id);
	const options = { viewColumns: true, downloadAttachments: true, attachmentFields: ['Files'] };
	const outcome = await read(options, { filterBy: 'view', view: 'All' });
	expect(outcome.error).toBeUndefined();
	expect(filesIn(outcome)).toEqual([[['$id', 'Title'], ['a.txt']]]);
});
