import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Operator } from '../../nodes/RecordPlatform/query/operators';
import { byId } from '../contract/examples/example';
import { Api, cells, options } from '../sandbox/record-platform/api';
import { builtIn } from '../support/built-in-fields';
import { BLANKS, says } from '../support/plain-words';
import { jsonOf } from '../support/workflow';
import type { After, Bench, Subject } from './bench';
import { pick, type Property, SKIP, told } from './property';
import { changes } from './state';

/** A type of field with what records hold in it, what people type for it, and how they read that. */
interface Kind {
	type: string;
	/** Its type by default. */
	code?: string;
	form?: object;
	/** Code of the field whose value a formula takes, and the format of its result. */
	formula?: [of: string, format: string];
	/** Whether only records have it, and the service fills it in. */
	isBuiltIn?: boolean;
	held: unknown[];
	typed: Array<[typed: unknown, meant: string]>;
	operators: Operator[];
}

const EQUAL: Operator[] = ['equals', 'notEquals', 'anyOf', 'noneOf'];
const ORDER: Operator[] = ['greater', 'greaterOrEqual', 'less', 'lessOrEqual'];
const EMPTY: Operator[] = ['empty', 'notEmpty'];
const WORDS: Operator[] = ['contains', 'notContains'];

const same = (...texts: string[]): Kind['typed'] => texts.map((text) => [text, text]);
const codes = (...list: string[]) => list.map((code) => ({ code }));
const TEXTS = ['', 'gamma', 'gamma key', '12', 'Gamma', ' gamma'];
const CHOICES = { form: { options: options('High', 'Low') }, typed: same('High', 'Low') };
const SEVERAL = [[], ['High'], ['High', 'Low'], ['Low']];

/** The code of a field is its type; a column has it in small letters. */
const KINDS: Kind[] = [
	{
		type: 'SINGLE_LINE_TEXT',
		held: TEXTS,
		typed: same('gamma', 'key', '12'),
		operators: [...EQUAL, ...WORDS, ...EMPTY],
	},
	{
		type: 'MULTI_LINE_TEXT',
		held: [...TEXTS, 'two\ngamma'],
		typed: same('gamma', 'key'),
		operators: [...WORDS, ...EMPTY],
	},
	{
		type: 'NUMBER',
		held: ['', '0', '-2', '2.5', '12', '12345678901234567.1'],
		typed: [[0, '0'], [-2, '-2'], ['2.50', '2.5'], ...same('12', '12345678901234567.1')],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{ type: 'CHECK_BOX', held: SEVERAL, ...CHOICES, operators: [...EQUAL, ...EMPTY] },
	{ type: 'MULTI_SELECT', held: SEVERAL, ...CHOICES, operators: [...EQUAL, ...EMPTY] },
	{
		type: 'RADIO_BUTTON',
		held: ['High', 'Low'],
		...CHOICES,
		form: { ...CHOICES.form, defaultValue: 'Low' },
		operators: [...EQUAL, ...EMPTY],
	},
	{ type: 'DROP_DOWN', held: ['', 'High', 'Low'], ...CHOICES, operators: [...EQUAL, ...EMPTY] },
	{
		type: 'DATE',
		held: ['', '2026-04-24', '2026-04-25', '2026-05-01'],
		typed: [...same('2026-04-24', '2026-05-01'), ['2026/4/24', '2026-04-24']],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{
		type: 'TIME',
		held: ['', '09:30', '23:59'],
		typed: [['9:30', '09:30'], ...same('23:59')],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{
		type: 'DATETIME',
		held: ['', '2026-04-24T15:00:00Z', '2026-04-25T01:00:00Z'],
		typed: [['2026-04-25T10:00', '2026-04-25T01:00:00Z'], ...same('2026-04-24T15:00:00Z')],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{
		type: 'USER_SELECT',
		held: [[], codes('sato'), codes('sato', 'ito'), codes('ito')],
		typed: same('sato', 'ito'),
		operators: [...EQUAL, ...EMPTY],
	},
	{
		type: 'ORGANIZATION_SELECT',
		held: [[], codes('sales'), codes('sales', 'support')],
		typed: same('sales', 'support'),
		operators: [...EQUAL, ...EMPTY],
	},
	{
		type: 'GROUP_SELECT',
		held: [[], codes('managers'), codes('managers', 'everyone')],
		typed: same('managers', 'everyone'),
		operators: [...EQUAL, ...EMPTY],
	},
	{
		type: 'CALC',
		code: 'CALC_DATE',
		formula: ['DATE', 'DATE'],
		held: [],
		typed: [...same('2026-04-24', '2026-05-01'), ['2026/4/24', '2026-04-24']],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{
		type: 'CALC',
		code: 'CALC_HOURS',
		formula: ['TIME', 'HOUR_MINUTE'],
		held: [],
		typed: [['9:30', '09:30'], ...same('23:59')],
		operators: [...EQUAL, ...ORDER, ...EMPTY],
	},
	{
		type: 'RECORD_NUMBER',
		code: builtIn.recordNumber,
		isBuiltIn: true,
		held: [],
		typed: same('1', '3', '8'),
		operators: [...EQUAL, ...ORDER],
	},
];
const OF_ROWS = KINDS.filter(({ isBuiltIn }) => isBuiltIn !== true);
const FILLED_IN = OF_ROWS.filter(({ formula }) => formula === undefined);

const TABLE = 'Rows';
const RECORDS = 9;
const ROWS = 5;

type Values = Record<string, unknown>;
interface Row {
	id: string;
	value: Record<string, { value: unknown }>;
}

/** Each value of each kind, in combinations that differ from one to the next. */
const valuesAt = (at: number, codeOf: (kind: Kind) => string): Values =>
	Object.fromEntries(
		FILLED_IN.map((kind, of) => [codeOf(kind), pick(kind.held, at + of * Math.floor(at / 3))]),
	);
const fieldOf = ({ type, code = type }: Kind) => code;
const columnOf = (kind: Kind) => fieldOf(kind).toLowerCase();

function formula(kind: Kind, codeOf: (kind: Kind) => string): object {
	if (kind.formula === undefined) return {};
	const [of, format] = kind.formula;
	return { expression: codeOf(KINDS.find(({ type }) => type === of) as Kind), format };
}

/** An app with each type of field, in records and in their rows. */
async function makeApp(bench: Bench): Promise<string> {
	const api = new Api(bench.tenant);
	const form = (codeOf: (kind: Kind) => string) =>
		Object.fromEntries(
			OF_ROWS.map((kind) => [
				codeOf(kind),
				{ type: kind.type, ...kind.form, ...formula(kind, codeOf) },
			]),
		);
	const app = await api.makeApp({
		...form(fieldOf),
		Name: { type: 'SINGLE_LINE_TEXT', unique: true },
		Mark: { type: 'SINGLE_LINE_TEXT' },
		[TABLE]: { type: 'SUBTABLE', fields: form(columnOf) },
	});
	for (let at = 0; at < RECORDS; at += 1) {
		const rows = Array.from({ length: at % ROWS }, (_, row) => ({
			value: cells(valuesAt(at + row, columnOf)),
		}));
		const own = { Name: `name ${at}`, [TABLE]: rows };
		await api.create(app, cells({ ...valuesAt(at, fieldOf), ...own }));
	}
	return app;
}

interface Condition {
	kind: number;
	operator: number;
	typed: number[];
	/** What stands for something missing, and where; -1 for nothing missing. */
	blank: number;
	at: number;
	form: 'list' | 'commas' | 'json';
}

interface ConditionCase {
	record: number;
	conditions: Condition[];
	any: boolean;
}

/** A condition as it is typed, and as it is meant. */
interface Asked {
	kind: Kind;
	operator: Operator;
	value: unknown;
	given: string[];
	/** Whether its value is missing, or it can't select what is deleted. */
	isRefused: boolean;
}

function askedBy(
	{ kind: which, operator: what, typed, blank, at, form }: Condition,
	kinds: Kind[],
	deletesRecords: boolean,
): Asked {
	const kind = pick(kinds, which) as Kind;
	const operator = pick(kind.operators, what) as Operator;
	const isList = operator === 'anyOf' || operator === 'noneOf';
	const pairs = typed.map((one) => pick(kind.typed, one) ?? ['', '']).slice(0, isList ? 3 : 1);
	const entries: unknown[] = pairs.map(([one]) => one);
	if (blank >= 0) entries.splice(isList ? at : 0, isList ? 0 : 1, pick(BLANKS, blank));
	const text = entries.map((one) => one ?? '').join(',');
	const listed = form === 'list' ? entries : form === 'json' ? JSON.stringify(entries) : text;
	return {
		kind,
		operator,
		value: isList ? listed : entries[0],
		given: pairs.map(([, meant]) => meant),
		isRefused:
			((pairs.length === 0 || (blank >= 0 && !isList)) && !EMPTY.includes(operator)) ||
			(deletesRecords && operator === 'notContains'),
	};
}

/** The value of each condition comes from an expression, so that its type stays what it is. */
const typedIn = (list: Asked[], more: (asked: Asked) => object) => ({
	rows: list.map((one, at) => ({
		...more(one),
		operator: one.operator,
		value: `={{ $json.v${at} }}`,
	})) as unknown as IDataObject[],
	json: Object.fromEntries(list.map(({ value }, at) => [`v${at}`, value])) as IDataObject,
});

/** Whether a value of a record, or of one of its rows, is what a condition says in plain words. */
function holds(values: Values, { kind, operator, given }: Asked, inRow: boolean): boolean {
	const value = values[inRow ? columnOf(kind) : fieldOf(kind)];
	return says(operator, value, given, {
		isNumber: kind.type === 'NUMBER' || kind.type === 'RECORD_NUMBER',
		isWhole: inRow && /CHECK_BOX|MULTI_SELECT|_SELECT$/.test(kind.type),
		// The search of the service finds words; conditions on rows find any part of a text.
		includes: (text, part) =>
			inRow ? text.includes(part) : text.toLowerCase().split(/\s/).includes(part),
	});
}

interface Try {
	bench: Bench;
	subject: Subject;
	app: string;
	one: ConditionCase;
	asked: Asked[];
}

/** What is wrong, by operation. */
const TRIES: Record<string, (given: Try) => Promise<string | undefined>> = {
	'record.getAll': async (given) =>
		await ofRecords(given, { returnAll: true }, ({ outcome }, meant) =>
			differ(
				meant,
				jsonOf(outcome).map(({ $id }) => String($id)),
			),
		),
	'record.count': async (given) =>
		await ofRecords(given, {}, ({ outcome }, meant) =>
			differ([String(meant.length)], [String(jsonOf(outcome)[0]?.count)]),
		),
	'record.deleteByConditions': async (given) =>
		await ofRecords(given, {}, async (_run, meant) => await deleted(given, meant)),
	'record.updateByConditions': async (given) => {
		const fields = { mappingMode: 'defineBelow', value: { Mark: 'x' }, schema: [] };
		return await ofRecords(given, { fields }, async (_run, meant) => {
			const marked = (await recordsOf(given)).filter(({ Mark }) => Mark === 'x');
			return differ(
				meant,
				marked.map(({ $id }) => String($id)),
			);
		});
	},
	'record.sync': async (given) => {
		const own = {
			mappingMode: 'defineBelow',
			value: { Name: 'name 0' },
			matchingColumns: ['Name'],
		};
		const [first] = await recordsOf(given);
		const parameters = { deleteOthers: true, fields: { ...own, schema: [] } };
		return await ofRecords(
			given,
			parameters,
			async (_run, meant) =>
				await deleted(
					given,
					meant.filter((id) => id !== first?.$id),
				),
		);
	},
	'tableRow.getAll': async (given) =>
		await ofRows(given, {}, ({ outcome }, meant) =>
			differ(
				meant,
				jsonOf(outcome).map(({ $rowId }) => String($rowId)),
			),
		),
	'tableRow.delete': async (given) =>
		await ofRows(given, { deleteBy: 'conditions' }, async (_run, meant, { id, rows }) => {
			const record = (await recordsOf(given)).find(({ $id }) => $id === id);
			const left = ((record?.[TABLE] ?? []) as Row[]).map((row) => row.id);
			return differ(
				rows.map((row) => row.id).filter((row) => !meant.includes(row)),
				left,
			);
		}),
};

const recordsOf = async ({ bench, app }: Try) => await new Api(bench.tenant).allValues(app);

/** Records that conditions find, or the refusal of what is missing. */
async function ofRecords(
	given: Try,
	more: IDataObject,
	judge: (run: After, meant: string[]) => Promise<string | undefined> | string | undefined,
): Promise<string | undefined> {
	const { bench, subject, app, one, asked } = given;
	const before = await recordsOf(given);
	const { rows, json } = typedIn(asked, ({ kind }) => ({ field: `${fieldOf(kind)}|${kind.type}` }));
	const match = one.any ? 'any' : 'all';
	const about = { app: byId(app), filterBy: 'conditions', match, conditions: { rows } };
	const run = await bench.run(subject, { ...about, ...more }, { input: [{ json }] });
	const meant = before
		.filter((record) =>
			one.any
				? asked.some((condition) => holds(record, condition, false))
				: asked.every((condition) => holds(record, condition, false)),
		)
		.map(({ $id }) => String($id));
	return refusal(given, run) ?? (isRefused(asked) ? undefined : await judge(run, meant));
}

/** Rows of one record that conditions find. */
async function ofRows(
	given: Try,
	more: IDataObject,
	judge: (
		run: After,
		meant: string[],
		record: { id: string; rows: Row[] },
	) => Promise<string | undefined> | string | undefined,
): Promise<string | undefined> {
	const { bench, subject, app, one, asked } = given;
	const record = pick(await recordsOf(given), one.record);
	const held = (record?.[TABLE] ?? []) as Row[];
	const id = String(record?.$id);
	const { rows, json } = typedIn(asked, (condition) => ({ column: columnOf(condition.kind) }));
	const about = { app: byId(app), recordId: byId(id), table: TABLE, rowConditions: { rows } };
	const run = await bench.run(subject, { ...about, ...more }, { input: [{ json }] });
	const meant = held
		.filter(({ value }) => {
			const values = Object.fromEntries(
				Object.entries(value).map(([code, cell]) => [code, cell.value]),
			);
			return asked.every((condition) => holds(values, condition, true));
		})
		.map((row) => row.id);
	return (
		refusal(given, run) ??
		(isRefused(asked) ? undefined : await judge(run, meant, { id, rows: held }))
	);
}

const isRefused = (asked: Asked[]) => asked.some((one) => one.isRefused);

/** What is wrong with a refusal, or with there being none. */
function refusal({ bench, asked }: Try, { outcome, state }: After): string | undefined {
	const { error } = outcome;
	if (error === undefined) return isRefused(asked) ? 'what must be refused was not' : undefined;
	const done = changes(bench.before, state);
	if (done.length > 0) return `was refused (${error.message}) and changed ${told(done)}`;
	return isRefused(asked) ? undefined : `was refused: ${error.message}`;
}

async function deleted(given: Try, meant: string[]): Promise<string | undefined> {
	const left = (await recordsOf(given)).map(({ $id }) => String($id));
	return differ(
		Array.from({ length: RECORDS }, (_, at) => String(at + 1)).filter((id) => !meant.includes(id)),
		left,
	);
}

function differ(meant: string[], found: string[]): string | undefined {
	const list = (ids: string[]) => [...ids].sort((one, other) => Number(one) - Number(other)).join();
	return list(meant) === list(found) ? undefined : `${list(found)} instead of ${list(meant)}`;
}

const condition: fc.Arbitrary<Condition> = fc.record({
	kind: fc.nat(KINDS.length - 1),
	operator: fc.nat(11),
	typed: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
	blank: fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, fc.nat(BLANKS.length - 1)),
	at: fc.nat(3),
	form: fc.constantFrom('list', 'commas', 'json'),
});

export const conditions: Property<ConditionCase> = {
	name: 'conditions',
	says: 'conditions find what they say in plain words, or are refused where a value is missing',
	exempt: ({ key, operation }) => {
		if (TRIES[key]) return undefined;
		return operation.parameters.some(({ name }) => name === 'conditions')
			? 'it finds its records as Get Many does'
			: 'it has no conditions';
	},
	daily: { runs: 40 },
	cases: fc.record({
		record: fc.nat(RECORDS - 1),
		conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
		any: fc.boolean(),
	}),
	check: async (bench, subject, one) => {
		const app = await bench.begin('conditions', async () => await makeApp(bench));
		await bench.back();
		const kinds = subject.key.startsWith('tableRow.') ? OF_ROWS : KINDS;
		const deletes = /ByConditions$|sync$/.test(subject.key);
		const asked = one.conditions.map((condition) => askedBy(condition, kinds, deletes));
		const about = asked.map(({ kind, operator, value }) =>
			[kind.type, operator, JSON.stringify(value)].join(' '),
		);
		const why = await (TRIES[subject.key]?.({ bench, subject, app, one, asked }) ?? SKIP);
		return why && why !== SKIP ? `${about.join('; ')} (any: ${one.any}): ${why}` : why;
	},
};
