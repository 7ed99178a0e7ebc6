import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { relayTo } from '../contract/relay';
import { belongTogether } from '../contract/services';
import type { Bench, Subject } from './bench';
import { controlsOf, withValue } from './controls';
import { pick, type Property, SKIP } from './property';
import { fits, type RequestTree, treeOf } from './requests';
import { changes, rowOf, type State } from './state';

/** What would end a value, a path, a query, or a header early, if it became a part of one as it is. */
const TEXTS = [
	...String.raw`" ' \ \" [ or . .. ../../1 ..\.. %2e%2e/ %2E / #a ?a=1&b=2 &app=1 ={{1}}`.split(
		' ',
	),
	...String.raw`["a","b"] {"id":1} a,b a、b __proto__ <b/onclick="alert(1)">&amp;</b>`.split(' '),
	...['" or $id > 0 or Name = "', '") or ($id > 0) or (Name in ("', ') or ($id > 0'],
	...['$id > 0 or Name', 'Name = "" or $id', 'a order by $id limit 1 offset 1'],
	...['a\nb', 'a\r\nX-Evil: 1\r\n\r\nb', 'a\u2028b', 'a\0b', '\ud800', '"; filename="b"; name="c'],
	...['?', '/', ' ', '(', '"', 'a', 'a,'].map((one) => `x${one.repeat(100_000 / one.length)}x`),
];

const HARMLESS = 'harmless';

/** A query that a person writes is asked as it is. */
const QUERIES = ['query'];

/** A run that takes longer is compared with one of texts that are a tenth as long. */
const SLOW_MS = 5000;
/** What ten times the length may take at most. A hundred times would be quadratic. */
const LINEAR = 20;

type Form = (text: string, right: string) => unknown;

/** How a text is given: alone, behind or before what is right there, and as a list. */
const FORMS: Form[] = [
	(text) => text,
	(text, right) => right + text,
	(text, right) => text + right,
	(text) => [text],
];

/** A text within a value, and the value with another text instead. */
interface TextPosition {
	right: string;
	put(text: unknown): unknown;
}

/** Each text, number and switch within a value, and the names of its objects. */
function textsIn(value: unknown): TextPosition[] {
	const inner = jsonIn(value);
	if (inner !== undefined) {
		return textsIn(inner).map(({ right, put }) => ({
			right,
			put: (text) => JSON.stringify(put(text)),
		}));
	}
	if (Array.isArray(value)) {
		return value.flatMap((one, at) =>
			textsIn(one).map(({ right, put }) => ({ right, put: (text) => value.with(at, put(text)) })),
		);
	}
	if (typeof value !== 'object' || value === null) {
		return [{ right: String(value ?? ''), put: (text) => text }];
	}
	return Object.entries(value).flatMap(([key, one]) => {
		const { [key]: _, ...others } = value as Record<string, unknown>;
		return [
			{ right: key, put: (text) => ({ ...others, [String(text)]: one as unknown }) },
			...textsIn(one).map(({ right, put }) => ({
				right,
				put: (text: unknown) => ({ ...value, [key]: put(text) }),
			})),
		];
	});
}

function jsonIn(value: unknown): unknown {
	if (typeof value !== 'string' || !/^[[{]/.test(value)) return undefined;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return undefined;
	}
}

/** Where a text can be put, and what is run with it there. */
interface Slot {
	name: string;
	right: string;
	parameters: IDataObject;
	itemWith(text: unknown): INodeExecutionData;
}

function slotsOf(subject: Subject, parameters: IDataObject, input: INodeExecutionData[]): Slot[] {
	const [item = { json: {} }] = input;
	const controls = controlsOf(subject.operation, parameters).filter(
		({ path }) => !QUERIES.includes(String(path.at(-1))),
	);
	const slots = controls.flatMap(({ path, value }) => {
		const given = withValue(parameters, path, '={{ $json.hostile }}');
		const whole: TextPosition = { right: '', put: (text) => text };
		const found = textsIn(value);
		return (found.length > 1 ? [whole, ...found] : found).map(({ right, put }, at) => ({
			name: `${path.join('.')} ${at}`,
			right,
			parameters: given,
			itemWith: (text: unknown) => ({
				...item,
				json: { ...item.json, hostile: put(text) as IDataObject },
			}),
		}));
	});
	const inItem = textsIn(item.json).map(({ right, put }, at) => ({
		name: `item ${at}`,
		right,
		parameters,
		itemWith: (text: unknown) => ({ ...item, json: put(text) as IDataObject }),
	}));
	return [...slots, ...inItem];
}

/** What a run did. */
interface Seen {
	ms: number;
	requests: RequestTree[];
	state: State;
	isStopped: boolean;
}

interface Case {
	way: number;
	variant: number;
	slot: number;
}

export const hostile: Property<Case> = {
	name: 'hostile texts',
	says: 'a text stays a text, whatever it holds: requests have the form that a harmless one gives them, and touch nothing else',
	exempt: () => undefined,
	daily: {
		runs: 1,
		only: ['record.deleteByConditions', 'apiInformation.getSchema', 'facility.update'],
	},
	cases: fc.noShrink(fc.record({ way: fc.nat(7), variant: fc.nat(5), slot: fc.nat(200) })),
	check: async (bench, subject, { way, variant, slot: which }) => {
		const [example] = await bench.prepare(subject, way);
		const parameters = pick([...(example?.full ?? []), example?.minimal ?? {}], variant) ?? {};
		const slot = pick(slotsOf(subject, parameters, example?.input ?? []), which);
		if (slot === undefined) return SKIP;
		const relay = await relayTo(bench.tenant.url);
		const run = async (items: INodeExecutionData[]): Promise<Seen> => {
			await bench.back();
			relay.take();
			const start = performance.now();
			const { outcome, state } = await bench.run(subject, slot.parameters, {
				input: items,
				baseUrl: relay.url,
				onError: 'continueRegularOutput',
			});
			const ms = performance.now() - start;
			const requests = await Promise.all(relay.take().map(treeOf));
			return { ms, requests, state, isStopped: outcome.error !== undefined };
		};
		try {
			return await compare(bench, subject, slot, run);
		} finally {
			await relay.close();
		}
	},
};

async function compare(
	bench: Bench,
	subject: Subject,
	{ name, right, itemWith }: Slot,
	run: (items: INodeExecutionData[]) => Promise<Seen>,
): Promise<string | undefined> {
	const itemsOf = (texts: string[], form: Form) => texts.map((text) => itemWith(form(text, right)));
	const alone = FORMS.map((form) => itemsOf([HARMLESS], form));
	const several = FORMS.flatMap((form) => itemsOf([HARMLESS, `${HARMLESS} ${HARMLESS}`], form));
	const models: Seen[] = [];
	for (const items of [[itemWith(right)], ...alone, several]) models.push(await run(items));
	const forms = models.flatMap(({ requests }) => requests);
	const isFree = (leaf: string) => leaf.includes(HARMLESS) || leaf === right;
	const known = new Set([...bench.before.keys()].map(rowOf));
	const touched = ({ state }: Seen) => changes(bench.before, state).map(({ path }) => rowOf(path));
	const meant = new Set(models.flatMap(touched));
	const faultOf = (seen: Seen): string | undefined => {
		const other = seen.requests.find((one) => !forms.some((form) => fits(form, one, isFree)));
		if (other) return `sent ${JSON.stringify(other).slice(0, 500)}`;
		const more = touched(seen).filter((row) => known.has(row) && !meant.has(row));
		return more.length === 0 ? undefined : `changed ${more.slice(0, 4).join(', ')}`;
	};
	/** Items together take a fraction of the time, but one may hide what another does. */
	const find = async (texts: string[], form: Form): Promise<string | undefined> => {
		const where = `${name}, form ${FORMS.indexOf(form)}, ${JSON.stringify(texts[0]?.slice(0, 60))}`;
		const seen = await run(itemsOf(texts, form));
		const fault = faultOf(seen);
		if (texts.length > 1 && (seen.isStopped || fault !== undefined)) {
			const parts = fault === undefined ? texts.map((text) => [text]) : halves(texts);
			for (const part of parts) {
				const found = await find(part, form);
				if (found !== undefined) return found;
			}
			return undefined;
		}
		if (fault !== undefined) return `${where}: ${fault}`;
		if (seen.ms < SLOW_MS) return undefined;
		const shorter = await run(
			itemsOf(
				texts.map((text) => text.slice(0, 10_000)),
				form,
			),
		);
		return seen.ms > LINEAR * shorter.ms ? `${where}: took ${seen.ms} ms` : undefined;
	};
	for (const form of FORMS) {
		const parts = belongTogether(subject.key) ? TEXTS.map((text) => [text]) : [TEXTS];
		for (const texts of parts) {
			const found = await find(texts, form);
			if (found !== undefined) return found;
		}
	}
	return undefined;
}

const halves = <T>(list: T[]): [T[], T[]] => {
	const middle = Math.ceil(list.length / 2);
	return [list.slice(0, middle), list.slice(middle)];
};
