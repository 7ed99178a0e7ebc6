import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { After, Bench, Subject } from './bench';
import { controlsOf, withValue } from './controls';
import { pick, type Property, SKIP, told } from './property';
import { changes, rowOf } from './state';

const asText = (valid: unknown) => (typeof valid === 'string' ? valid : JSON.stringify(valid));

/** What a value is replaced by; undefined is what an expression gives that finds nothing. */
const ODDITIES: Record<string, (valid: unknown) => unknown> = {
	absent: () => undefined,
	'nothing found': () => undefined,
	null: () => null,
	empty: () => '',
	'empty in the control': () => '',
	blank: () => ' ',
	'wide blank': () => '\u3000',
	'with blanks': (valid) => ` ${asText(valid)}\u3000`,
	'with a comma': (valid) => `${asText(valid)},`,
	'in a list': (valid) => [valid],
	'beside nothing': (valid) => [valid, null],
	'empty list': () => [],
	zero: () => 0,
	'minus one': () => -1,
	'huge number': () => 1e21,
	text: () => 'odd words',
	true: () => true,
	object: () => ({ odd: 'words' }),
	list: () => ['odd', 'words'],
	'long text': () => 'odd '.repeat(500),
	'other type': (valid) => {
		if (typeof valid === 'string') {
			return /^[[{]/.test(valid) ? (JSON.parse(valid) as unknown) : Number(valid);
		}
		return String(valid);
	},
};

interface OddCase {
	way: number;
	/** 0 fills in as little as possible. */
	variant: number;
	control: number;
	oddity: string;
}

/**
 * A value that nobody meant has the effect that its control has, with the value as a person reads
 * it, or none at all. What a control is for is what differs between a run with a valid value and
 * one without any.
 */
export const oddValues: Property<OddCase> = {
	name: 'odd values',
	says: 'an empty, blank, missing, oversized or wrongly typed value does what its control is for, or is refused with nothing changed',
	exempt: () => undefined,
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		control: fc.nat(39),
		oddity: fc.constantFrom(...Object.keys(ODDITIES)),
	}),
	check: async (bench, subject, { way, variant, control: at, oddity }) => {
		const [example] = await bench.prepare(subject, way);
		const variants = example ? [example.minimal, ...example.full] : [];
		const parameters = pick(variants, variant) ?? {};
		const control = pick(controlsFilledIn(subject, parameters, example?.input?.[0]?.json), at);
		if (control === undefined) return SKIP;
		const run = async (values: IDataObject, json: IDataObject = {}) =>
			await bench.run(subject, values, {
				input: (example?.input ?? [{ json: {} }]).map((item) => ({
					...item,
					json: { ...item.json, ...json },
				})),
			});
		const { inItem, path } = control;
		const name = `${variants.indexOf(parameters)} ${path.join('.')}`;
		const withOdd = async () => {
			const odd = ODDITIES[oddity]?.(control.value) as IDataObject;
			if (inItem) return await run(parameters, { [path[0] ?? '']: odd });
			if (oddity === 'absent') return await run(withValue(parameters, path));
			if (oddity === 'empty in the control') return await run(withValue(parameters, path, ''));
			return await run(withValue(parameters, path, '={{ $json.odd }}'), { odd });
		};
		const without = await bench.remembered(`without ${name}`, async () =>
			inItem
				? await run(parameters, { [path[0] ?? '']: undefined })
				: await run(withValue(parameters, path)),
		);
		const valid = await bench.remembered(
			`valid ${variants.indexOf(parameters)}`,
			async () => await run(parameters),
		);
		const why = judge(bench, await withOdd(), without, valid, ODDITIES[oddity]?.(control.value), {
			matches: MATCHING.test(subject.key),
			isEmpty: control.value === '',
		});
		return (
			why &&
			`${path.join('.')} ${oddity} instead of ${String(asText(control.value))?.slice(0, 60)}: ${why}`
		);
	},
};

/** Operations that make a thing where none has the key. */
const MATCHING = /upsert|sync|addOrUpdate/i;

/** The controls of the parameters, and of an item that is mapped by its names. */
function controlsFilledIn(subject: Subject, parameters: IDataObject, json: IDataObject = {}) {
	const own = controlsOf(subject.operation, parameters).map((one) => ({ ...one, inItem: false }));
	const named = Object.entries(json).map(([name, value]) => ({
		path: [name],
		value,
		inItem: true,
	}));
	return [
		...own.filter(
			({ path }) => path.at(-1) !== 'value' || path.length > 2 || !isMapper(parameters, path),
		),
		...named,
	];
}

const isMapper = (parameters: IDataObject, [name]: Array<string | number>) => {
	const value = parameters[name ?? ''];
	return typeof value === 'object' && value !== null && 'mappingMode' in value;
};

function judge(
	bench: Bench,
	{ state, outcome }: After,
	without: After,
	valid: After,
	value: unknown,
	{ matches, isEmpty }: { matches: boolean; isEmpty: boolean },
): string | undefined {
	const done = changes(bench.before, state);
	if (done.length === 0) return undefined;
	if (outcome.error) return `was refused (${outcome.error.message}) and changed ${told(done)}`;
	const paths = [...new Set([...state.keys(), ...without.state.keys(), ...valid.state.keys()])];
	const purpose = new Set(
		paths.filter((path) => without.state.get(path) !== valid.state.get(path)).map(columnOf),
	);
	const other = changes(without.state, state).filter(
		({ path, after }) => after !== valid.state.get(path),
	);
	const known = new Set([...bench.before.keys()].map(rowOf));
	// With another key, or another name, another thing is made.
	const makes = [...valid.state.keys()].some((path) => !known.has(rowOf(path))) || matches;
	const expected = readingsOf(value);
	const isRead = (after = '') => expected.has(after) || expected.has(after.replace(/ "$/, '"'));
	const besides = other.filter(
		({ path, after }) =>
			!purpose.has(columnOf(path)) &&
			!(makes && !known.has(rowOf(path))) &&
			// What a control is for does not show where it says what is there.
			!((isEmpty || purpose.size === 0) && isRead(after)),
	);
	if (besides.length > 0) return `changed besides ${told(besides)}`;
	const written = other.filter(({ after }) => after !== undefined);
	if (value === undefined && written.length > 0) return `wrote for nothing ${told(written)}`;
	const misread = written.filter(
		({ path, after }) => !isRead(after) && after !== bench.before.get(path),
	);
	return misread.length > 0 ? `wrote another value: ${told(misread)}` : undefined;
}

/** A path up to the first list in it: lists count as a whole. */
function columnOf(path: string): string {
	const [table = '', row = '', ...rest] = path.split('/');
	const list = rest.findIndex((key) => /^\d+$/.test(key));
	return [table, row, ...(list < 0 ? rest : rest.slice(0, list))].join('/');
}

/** What a value may be written as, read as a person would read it. */
function readingsOf(value: unknown): Set<string> {
	const texts = new Set<string>(['""', 'null', '[]', '{}', JSON.stringify(JSON.stringify(value))]);
	const add = (one: unknown) => {
		if (typeof one === 'object' && one !== null) {
			for (const inner of Object.values(one)) add(inner);
		} else if (one !== undefined && one !== null) {
			const plain =
				typeof one === 'number'
					? one.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
					: String(one);
			texts.add(JSON.stringify(one));
			for (const part of [plain, String(one), ...plain.split(/[,\n]/)]) {
				texts.add(JSON.stringify(part)).add(JSON.stringify(part.trim()));
			}
		}
	};
	add(value);
	// A list as text.
	if (Array.isArray(value)) texts.add(JSON.stringify(String(value)));
	return texts;
}
