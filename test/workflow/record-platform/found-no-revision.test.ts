import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId, mapping } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Plain: { type: 'SINGLE_LINE_TEXT' },
});

describe('a revision whose expression finds nothing does not turn the check off', () => {
	const fields = (id: string) => mapping({ $id: id, Plain: 'mine' }, { matchingColumns: ['$id'] });
	const run = async (operation: string, id: string, options: IDataObject, item: IDataObject) =>
		await app.run(
			operation,
			{ recordId: byId(id), fields: fields(id), options },
			{ items: [item] },
		);
	const revision = '={{ $json.$revision }}';

	it.each(['update', 'updateOne', 'delete'])('%s', async (operation) => {
		const id = await app.create({ Key: 'A', Plain: 'theirs' });
		const before = await app.records();
		const { error } = await run(operation, id, { revision }, {});
		expect(error?.message).toContain('The expression in "Revision" returned no value');
		expect(await app.records()).toEqual(before);
	});

	it.each(['', null, 1])('but %j is taken as before', async ($revision) => {
		const id = await app.create({ Key: 'A' });
		expect((await run('update', id, { revision }, { $revision })).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Plain: 'mine' }]);
	});

	it('and is not needed where conflicts are ignored', async () => {
		const id = await app.create({ Key: 'A' });
		const { error } = await run('update', id, { revision, onConflict: 'ignore' }, {});
		expect(error).toBeUndefined();
	});
});

describe('a deployment', () => {
	type Form = { properties: object };
	const run = async (operation: string, options: IDataObject) =>
		await app.run(
			operation,
			{ options, waitUntilDone: true },
			{ resource: 'deployment', items: [{}] },
		);
	const hasNewField = async (path: string) =>
		'Extra' in (await app.api.get<Form>(`${path}app/form/fields.json`, { app: app.id })).properties;
	const revision = '={{ $json.revision }}';
	const more = () => ({ furtherApps: { rows: [{ app: app.id, revision }] } });

	it.each<[string, () => IDataObject]>([
		['deploy', () => ({ revision })],
		['revert', () => ({ revision })],
		['deploy', more],
	])('%s is refused as well', async (operation, options) => {
		await app.api.addFields(app.id, { Extra: { type: 'NUMBER' } });
		const { error } = await run(operation, options());
		expect(error?.message).toContain('The expression in "Revision" returned no value');
		expect(await hasNewField('preview/')).toBe(true);
		expect(await hasNewField('')).toBe(false);
	});

	it('goes on with an empty revision', async () => {
		await app.api.addFields(app.id, { Extra: { type: 'NUMBER' } });
		expect((await run('deploy', { revision: '' })).error).toBeUndefined();
		expect(await hasNewField('')).toBe(true);
	});
});

it.each([' ', 'abc', true])('%j is refused as a revision', async (value) => {
	const id = await app.create({ Plain: 'theirs' });
	const fields = mapping({ $id: id, Plain: 'mine' }, { matchingColumns: ['$id'] });
	const options = { onConflict: 'check', revision: '={{ $json.value }}' };
	const { error } = await app.run('update', { fields, options }, { items: [{ value }] });
	expect(error?.message).toContain('is not a valid revision');
	expect(await app.records()).toMatchObject([{ Plain: 'theirs' }]);
});

it('a revision that differs is an error with Only Changes, too', async () => {
	const id = await app.create({ Plain: 'x' });
	const fields = mapping({ $id: id, Plain: 'x' }, { matchingColumns: ['$id'] });
	const checked = async (revision: string) =>
		await app.run('update', {
			fields,
			options: { onlyChanges: true, onConflict: 'check', revision },
		});
	expect((await checked('7')).error?.message).toContain('GAIA_CO02');
	expect((await checked('1')).output.map(({ json }) => json)).toMatchObject([{ changed: false }]);
});
