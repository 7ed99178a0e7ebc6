import fc from 'fast-check';

import type { Subject } from './bench';
import { controlsOf, withValue } from './controls';
import { pick, type Property, SKIP, told } from './property';
import { changes } from './state';

/** Operations that delete what no item names, although their method is no DELETE. */
const DELETING = ['record.sync', 'tableRow.delete', 'guest.updateMembers'];
/** Operations that overwrite what no item names. */
const OVERWRITING = ['record.updateByConditions'];

/** What an expression gives that finds nothing. */
const BLANKS = [
	'={{ undefined }}',
	'={{ null }}',
	'={{ "" }}',
	'={{ " " }}',
	'={{ [] }}',
	'={{ ["", null] }}',
];

/** What says nothing of what is deleted: the content of the items, and where the app is. */
const OTHER = ['fields', 'columns', 'guestSpace'];

/** The controls that select or limit what is deleted. */
const guardsOf = ({ operation }: Subject, parameters: Parameters<typeof controlsOf>[1]) =>
	controlsOf(operation, parameters).filter(
		({ path }) => !path.some((step) => OTHER.includes(String(step))),
	);

interface Case {
	way: number;
	variant: number;
	guard: number;
	blank: number;
}

export const guards: Property<Case> = {
	name: 'guards',
	says: 'a deletion or overwriting of which an expression leaves a guard blank loses nothing',
	exempt: ({ key, operation }) =>
		operation.method === 'DELETE' || [...DELETING, ...OVERWRITING].includes(key)
			? undefined
			: 'it deletes nothing',
	daily: {
		runs: 10,
		only: [
			...DELETING,
			...OVERWRITING,
			'record.deleteByConditions',
			'form.deleteFields',
			'event.delete',
		],
	},
	cases: fc.record({
		way: fc.nat(3),
		variant: fc.nat(5),
		guard: fc.nat(20),
		blank: fc.nat(BLANKS.length - 1),
	}),
	check: async (bench, subject, { way, variant, guard, blank }) => {
		const [example] = await bench.prepare(subject, way);
		const parameters = pick([...(example?.full ?? []), example?.minimal ?? {}], variant) ?? {};
		const control = pick(guardsOf(subject, parameters), guard);
		if (control === undefined) return SKIP;
		const given = withValue(parameters, control.path, BLANKS[blank]);
		const input = example?.input && { input: example.input };
		const { state } = await bench.run(subject, given, input);
		const overwrites = OVERWRITING.includes(subject.key);
		const gone = changes(bench.before, state).filter(
			({ after }) => overwrites || after === undefined,
		);
		const where = `${control.path.join('.')} ${BLANKS[blank]}`;
		return gone.length === 0 ? undefined : `${where} deleted ${told(gone)}`;
	},
};
