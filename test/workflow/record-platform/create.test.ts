import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { options as choices } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { useNewApp } from './app';
import { automatic, jsonOf, mapping } from './world';

const text = { type: 'SINGLE_LINE_TEXT' };
const app = useNewApp({
	Name: { ...text, label: 'Full name' },
	One: { ...text, label: 'Dup' },
	Other: { ...text, label: 'Dup' },
	// Of the fields that can be written, only one has this label.
	Sum: { type: 'CALC', expression: '1', label: 'Full name' },
	Few: { type: 'NUMBER', maxValue: '9' },
	Kind: { type: 'RADIO_BUTTON', options: choices('A', 'B'), defaultValue: 'A' },
	People: { type: 'USER_SELECT' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Item: text, Count: { type: 'NUMBER' } } },
});

const create = async (items: IDataObject[], options: IDataObject = {}, more: object = {}) =>
	await app.run('create', { fields: automatic(), options }, { items, ...more });
const unwritten = ({ hints }: Awaited<ReturnType<typeof create>>) =>
	hints.map(({ message }) => message).filter((message) => message.startsWith('Not written'));

it('takes columns by code and label, with what nobody sees in their names', async () => {
	const items = [{ '\uFEFFName': 'a' }, { ' Full name ': 'b' }];
	jsonOf(await create(items));
	expect(await app.records()).toMatchObject([{ Name: 'a' }, { Name: 'b' }]);
});

it('names the columns that are no fields in one hint, or refuses the item', async () => {
	const items = [
		{ Name: 'a', Nam: 1 },
		{ Name: 'b', Lines: [{ Item: 'pen', Color: 'red' }] },
	];
	expect(unwritten(await create(items))).toEqual([
		'Not written, because the app has no field "Nam" [item 0]',
		'Not written, because the app has no field "Lines: Color" [item 1]',
	]);
	const { error } = await create(items, { unknownColumns: 'stop' });
	expect(error?.message).toContain('The app has no field "Nam"');
	expect(unwritten(await create([{ Name: 'a', Dup: 1 }]))).toEqual([
		'Not written, because several fields have the label "Dup", so use the code of the field',
	]);
});

it('names in one hint what the service fills in', async () => {
	const item = { Name: 'a', Sum: 1, [builtIn.creator]: 'sato', [builtIn.modifier]: '' };
	expect(unwritten(await create([item]))).toEqual([
		`Not written, because the service fills in the fields "Sum" and "${builtIn.creator}"`,
	]);
});

it('tells each refused item what to do about its own values', async () => {
	const items = [{ People: 'nobody' }, { Few: 10 }];
	const { output } = await create(items, {}, { onError: 'continueRegularOutput' });
	const told = output.map(({ error }) => (error?.description ?? '').includes('login names'));
	expect(told).toEqual([true, false]);
});

it.each<[string, IDataObject, string]>([
	['has nothing', {}, 'No field of the item matches a field of the app'],
	['is blank', { Name: '', People: [], Lines: null }, 'The item has only empty values'],
	['has only what the service fills in', { Sum: 1 }, 'the service fills in the field "Sum"'],
	['has a row without columns', { Lines: [{}] }, '"Lines" has a table row without a value'],
])('refuses an item that %s', async (_, item, message) => {
	expect((await create([item])).error?.message).toContain(message);
	expect(await app.records()).toEqual([]);
});

it.each<[string, IDataObject, string, string?]>([
	['an unknown field', { Nam: 'a' }, 'The app has no field "Nam"'],
	['a label in place of a code', { 'Full name': 'a' }, 'The app has no field "Full name"'],
	['an unknown choice', { Kind: 'C' }, 'Field "Kind" has no choice "C"'],
	['an unknown column', { Lines: '[{"Color": "red"}]' }, 'Table "Lines" has no column "Color"'],
	['nothing', { Name: '={{ $json.none }}' }, 'No mapped field has a value'],
	['no such binary field', { Files: 'photo' }, 'no binary field', 'the file key of an upload'],
])('refuses %s that is mapped by hand', async (_, value, message, advice = '') => {
	const { error } = await app.run('create', { fields: mapping(value) }, { items: [{}] });
	expect(error?.message).toContain(message);
	expect(error?.description).toContain(advice);
	expect(await app.records()).toEqual([]);
});

describe('files', () => {
	const binary = {
		data: Buffer.from('x').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'x.txt',
	};
	const names = async () =>
		(await app.records()).map(({ Files }) => (Files as IDataObject[]).map(({ name }) => name));

	it('are uploaded from binary fields, also of the same name as the field', async () => {
		const twin = { filename: 'x.txt', mimetype: 'text/plain', size: 1 };
		const input: INodeExecutionData[] = [
			{ json: { Files: 'data' }, binary: { data: binary } },
			{ json: {}, binary: { Files: binary } },
			{ json: { Files: [twin, twin] } as never, binary: { Files_0: binary, Files_1: binary } },
		];
		jsonOf(await app.run('create', { fields: automatic() }, { input }));
		expect(await names()).toEqual([['x.txt'], ['x.txt'], ['x.txt', 'x.txt']]);
	});

	it('are attached by the key that an upload returned', async () => {
		const input = [{ json: {}, binary: { data: binary } }];
		const upload = async () => {
			const parameters = { binaryPropertyName: 'data' };
			const outcome = await app.run('upload', parameters, { resource: 'file', input });
			return jsonOf(outcome)[0]?.fileKey as string;
		};
		const [one, two, three] = [await upload(), await upload(), await upload()];
		const items = [{ Files: one }, { Files: { fileKey: two } }, { Files: [{ fileKey: three }] }];
		jsonOf(await create(items as IDataObject[]));
		expect(await names()).toEqual([['x.txt'], ['x.txt'], ['x.txt']]);
	});
});
