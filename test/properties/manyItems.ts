import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Example } from '../contract/examples/example';
import { belongTogether } from '../contract/services';
import type { NodeOutcome } from '../support/workflow';
import type { Bench, Subject } from './bench';
import { type Control, controlsOf, together, valueAt, withValue } from './controls';
import { difference, pick, type Property, SKIP, writes } from './property';
import { outcomeOf } from './state';

const exempt = (subject: Subject) =>
	writes(subject) ? belongTogether(subject.key) : 'it changes nothing';

/** Another value of the same kind, one for each number above 0. */
function varied(value: unknown, by: number): unknown {
	const people = ['sato', 'suzuki', 'tanaka', 'ito', 'mori', 'chen'];
	if (by === 0) return value;
	if (typeof value === 'boolean') return by % 2 === 1 ? !value : value;
	if (typeof value === 'number') return value + by;
	if (typeof value !== 'string' || /^[[{]/.test(value)) return value;
	const isPeople = value.split(',').every((code) => [...people, 'admin'].includes(code.trim()));
	if (isPeople) return people[by % people.length];
	if (/^-?\d+$/.test(value)) return String(Number(value) + by);
	if (/^\d{4}-\d\d-\d\d/.test(value)) return value.replace(/\d(?=\D*$)/, String(by % 8));
	return `${value} ${by}`;
}

interface SameTarget {
	way: number;
	variant: number;
	control: number;
	values: number[];
}

export const sameTarget: Property<SameTarget> = {
	name: 'many on one',
	says: 'several items about one thing end as if each were a run of its own, in their order',
	exempt,
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		control: fc.nat(19),
		values: fc.array(fc.nat(4), { minLength: 2, maxLength: 5 }),
	}),
	check: async (bench, subject, { way, variant, control: at, values }) => {
		const examples = await bench.prepare(subject, way, 2);
		const [one, two] = examples.map(
			({ minimal, full }) => pick([minimal, ...full], variant) ?? {},
		) as [IDataObject, IDataObject];
		const control = pick(freeControls(subject, one, two), at);
		if (control === undefined) return SKIP;
		const several = values.map((by) => withValue(one, control.path, varied(control.value, by)));
		const why = await compare(bench, subject, several, examples[0]?.input?.[0] ?? { json: {} });
		return (
			why &&
			`${control.path.join('.')} with ${values.map((by) => JSON.stringify(varied(control.value, by))).join(', ')}:\n${why}`
		);
	},
};

/** Controls that do not say what is worked on: two examples fill them in alike. */
function freeControls(subject: Subject, one: IDataObject, two: IDataObject): Control[] {
	return controlsOf(subject.operation, one).filter(
		({ path, value, type }) =>
			type !== 'resourceLocator' &&
			!String(path[0]).match(/^(options|environment|simplify|binaryProp)/) &&
			JSON.stringify(value) === JSON.stringify(valueAt(two, path)),
	);
}

async function compare(
	bench: Bench,
	subject: Subject,
	several: IDataObject[],
	item: { json: IDataObject },
): Promise<string | undefined> {
	const joined = together(subject.operation, several);
	if (joined === undefined) return SKIP;
	const input = (json: IDataObject) => ({ ...item, json: { ...item.json, ...json } });
	const onError = 'continueRegularOutput';
	const all = await bench.run(subject, joined.parameters, {
		input: joined.items.map(input),
		onError,
	});
	await bench.back();
	let state = bench.before;
	for (const json of joined.items) {
		const alone = await bench.run(subject, joined.parameters, {
			input: [input(json)],
			onError,
			goOn: true,
		});
		state = alone.state;
	}
	return (
		difference(outcomeOf(bench.before, state), outcomeOf(bench.before, all.state)) || undefined
	);
}

interface OtherTargets {
	way: number;
	variant: number;
	/** Which control of the failing item is wrong, and how. */
	wrong: { control: number; how: string };
	position: number;
	onError: OnError;
	whenRefused: WhenRefused;
}

const WRONGS: Record<string, unknown> = {
	missing: '999999',
	text: 'odd words',
	object: { odd: 'words' },
	empty: '',
	nothing: null,
};

export const otherTargets: Property<OtherTargets> = {
	name: 'many on many',
	says: 'items about different things end as each alone, also when one of them fails, and what is told of each is what was done',
	exempt,
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		wrong: fc.record({ control: fc.nat(19), how: fc.constantFrom(...Object.keys(WRONGS)) }),
		position: fc.nat(2),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		whenRefused: fc.constantFrom('default', 'stop', 'undo', 'others'),
	}),
	check: async (bench, subject, { way, variant, wrong, position, onError, whenRefused }) => {
		const examples = await bench.prepare(subject, way, 3);
		const chosen = offersWhenRefused(subject) ? whenRefused : 'default';
		const all = examples.map(({ minimal, full }) =>
			withChoice(pick([minimal, ...full], variant) ?? {}, chosen),
		);
		const own = all[position] ?? {};
		const controls = controlsOf(subject.operation, own).filter(({ path }) => path[0] !== 'options');
		const control = pick(controls, wrong.control);
		if (control === undefined) return SKIP;
		const several = all.map((values, at) =>
			at === position ? withValue(values, control.path, WRONGS[wrong.how]) : values,
		);
		const about = `${control.path.join('.')} of item ${position} ${wrong.how}, ${onError}, ${chosen}`;
		const found = await besideEachOther(bench, subject, several, examples, onError);
		return found && found.why ? `${about}: ${found.why}` : found ? undefined : SKIP;
	},
};

type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
type WhenRefused = 'default' | 'stop' | 'undo' | 'others';

const offersWhenRefused = ({ operation }: Subject) =>
	operation.parameters.some(({ options }) => options?.some(({ name }) => name === 'whenRefused'));

/** The parameters with a choice of When a Record Is Refused; where there is none, as they are. */
function withChoice(values: IDataObject, chosen: WhenRefused): IDataObject {
	if (chosen === 'default') return values;
	return { ...values, options: { ...((values.options ?? {}) as object), whenRefused: chosen } };
}

/** A run of several items, and what is wrong with it. */
interface Together {
	/** Items that were told to have failed; undefined where the run stopped. */
	failed?: Set<number>;
	outcome: NodeOutcome;
	why?: string;
}

/**
 * Runs items together and holds what becomes of them against each alone: a run that stops has done
 * some of them as a whole, and one that goes on all but those that it says have failed. Undefined
 * where the items cannot be one run.
 */
async function besideEachOther(
	bench: Bench,
	subject: Subject,
	several: IDataObject[],
	examples: Example[],
	onError: OnError,
): Promise<Together | undefined> {
	const joined = together(subject.operation, several);
	if (joined === undefined) return undefined;
	const input = joined.items.map((json, at) => {
		const item = examples[at]?.input?.[0] ?? { json: {} };
		return { ...item, json: { ...item.json, ...json } };
	});
	const alone = async (items: number[]) => {
		await bench.back();
		let state = bench.before;
		for (const at of items) {
			const run = await bench.run(subject, joined.parameters, {
				input: [input[at] ?? { json: {} }],
				goOn: true,
				onError: 'continueRegularOutput',
			});
			state = run.state;
		}
		return outcomeOf(bench.before, state);
	};
	const { outcome, state } = await bench.run(subject, joined.parameters, { input, onError });
	const result = outcomeOf(bench.before, state);
	if (outcome.error) {
		const doable: number[][] = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]];
		for (const items of doable) {
			if (difference(await alone(items), result) === '') return { outcome };
		}
		const done = difference([], result);
		return {
			outcome,
			why: `stopped (${outcome.error.message}) with part of an item done:\n${done}`,
		};
	}
	const failed = new Set(
		[...outcome.output.filter(({ error }) => error), ...outcome.errors].map(
			({ pairedItem }) => (pairedItem as { item: number }).item,
		),
	);
	const why = difference(await alone([0, 1, 2].filter((at) => !failed.has(at))), result);
	if (why === '') return { outcome, failed };
	return {
		outcome,
		failed,
		why: `items ${[...failed].join()} were told to have failed, and\n${why}`,
	};
}
