import type { Subject } from './bench';
import { changes, type State } from './state';

/** What the sandbox does where nobody knows what the service does (see "What is not known" in its README). */
export interface Behavior {
	/** Flags of the sandbox. */
	flags: string[];
	/** Fixtures of the groupware. */
	fixtures: object;
	/** Operations that may end otherwise than with the usual behavior. */
	affects(subject: Pick<Subject, 'key'>): boolean;
	/** Refusals that the usual behavior doesn't have. */
	refuses?: RegExp;
}

/** The values of `--behavior`: every switch as in the other tests, and every switch the other way. */
export const behaviors: Record<'sandbox' | 'other', Behavior> = {
	sandbox: {
		flags: ['--accept-cloud-watchers'],
		fixtures: { seriesUpdate: 'first', seriesTimes: 'none', presenceTime: 'none' },
		affects: () => true,
	},
	other: {
		flags: [],
		fixtures: { seriesUpdate: 'whole', seriesTimes: 'first', presenceTime: 'always' },
		affects: ({ key }) => /^(event|presence)/.test(key),
		refuses: /GRN_REST_API_00212/,
	},
};

/** Whether an error is a refusal that belongs to how the sandbox behaves. */
export const isKnown = (
	{ refuses }: Behavior,
	error: { message: string; description?: string | null },
): boolean => refuses?.test(`${error.message} ${error.description ?? ''}`) === true;

/** Columns of an event that say when it is. */
const WHEN =
	/^groupware_event(_occurrence\/|\/\d+\/(event_type|repeat_info|(start|end|all)_\w+)(\/|$))/;
const EVENT = /^groupware_event(?!_attachment)(?:_[a-z]+)?\/(\d+)/;

/** The series of which an update has taken an occurrence out, and the event that became of it. */
export function separated(
	before: State,
	after: State,
): [series: string, event: string] | undefined {
	const series = changes(before, after)
		.map(({ path }) => /^groupware_event\/(\d+)\/repeat_info\/exclusiveDateTimes/.exec(path)?.[1])
		.find((id) => id !== undefined);
	const event = [...after.keys()]
		.map((path) => /^groupware_event\/(\d+)\/subject$/.exec(path)?.[1])
		.find((id) => id !== undefined && !before.has(`groupware_event/${id}/subject`));
	return series === undefined || event === undefined ? undefined : [series, event];
}

/** Whether an update of the event takes an occurrence out of it. */
export function separates(state: State, id: string): boolean {
	const whole = [...state].some(
		([path, value]) => /^groupware_assumption\//.test(path) && value === '"whole"',
	);
	return (
		!whole &&
		[...state.keys()].some((path) => path.startsWith(`groupware_event/${id}/repeat_info/`))
	);
}

/**
 * A state in which an occurrence that was taken out of its series stands for it: what an update has
 * changed of it can be told as of any event. The series itself may have lost that occurrence only.
 */
export function joinedAgain(before: State, after: State): State {
	const [series, event] = separated(before, after) ?? [];
	if (series === undefined || event === undefined) return after;
	const state: State = new Map();
	for (const [path, value] of after) {
		const id = EVENT.exec(path)?.[1];
		if (id === event) continue;
		if (id === series && WHEN.test(path)) continue;
		state.set(path, value);
	}
	for (const [path, value] of before) {
		if (EVENT.exec(path)?.[1] === series && WHEN.test(path)) state.set(path, value);
	}
	// What the series has lost shows beside what the occurrence has changed.
	const lost = changes(before, state).filter(({ path }) => EVENT.exec(path)?.[1] === series);
	if (lost.length > 0) return state;
	for (const path of [...state.keys()]) {
		if (EVENT.exec(path)?.[1] === series && !WHEN.test(path)) state.delete(path);
	}
	for (const [path, value] of after) {
		if (EVENT.exec(path)?.[1] !== event || WHEN.test(path)) continue;
		const renamed = path.replace(EVENT, (found) => found.replace(/\d+$/, series));
		state.set(renamed, /\/(event_)?id$/.test(path) ? series : value);
	}
	return state;
}
