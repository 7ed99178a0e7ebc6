import type { IDataObject } from 'n8n-workflow';

import { cells, options } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, automatic, byId, mapping, runRecordPlatform } from './world';

const CHOICES = { options: options('a', 'b') };
const FIELDS = {
	Mark: { type: 'SINGLE_LINE_TEXT' },
	TEXT: { type: 'SINGLE_LINE_TEXT' },
	LONG: { type: 'MULTI_LINE_TEXT' },
	RICH: { type: 'RICH_TEXT' },
	LINK: { type: 'LINK', protocol: 'WEB' },
	NUMBER: { type: 'NUMBER' },
	RADIO: { type: 'RADIO_BUTTON', ...CHOICES },
	DROP: { type: 'DROP_DOWN', ...CHOICES },
	CHECK: { type: 'CHECK_BOX', ...CHOICES },
	MULTI: { type: 'MULTI_SELECT', ...CHOICES },
	DATE: { type: 'DATE' },
	TIME: { type: 'TIME' },
	DATETIME: { type: 'DATETIME' },
	USERS: { type: 'USER_SELECT' },
	FILES: { type: 'FILE' },
	ROWS: { type: 'SUBTABLE', fields: { Item: { type: 'SINGLE_LINE_TEXT' } } },
};
type Code = Exclude<keyof typeof FIELDS, 'Mark'>;
const CODES = Object.keys(FIELDS).slice(1) as Code[];

/** What a record holds before it is updated. */
const HELD: Record<Exclude<Code, 'FILES'>, unknown> = {
	TEXT: 'old',
	LONG: 'old',
	RICH: 'old',
	LINK: 'https://example.com',
	NUMBER: '7',
	RADIO: 'b',
	DROP: 'b',
	CHECK: ['b'],
	MULTI: ['b'],
	DATE: '2020-01-01',
	TIME: '01:01',
	DATETIME: '2020-01-01T01:01:00Z',
	USERS: [{ code: 'sato' }],
	ROWS: [{ value: cells({ Item: 'old' }) }],
};

/** What an empty field reads (docs/api, field types). */
const EMPTY: Record<Code, unknown> = {
	TEXT: '',
	LONG: '',
	RICH: '',
	LINK: '',
	NUMBER: '',
	RADIO: null,
	DROP: null,
	CHECK: [],
	MULTI: [],
	DATE: null,
	TIME: null,
	DATETIME: '',
	USERS: [],
	FILES: [],
	ROWS: [],
};

/** What a field of a new record reads that nothing was written to. */
const UNTOUCHED: Record<Code, unknown> = { ...EMPTY, RADIO: 'a' };

const REFUSED = 'refused';
const LEFT = 'left';
const CLEARED = 'cleared';
/** An effect for all fields, and those that differ. */
type Effects = [usual: string, others?: Partial<Record<Code, unknown>>];

const texts = (value: string) => ({ TEXT: value, LONG: value, RICH: value, LINK: value });
const singles = { RADIO: CLEARED, DROP: CLEARED };
const lists = { CHECK: CLEARED, MULTI: CLEARED, USERS: CLEARED, FILES: CLEARED, ROWS: CLEARED };

/** Each value as an expression, which of them an item can hold, and what becomes of it. Times are of Tokyo. */
const VALUES: Array<[name: string, expression: string, inItem: boolean, effects: Effects]> = [
	['nothing', '{{ undefined }}', false, [LEFT]],
	['null', '{{ null }}', true, [CLEARED]],
	['an empty text', '{{ "" }}', true, [CLEARED]],
	[
		'blanks',
		'{{ "  " }}',
		true,
		[CLEARED, { TEXT: '  ', LONG: '  ', RICH: '  ', LINK: undefined }],
	],
	['0', '{{ 0 }}', true, [REFUSED, { ...texts('0'), NUMBER: '0', LINK: undefined }]],
	['false', '{{ false }}', true, [REFUSED, { ...texts('false'), LINK: undefined }]],
	['an empty list', '{{ [] }}', true, [REFUSED, { ...singles, ...lists }]],
	['an object', '{{ ({}) }}', true, [REFUSED]],
	['a list of null', '{{ [null] }}', true, [REFUSED]],
	['a list with null', '{{ ["a", null] }}', true, [REFUSED]],
	['a list of an empty text', '{{ [""] }}', true, [REFUSED]],
	['a list of blanks', '{{ ["  "] }}', true, [REFUSED]],
	['a list in a list', '{{ [["a"]] }}', true, [REFUSED]],
	['NaN', '{{ NaN }}', false, [REFUSED]],
	['Infinity', '{{ 1 / 0 }}', false, [REFUSED]],
	['a list of NaN', '{{ [NaN] }}', false, [REFUSED]],
	[
		'a date of JavaScript',
		'{{ new Date(Date.UTC(2026, 0, 31, 1)) }}',
		false,
		[
			REFUSED,
			{
				...texts('2026-01-31T01:00:00.000Z'),
				LINK: undefined,
				DATE: '2026-01-31',
				TIME: '10:00',
				DATETIME: '2026-01-31T01:00:00Z',
			},
		],
	],
	['a date of JavaScript that is not valid', '{{ new Date("x") }}', false, [REFUSED]],
	[
		'a date of n8n',
		'{{ DateTime.fromISO("2026-01-31T10:00:00", { zone: "Asia/Tokyo" }) }}',
		false,
		[
			REFUSED,
			{
				...texts('2026-01-31T10:00:00.000+09:00'),
				LINK: undefined,
				DATE: '2026-01-31',
				TIME: '10:00',
				DATETIME: '2026-01-31T01:00:00Z',
			},
		],
	],
	[
		'a long text',
		'{{ "9".repeat(100000) }}',
		true,
		[REFUSED, { ...texts('9'.repeat(100_000)), LINK: undefined }],
	],
];

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(() => {
	api = new Api(sandbox.url);
});

/** What is read of a field, in the words of the table above. */
function readOf(code: Code, value: unknown): unknown {
	if (code === 'ROWS') {
		return (value as Array<{ value: { Item: { value: string } } }>).map(
			({ value: row }) => row.Item.value,
		);
	}
	if (code === 'USERS') return (value as IDataObject[]).map(({ code: login }) => ({ code: login }));
	if (code === 'FILES') return (value as IDataObject[]).map(({ name }) => name);
	return value;
}

/** What an item holds of a value, as n8n hands items on. */
const itemValue = (expression: string): unknown =>
	(new Function(`return ${expression.slice(2, -2)}`) as () => unknown)();

/** Writes the value to one field an item; gives the ID of the record for each code, undefined where it was refused. */
async function write(
	operation: string,
	mode: string,
	expression: string,
	ids: Partial<Record<Code, string>> = {},
): Promise<Map<Code, string | undefined>> {
	const matching = { matchingColumns: ['$id'] };
	const ofOne = (code: Code) =>
		`={{ $json.code === '${code}' ? (${expression.slice(2, -2)}) : undefined }}`;
	const value = {
		$id: '={{ $json.id }}',
		Mark: 'm',
		...Object.fromEntries(CODES.map((code) => [code, ofOne(code)])),
	};
	const byHand = mode === 'by hand';
	const items = CODES.map((code): IDataObject => {
		if (byHand) return { code, id: ids[code] };
		return { $id: ids[code], Mark: 'm', [code]: itemValue(expression) } as IDataObject;
	});
	const { output } = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: {
			app: byId(app),
			fields: byHand ? mapping(value, matching) : automatic(matching),
			options: {},
		},
		items,
		onError: 'continueRegularOutput',
		settings: { timezone: 'Asia/Tokyo' },
	});
	expect(output).toHaveLength(CODES.length);
	return new Map(
		CODES.map((code, at) => [code, output[at]?.error ? undefined : String(output[at]?.json.id)]),
	);
}

/** A filled record for each field. */
async function filled(): Promise<Record<Code, string>> {
	const made = CODES.map(async (code): Promise<[Code, string]> => {
		const files = code === 'FILES' ? [{ fileKey: await api.upload('x', 'old.txt') }] : [];
		return [code, await api.create(app, cells({ ...HELD, FILES: files }))];
	});
	return Object.fromEntries(await Promise.all(made)) as Record<Code, string>;
}

async function readAll(): Promise<Map<string, Record<string, unknown>>> {
	return new Map((await api.allValues(app)).map((record) => [String(record.$id), record]));
}

const MODES = VALUES.flatMap(([name, expression, inItem, effects]) =>
	(inItem ? ['by hand', 'by name'] : ['by hand']).map(
		(mode) => [name, mode, expression, effects] as const,
	),
);

describe.each(MODES)('%s, mapped %s', (_name, mode, expression, [usual, others = {}]) => {
	const effects = CODES.map((code) => [code, code in others ? others[code] : usual] as const);
	// What only the service knows of is left to it.
	const known = effects.filter(([, effect]) => effect !== undefined);

	beforeEach(async () => {
		app = await api.makeApp(FIELDS);
	});

	it('has the stated effect on each field of a new record', async () => {
		const written = await write('create', mode, expression);
		const records = await readAll();
		const found = known.map(([code]) => {
			const id = written.get(code);
			return [code, id === undefined ? REFUSED : readOf(code, records.get(id)?.[code])];
		});
		expect(found).toEqual(
			known.map(([code, effect]) => {
				if (effect === LEFT) return [code, UNTOUCHED[code]];
				return [code, effect === CLEARED ? EMPTY[code] : effect];
			}),
		);
		expect(records.size).toBe([...written.values()].filter((id) => id !== undefined).length);
	});

	it('has the stated effect on each field of a record that is there', async () => {
		const ids = await filled();
		const before = await readAll();
		const written = await write('update', mode, expression, ids);
		const records = await readAll();
		const found = known.map(([code]) => [
			code,
			written.get(code) === undefined ? REFUSED : 'written',
			readOf(code, records.get(ids[code])?.[code]),
		]);
		expect(found).toEqual(
			known.map(([code, effect]) => {
				const was = readOf(code, before.get(ids[code])?.[code]);
				if (effect === REFUSED) return [code, REFUSED, was];
				if (effect === LEFT) return [code, 'written', was];
				return [code, 'written', effect === CLEARED ? EMPTY[code] : effect];
			}),
		);
	});
});
