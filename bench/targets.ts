import { type Kind } from './contenders/contender';
import type { Measured } from './measure';

/** One thing that was set out to be reached. */
export interface Verdict {
	what: string;
	found: string;
	passed: boolean;
}

/** The size that most targets speak of. */
const SIZE = 10_000;

/** Six writes, and before those of values the form; a few more reads than pages. */
const REQUESTS: Record<Kind, number> = { insert: 7, update: 7, upsert: 7, delete: 6, read: 26 };

/** Wall time, as a part of the client's, and as a multiple of the floor's, which has as many requests at once. */
const OF_CLIENT = { read: 0.15, write: 0.3 };
const OF_FLOOR = 1.2;

/** Processor time as a multiple of the floor's. */
const CPU_OF_FLOOR = 2;

/** The size that shows what a run adds to the memory of its items, as a multiple of what they take. */
const LARGE = 100_000;
const ADDED_OF_ITEMS = 1.3;

/** The slowest of several executions side by side, as a multiple of the fastest. */
const UNFAIR = 1.5;

/** Judges what our node took; nothing where that was not measured. */
export function judge(rows: Measured[]): Verdict[] {
	const of = (id: string, kind: Kind, size = SIZE) =>
		rows.find((row) => row.size === size && row.contender === id && row.kind === kind);
	return (Object.keys(REQUESTS) as Kind[]).flatMap((kind) => {
		const large = of('node', kind, LARGE);
		return [...small(kind, (id) => of(id, kind)), ...memory(large)];
	});
}

function small(kind: Kind, of: (id: string) => Measured | undefined): Verdict[] {
	const ours = of('node');
	if (ours === undefined) return [];
	const n8n = kind === 'delete' ? (of('engine')?.cpuMs ?? 0) : 0;
	return [
		verdict(`${kind}: requests`, ours.requests, REQUESTS[kind], 0),
		...compared(`${kind}: wall time against the client's`, ours.wallMs, {
			other: of('client')?.wallMs,
			most: OF_CLIENT[kind === 'read' ? 'read' : 'write'],
		}),
		...compared(`${kind}: wall time against the floor's`, ours.wallMs, {
			other: of('floor')?.wallMs,
			most: OF_FLOOR,
		}),
		...compared(
			`${kind}: processor time against the floor's`,
			ours.cpuMs - n8n - expressions(ours),
			{ other: of('floor')?.cpuMs, most: CPU_OF_FLOOR },
		),
	];
}

function memory(ours: Measured | undefined): Verdict[] {
	if (ours?.itemsBytes === undefined) return [];
	const what = `${ours.kind} ${LARGE.toLocaleString('en')}: added memory against the items'`;
	return [verdict(what, ours.extraBytes / ours.itemsBytes, ADDED_OF_ITEMS, 2)];
}

/** Our executions side by side, none of which is to wait for the others, or to be turned away. */
export function judgeBeside(rows: Measured[]): Verdict[] {
	return rows.flatMap(({ kind, size, eachMs = [], tooMany }) => [
		verdict(
			`${kind} ${size.toLocaleString('en')}: slowest against the fastest`,
			Math.max(...eachMs) / Math.min(...eachMs),
			UNFAIR,
			2,
		),
		verdict(`${kind} ${size.toLocaleString('en')}: answers with 429`, tooMany, 0, 0),
	]);
}

/** Deleting takes its IDs by an expression, whatever the mapping; what n8n spends on that is told apart. */
function expressions({ kind, parametersMs = 0 }: Measured): number {
	return kind === 'delete' ? parametersMs : 0;
}

function compared(
	what: string,
	ours: number,
	{ other, most }: { other: number | undefined; most: number },
): Verdict[] {
	return other === undefined ? [] : [verdict(what, ours / other, most, 2)];
}

function verdict(what: string, found: number, most: number, digits: number): Verdict {
	return {
		what,
		found: `${found.toFixed(digits)} (at most ${most})`,
		passed: found <= most,
	};
}
