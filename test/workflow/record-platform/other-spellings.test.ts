import { builtIn } from '../../support/built-in-fields';
import { cells, options } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { byId, mapping, ORDER_PROCESS } from './world';

/** What excludes a value of a record or a row must not select it because the value is written otherwise. */
type Spelling = [type: string, code: string, values: unknown[]];

const CALCULATED: Spelling[] = [
	['CALC', 'OnDay', ['2026/01/31', '2026-01-31T00:00:00.000Z', '2026-01-31T00:00:00+09:00']],
	['CALC', 'SentAt', ['2026-01-31 12:00', '2026-01-31', '2026/1/31', '2026-01-31T03:00:30Z']],
	['CALC', 'AtTime', ['9:05', '09:05:00', '9:05 AM']],
	['CALC', 'Hours', ['2:00', '2', '2:0', '02:00:00', '２:００']],
	['CALC', 'Days', ['2 days 0 hours 0 minutes', '048:00']],
	['CALC', 'Twice', ['4.0', '4,000', '４', '4 pieces', '¥4']],
];
const FILLED_IN: Spelling[] = [
	['DATETIME', 'Sent', ['2026-01-31T03:00:30Z', '2026-01-31T03:00:00.500Z', '2026-01-31']],
	['DATE', 'Due', ['2026/1/31', '20260131', '2026-01-31T00:00:00+09:00']],
	['TIME', 'At', ['9:05', '09:05:59', '9.05']],
	['NUMBER', 'Amount', ['2.0', '２', '2 pieces']],
	['USER_SELECT', 'People', ['Alex Admin', 'ADMIN', 'ａｄｍｉｎ']],
	['DROP_DOWN', 'State', ['open', 'Ｏｐｅｎ']],
];
const OF_RECORDS: Spelling[] = [
	['CREATOR', builtIn.creator, ['Alex Admin', 'ADMIN']],
	['MODIFIER', builtIn.modifier, ['alex admin']],
	['RECORD_NUMBER', builtIn.recordNumber, ['１', '01', '1.0', 'abc', 'OTHER-1', '0', '-1']],
	['__ID__', '$id', ['１', '01', '1.0', '0', '1.5', '-1']],
	['STATUS', builtIn.status, ['not started', 'Ｎot started', 'Old name']],
];
const COLUMNS = [...CALCULATED, ...FILLED_IN];
const ALL = [...COLUMNS, ...OF_RECORDS];

const FIELDS: Record<string, { type: string; expression?: string }> = {
	Due: { type: 'DATE' },
	Sent: { type: 'DATETIME' },
	At: { type: 'TIME' },
	Amount: { type: 'NUMBER' },
	People: { type: 'USER_SELECT' },
	State: { type: 'DROP_DOWN', ...{ options: options('Open', 'Done') } },
	OnDay: { type: 'CALC', expression: 'Due', ...{ format: 'DATE' } },
	SentAt: { type: 'CALC', expression: 'Sent', ...{ format: 'DATETIME' } },
	AtTime: { type: 'CALC', expression: 'At', ...{ format: 'TIME' } },
	Hours: { type: 'CALC', expression: 'Amount * 3600', ...{ format: 'HOUR_MINUTE' } },
	Days: { type: 'CALC', expression: 'Amount * 86400', ...{ format: 'DAY_HOUR_MINUTE' } },
	Twice: { type: 'CALC', expression: 'Amount * 2', ...{ format: 'NUMBER_DIGIT' } },
};
const VALUES = {
	...{ Due: '2026-01-31', Sent: '2026-01-31T03:00:00Z', At: '09:05', Amount: 2 },
	...{ People: [{ code: 'admin' }], State: 'Open' },
};

/** The code of the column of the same values. */
const columnOf = (code: string) => `c${code}`;
const columns = Object.fromEntries(
	Object.entries(FIELDS).map(([code, field]) => {
		const { expression } = field;
		return [columnOf(code), { ...field, ...(expression && { expression: columnOf(expression) }) }];
	}),
);
const row = Object.fromEntries(
	Object.entries(VALUES).map(([code, value]) => [columnOf(code), value]),
);

const app = useNewApp(
	{
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		...FIELDS,
		Lines: { type: 'SUBTABLE', fields: columns },
	},
	ORDER_PROCESS,
);
const settings = { timezone: 'Asia/Tokyo' };
const where = (field: string, operator: string, value: unknown) => ({
	conditions: { rows: [{ field, operator, value }] },
});
const create = async () =>
	await app.create({ ...VALUES, Key: 'held', Lines: [{ value: cells(row) }] });

/** The excluding conditions whose deletion has taken the record that they were to spare. */
async function lostBy(
	values: unknown[],
	run: (operator: string, value: unknown) => Promise<unknown>,
	held: () => Promise<boolean> = async () =>
		(await app.records()).some(({ Key }) => Key === 'held'),
): Promise<string[]> {
	const lost: string[] = [];
	await create();
	for (const value of values) {
		for (const operator of ['notEquals', 'noneOf']) {
			await run(operator, value);
			if (await held()) continue;
			lost.push(`${operator} ${String(value)}`);
			await app.renew();
			await create();
		}
	}
	return lost;
}

const remove = async (field: string, operator: string, value: unknown) =>
	await app.run(
		'deleteByConditions',
		{ ...where(field, operator, value), atMost: 9 },
		{ settings },
	);

it.each(ALL)('a deletion spares the record: %s %s', async (type, code, values) => {
	const run = async (operator: string, value: unknown) =>
		await remove(`${code}|${type}`, operator, value);
	expect(await lostBy(values, run)).toEqual([]);
});

it.each(ALL)('a field by its code alone, too: %s %s', async (_type, code, values) => {
	const run = async (operator: string, value: unknown) => await remove(code, operator, value);
	expect(await lostBy(values, run)).toEqual([]);
});

it.each(ALL)('a sync spares the record: %s %s', async (type, code, values) => {
	const fields = mapping({ Key: 'new' }, { matchingColumns: ['Key'] });
	const run = async (operator: string, value: unknown) =>
		await app.run(
			'sync',
			{ ...where(`${code}|${type}`, operator, value), fields, atMost: 9, deleteOthers: true },
			{ settings },
		);
	expect(await lostBy(values, run)).toEqual([]);
});

it.each(COLUMNS)('a column spares the record: %s %s', async (type, code, values) => {
	const run = async (operator: string, value: unknown) =>
		await remove(`${columnOf(code)}|SUBTABLE.${type}`, operator, value);
	expect(await lostBy(values, run)).toEqual([]);
});

it.each(COLUMNS)('a column spares the row: %s %s', async (_type, code, values) => {
	const parameters = { table: 'Lines', deleteBy: 'conditions' };
	const run = async (operator: string, value: unknown) => {
		const [record] = await app.records();
		const rows = [{ column: columnOf(code), operator, value }];
		await app.run(
			'delete',
			{ ...parameters, recordId: byId(String(record?.$id)), rowConditions: { rows } },
			{ resource: 'tableRow', settings },
		);
	};
	const held = async () => ((await app.records())[0]?.Lines as unknown[]).length === 1;
	expect(await lostBy(values, run, held)).toEqual([]);
});

describe('where the form can not be read', () => {
	const hidden = async (field: string, operator: string, value: unknown) => {
		await app.sandbox.faults({
			...{ path: '/k/v1/app/form/fields.json', status: 403, code: 'CB_NO02', times: 1 },
		});
		return await remove(field, operator, value);
	};

	it.each(CALCULATED)('a deletion spares the record: %s %s', async (type, code, values) => {
		const run = async (operator: string, value: unknown) =>
			await hidden(`${code}|${type}`, operator, value);
		expect(await lostBy(values, run)).toEqual([]);
	});

	it.each(COLUMNS)('by its code alone, too: %s %s', async (_type, code, values) => {
		const run = async (operator: string, value: unknown) => await hidden(code, operator, value);
		expect(await lostBy(values, run)).toEqual([]);
	});

	it('a value as the service writes it is compared', async () => {
		await create();
		expect((await hidden('OnDay|CALC', 'notEquals', '2026-02-01')).error).toBeUndefined();
		expect(await app.records()).toEqual([]);
	});
});

it.each([
	['CALC', 'OnDay', '2026/02/01'],
	['CALC', 'SentAt', '2026/02/01'],
	['CALC', 'AtTime', '9:06'],
	['CALC', 'Hours', '9:00'],
	['USER_SELECT', 'People', 'sato'],
	['CREATOR', builtIn.creator, 'sato'],
	['RECORD_NUMBER', builtIn.recordNumber, '99'],
	['STATUS', builtIn.status, 'Finished'],
])('another value deletes the record: %s %s %s', async (type, code, value) => {
	await create();
	expect((await remove(`${code}|${type}`, 'notEquals', value)).error).toBeUndefined();
	expect(await app.records()).toEqual([]);
});

it.each([
	['Hours', 'less', '10:00', 0],
	['Hours', 'greater', '10:00', 1],
	['OnDay', 'less', '2026/02/01', 0],
	['OnDay', 'greaterOrEqual', '2026/02/01', 1],
	['SentAt', 'less', '2026-01-31 12:01', 0],
])(
	'rows are compared by the order of a calculated column: %s %s %s',
	async (code, operator, value, left) => {
		const rows = [{ column: columnOf(code), operator, value }];
		const chosen = { table: 'Lines', deleteBy: 'conditions', rowConditions: { rows } };
		const parameters = { ...chosen, recordId: byId(await create()) };
		const { error } = await app.run('delete', parameters, { resource: 'tableRow', settings });
		expect(error).toBeUndefined();
		expect((await app.records())[0]?.Lines).toHaveLength(left);
	},
);

describe('a status that somebody has renamed', () => {
	const status = `${builtIn.status}|STATUS`;
	const rename = async () => {
		await create();
		const one = { assignee: { type: 'ONE', entities: [] } };
		const states = {
			'Not started': { name: 'New', index: '0', ...one },
			Working: { index: '1', ...one },
			Finished: { index: '2', ...one },
		};
		const actions = [{ name: 'Begin', from: 'New', to: 'Working', filterCond: '' }];
		await app.api.ok('PUT', 'preview/app/status.json', { app: app.id, states, actions });
		await app.api.deploy(app.id);
	};

	it.each(['notEquals', 'noneOf'])('deletes nothing: %s', async (operator) => {
		await rename();
		const { error } = await remove(status, operator, 'Not started');
		expect(error?.message).toContain('The app has no status "Not started"');
		expect(await app.records()).toHaveLength(1);
	});

	it('is not checked where the statuses can not be read, and a hint says so', async () => {
		await create();
		await app.sandbox.faults({
			...{ path: '/k/v1/app/status.json', status: 403, code: 'CB_NO02', times: 2 },
		});
		const { error, hints } = await remove(status, 'notEquals', 'Finished');
		expect(error).toBeUndefined();
		expect(JSON.stringify(hints)).toContain('statuses of the app could not be read');
		expect(await app.records()).toEqual([]);
	});
});

it('a name that is the code of somebody else is compared as the code', async () => {
	await app.create({ Key: 'a', People: [{ code: 'sato' }] });
	await app.create({ Key: 'b', People: [{ code: 'ito' }] });
	expect((await remove('People|USER_SELECT', 'notEquals', 'sato')).error).toBeUndefined();
	expect((await app.records()).map(({ Key }) => Key)).toEqual(['a']);
});
