import { isTableKind, type Kind, LARGE } from './contenders/contender';
import type { Measured } from './measure';

/** One thing that was set out to be reached. */
export interface Verdict {
	what: string;
	found: string;
	passed: boolean;
}

/** Requests of our node at the most, by kind and size; of writes that send one at any smaller size. */
const REQUESTS = { read: { 1_000: 2, 10_000: 21 }, write: { 1_000: 1, 10_000: 7 } };

/** Wall time of reading at the most, as a share of the client's. */
const READING: Record<number, number> = { 1_000: 0.65, 10_000: 0.15 };

/** Wall time at the most, as a multiple of what n8n takes for the same requests. */
const ALONE = { few: 1.15, many: 1.05 };

/** Peak memory at the most for many records, likewise. */
const PEAK_MEMORY = 1.15;

/** Processor time at the most for many records, as a multiple of what n8n takes with the least mapping. */
const PROCESSOR_TIME = 2;

/** Judges what our node took; nothing where that was not measured. */
export function judge(rows: Measured[]): Verdict[] {
	return rows.flatMap((ours) => {
		if (ours.eachMs) return judgeFour(ours);
		if (ours.contender !== 'node') return [];
		const other = (id: string) =>
			rows.find(
				({ contender, kind, size }) => contender === id && kind === ours.kind && size === ours.size,
			);
		return [
			...judgeRequests(ours),
			...judgeAlone(ours, other('engine')),
			...judgeClient(ours, other('client')),
			...judgeLarge(ours, other),
		];
	});
}

function judgeFour({ kind, size, eachMs = [], tooMany }: Measured): Verdict[] {
	const what = `${kind} ${size}, four at once`;
	const ratio = Math.max(...eachMs) / Math.min(...eachMs);
	return [
		verdict(`${what}: rejected with 429`, tooMany, 0, 0),
		verdict(`${what}: slowest against the fastest`, ratio, 2, 2),
	];
}

function judgeRequests({ kind, size, requests }: Measured): Verdict[] {
	const all: Record<number, number> = isWrite(kind) ? REQUESTS.write : REQUESTS.read;
	const most = isTableKind(kind) ? undefined : size < 1_000 ? 1 : all[size];
	return most === undefined ? [] : [verdict(`${kind} ${size}: requests`, requests, most, 0)];
}

/** Reading many takes a round trip to learn where the list ends, so that it has a target of its own. */
function judgeAlone({ kind, size, wallMs }: Measured, alone: Measured | undefined): Verdict[] {
	if (isTableKind(kind)) return [];
	const isFew = size < 1_000 || (size < 10_000 && isWrite(kind));
	if (alone === undefined || (!isFew && !(isWrite(kind) && size === 10_000))) return [];
	const most = isFew ? ALONE.few : ALONE.many;
	return [
		verdict(`${kind} ${size}: wall time against n8n's alone`, wallMs / alone.wallMs, most, 2),
	];
}

/** Smaller runs have no target: the client keeps its connection, and n8n alone takes longer than it. */
function judgeClient({ kind, size, wallMs }: Measured, client: Measured | undefined): Verdict[] {
	const most = kind === 'read' ? READING[size] : size === 10_000 ? 1 : undefined;
	if (client === undefined || most === undefined) return [];
	return [
		verdict(`${kind} ${size}: wall time against the client's`, wallMs / client.wallMs, most, 2),
	];
}

function judgeLarge(ours: Measured, other: (id: string) => Measured | undefined): Verdict[] {
	const { kind, size, peakBytes, cpuMs } = ours;
	if (size !== LARGE) return [];
	const [alone, mapping] = [other('engine'), other('mapping')];
	const memory = `${kind} ${size}: peak memory against n8n's alone`;
	const time = `${kind} ${size}: processor time against n8n's with mapping`;
	return [
		...(alone ? [verdict(memory, peakBytes / alone.peakBytes, PEAK_MEMORY, 2)] : []),
		...(mapping ? [verdict(time, cpuMs / mapping.cpuMs, PROCESSOR_TIME, 2)] : []),
	];
}

function isWrite(kind: Kind): boolean {
	return kind !== 'read';
}

/** A contender that failed has no figures, so it counts more than a missed target. */
export function exitCode(failures: number, verdicts: Verdict[]): number {
	if (failures > 0) return 2;
	return verdicts.every(({ passed }) => passed) ? 0 : 1;
}

function verdict(what: string, found: number, most: number, digits: number): Verdict {
	return {
		what,
		found: `${found.toFixed(digits)} (at most ${most})`,
		passed: found <= most,
	};
}
