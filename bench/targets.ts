import { type Kind, LARGE } from './contenders/contender';
import type { Measured } from './measure';

/** One thing that was set out to be reached. */
export interface Verdict {
	what: string;
	found: string;
	passed: boolean;
}

/** The size that the targets speak of. */
const SIZE = 10_000;

/** Writes of values read the form first, and then send a small request ahead. */
const REQUESTS: Record<Kind, number> = { insert: 8, update: 8, upsert: 8, delete: 8, read: 30 };

/** Judges what our node took; nothing where that was not measured. */
export function judge(rows: Measured[]): Verdict[] {
	return [...judgeTime(rows), ...rows.flatMap(judgeMemory), ...rows.flatMap(judgeFour)];
}

function judgeMemory({ contender, kind, size, extraBytes, itemsBytes }: Measured): Verdict[] {
	if (contender !== 'node' || size !== LARGE || itemsBytes === undefined) return [];
	return [verdict(`${kind}: added memory against the items'`, extraBytes / itemsBytes, 1.3, 2)];
}

function judgeFour({ kind, size, eachMs, tooMany }: Measured): Verdict[] {
	if (eachMs === undefined) return [];
	const what = `${kind} ${size}, four at once`;
	const ratio = Math.max(...eachMs) / Math.min(...eachMs);
	return [
		verdict(`${what}: rejected with 429`, tooMany, 0, 0),
		verdict(`${what}: slowest against the fastest`, ratio, 2, 2),
	];
}

function judgeTime(rows: Measured[]): Verdict[] {
	const of = (id: string, kind: Kind) =>
		rows.find((row) => row.size === SIZE && row.contender === id && row.kind === kind);
	return (Object.keys(REQUESTS) as Kind[]).flatMap((kind) => {
		const ours = of('node', kind);
		if (ours === undefined) return [];
		// The floor does next to nothing for deletions; what n8n itself takes is more than twice that.
		const [contender, whose] =
			kind === 'delete' ? ['engine', "n8n's alone"] : ['floor', "the floor's"];
		return [
			verdict(`${kind}: requests`, ours.requests, REQUESTS[kind], 0),
			...compared(`${kind}: wall time against the client's`, ours.wallMs, {
				other: of('client', kind)?.wallMs,
				most: kind === 'read' ? 0.15 : 0.3,
			}),
			...compared(`${kind}: wall time against the floor's`, ours.wallMs, {
				other: of('floor', kind)?.wallMs,
				most: 1.2,
			}),
			...compared(`${kind}: processor time against ${whose}`, ours.cpuMs - expressions(ours), {
				other: of(contender, kind)?.cpuMs,
				most: 2,
			}),
		];
	});
}

/** A contender that failed has no figures, so it counts more than a missed target. */
export function exitCode(failures: number, verdicts: Verdict[]): number {
	if (failures > 0) return 2;
	return verdicts.every(({ passed }) => passed) ? 0 : 1;
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
