import { cells, options, useApi } from './api';

const { sandbox, api } = useApi();

const FIELDS = {
	text: 'SINGLE_LINE_TEXT',
	note: 'MULTI_LINE_TEXT',
	when: 'DATE',
	amount: { type: 'NUMBER', unit: '€' },
	kind: { type: 'DROP_DOWN', options: options('a', 'b') },
	lines: { type: 'SUBTABLE', fields: { item: { type: 'SINGLE_LINE_TEXT', code: 'item' } } },
	more: 'GROUP',
};

const LAYOUT = [
	{
		type: 'ROW',
		fields: [
			{ type: 'SINGLE_LINE_TEXT', code: 'text', size: { width: 200 } },
			{ type: 'LABEL', label: '<b>Look</b>', elementId: 'label', size: { width: '100' } },
			{ type: 'SPACER', elementId: 'here', size: { width: 100, height: 20 } },
			{ type: 'HR', size: { width: 100 } },
		],
	},
	{ type: 'ROW', fields: [{ type: 'MULTI_LINE_TEXT', code: 'note', size: { innerHeight: 90 } }] },
	{ type: 'SUBTABLE', code: 'lines', fields: [{ type: 'SINGLE_LINE_TEXT', code: 'item' }] },
	{
		type: 'GROUP',
		code: 'more',
		layout: [
			{
				type: 'ROW',
				fields: [
					{ type: 'DATE', code: 'when' },
					{ type: 'NUMBER', code: 'amount' },
					{ type: 'DROP_DOWN', code: 'kind' },
				],
			},
		],
	},
];

type Form = Record<string, { code: string; label: string; [name: string]: unknown }>;

const fieldsOf = async (app: string, side = 'preview/') =>
	(await api.get<{ properties: Form }>(`${side}app/form/fields.json`, { app })).properties;

const change = (app: string, properties: object) =>
	api.send('PUT', 'preview/app/form/fields.json', { app, properties });

const layoutOf = async (app: string, side = 'preview/') =>
	(await api.get<{ layout: object[] }>(`${side}app/form/layout.json`, { app })).layout;

describe('changing fields', () => {
	it('keeps what is not sent and replaces options as a whole', async () => {
		const app = await api.makeApp(FIELDS);
		await change(app, {
			amount: { type: 'NUMBER', label: 'Sum', required: 'true' },
			kind: { type: 'DROP_DOWN', options: options('b', 'c') },
		});
		const form = await fieldsOf(app);
		expect(form.amount).toMatchObject({ label: 'Sum', required: true, unit: '€' });
		expect(Object.keys(form.kind?.options as object)).toEqual(['b', 'c']);
		expect((await fieldsOf(app, '')).amount).toMatchObject({ label: 'amount', required: false });
	});

	it('lets records and other settings follow new codes, swapped ones too, when it is deployed', async () => {
		const app = await api.makeApp({ ...FIELDS, other: 'SINGLE_LINE_TEXT' });
		const id = await api.create(app, {
			...cells({ text: 'one', other: 'two' }),
			lines: { value: [{ value: cells({ item: 'x' }) }] },
		});
		await api.ok('PUT', 'preview/app/views.json', {
			app,
			views: { All: { type: 'LIST', index: 0, fields: ['text', 'amount'] } },
		});
		await change(app, {
			text: { type: 'SINGLE_LINE_TEXT', code: 'other' },
			other: { type: 'SINGLE_LINE_TEXT', code: 'text' },
			amount: { type: 'NUMBER', code: 'sum' },
			lines: { type: 'SUBTABLE', fields: { item: { type: 'SINGLE_LINE_TEXT', code: 'thing' } } },
		});
		expect(await api.values(app, id)).toMatchObject({ text: 'one', other: 'two' });
		expect(await api.deploy(app)).toBe('SUCCESS');
		expect(await api.values(app, id)).toMatchObject({
			text: 'two',
			other: 'one',
			lines: [{ value: { thing: { value: 'x' } } }],
		});
		const { views } = await api.get<{ views: object }>('app/views.json', { app });
		expect(views).toMatchObject({ All: { fields: ['other', 'sum'] } });
	});

	it.each([
		['an unknown code', { nope: { type: 'NUMBER' } }, 'GAIA_FC01', undefined],
		['another type', { text: { type: 'NUMBER' } }, 'CB_VA01', 'properties[text].type'],
		['no type', { text: { label: 'x' } }, 'CB_VA01', 'properties[text].type'],
		[
			'an impossible code',
			{ text: { type: 'SINGLE_LINE_TEXT', code: 'a b' } },
			'CB_VA01',
			'properties[text].code',
		],
		[
			'a code that is taken',
			{ text: { type: 'SINGLE_LINE_TEXT', code: 'item' } },
			'CB_VA01',
			'properties[item].code',
		],
		[
			'a long label',
			{ text: { type: 'SINGLE_LINE_TEXT', label: 'x'.repeat(129) } },
			'CB_VA01',
			'properties[text].label',
		],
	])('refuses %s', async (_what, properties, code, key) => {
		const body = { app: await api.makeApp(FIELDS), properties };
		const told = [400, code, ...(key === undefined ? [] : [key])].join(' ');
		expect(await api.fault('PUT', 'preview/app/form/fields.json', body)).toBe(told);
	});
});

it('the layout has a place for every field and is changed as a whole', async () => {
	const app = await api.makeApp(FIELDS);
	expect(await layoutOf(app)).toMatchObject([
		{ type: 'ROW', fields: [{ type: 'SINGLE_LINE_TEXT', code: 'text' }] },
		{ type: 'ROW', fields: [{ code: 'note' }] },
		{ type: 'ROW', fields: [{ code: 'when' }] },
		{ type: 'ROW', fields: [{ code: 'amount' }] },
		{ type: 'ROW', fields: [{ code: 'kind' }] },
		{ type: 'SUBTABLE', code: 'lines', fields: [{ code: 'item' }] },
		{ type: 'GROUP', code: 'more', layout: [] },
	]);
	await api.ok('PUT', 'preview/app/form/layout.json', { app, layout: LAYOUT });
	const layout = await layoutOf(app);
	expect(layout).toHaveLength(4);
	expect(layout[0]).toEqual({
		type: 'ROW',
		fields: [
			{ type: 'SINGLE_LINE_TEXT', code: 'text', size: { width: '200' } },
			{ type: 'LABEL', label: '<b>Look</b>', elementId: 'label', size: { width: '100' } },
			{ type: 'SPACER', elementId: 'here', size: { width: '100', height: '20' } },
			{ type: 'HR', elementId: '', size: { width: '100' } },
		],
	});
	await api.addFields(app, { late: 'LINK' });
	expect((await layoutOf(app))[4]).toMatchObject({ fields: [{ type: 'LINK', code: 'late' }] });
	expect(await layoutOf(app, '')).toHaveLength(7);
});

it('deploying fails where records do not fit, and cancels the other apps of the call', async () => {
	const wrong = await api.makeApp(FIELDS);
	const right = await api.makeApp(FIELDS);
	await api.create(wrong, cells({ text: 'too long' }));
	await change(wrong, { text: { type: 'SINGLE_LINE_TEXT', maxLength: '3' } });
	await api.ok('PUT', 'preview/app/settings.json', { app: right, name: 'Waiting' });
	await api.ok('POST', 'preview/app/deploy.json', { apps: [{ app: wrong }, { app: right }] });
	await sandbox.clock(10);
	const { apps } = await api.get<{ apps: object[] }>('preview/app/deploy.json', {
		'apps[0]': wrong,
		'apps[1]': right,
	});
	expect(apps).toEqual([
		{ app: wrong, status: 'FAIL' },
		{ app: right, status: 'CANCEL' },
	]);
	expect((await api.get<{ name: string }>('app/settings.json', { app: right })).name).toBe('Test');
});

it('deploying checks the revision of every change', async () => {
	const app = await api.makeApp(FIELDS);
	const { revision } = await api.ok<{ revision: string }>('PUT', 'preview/app/settings.json', {
		app,
		name: 'One',
	});
	expect(
		await api.refusal('PUT', 'preview/app/adminNotes.json', {
			app,
			content: 'x',
			revision: Number(revision) - 1,
		}),
	).toBe('409 GAIA_CO03');
	const next = { app, content: 'x', revision };
	expect(await api.ok('PUT', 'preview/app/adminNotes.json', next)).toEqual({
		revision: String(Number(revision) + 1),
	});
});
