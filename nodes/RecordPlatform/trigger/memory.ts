import { NodeMemory } from '../../shared/trigger';
import { addMinutes, settledBefore } from './watermark';

/** Changes that are remembered to leave with a poll or with a webhook, not with both. */
const MOST_TOLD = 20_000;
/**
 * How long a minute stays open after its first change was seen, on a clock of this machine that
 * only measures how much time has passed.
 */
const OPEN_MS = 180_000;

const MOST_WAITING = 1000;

/** Records whose changes by webhooks are kept with the state. */
const MOST_STORED = 1000;

/** A revision that was taken to be put out, and who has taken it. */
interface Told {
	revision: number;
	byPoll: boolean;
}

/** A change that was taken to be put out. */
export interface Taken {
	key: string;
	revision: number;
	before: Told | undefined;
}

/** A record as it was passed: its revision, and short forms of its watched values. */
export interface PassedRecord {
	revision: number;
	watched: string;
	status: string;
	/** It has not met the conditions since the last poll. */
	excluded?: true;
}

/** What a webhook says. Nothing of it is put out before it was confirmed by reading. */
export interface Ring {
	type: 'commented' | 'deleted' | 'record';
	record: string;
	comment?: string;
	deletedBy?: { code: string; name: string };
	deletedAt?: string;
}

/** What polls and webhooks of a node share in this process; lost when n8n is restarted. */
export class Shared {
	private newest = '';
	private since = 0;
	/** Record ID or another key → highest revision that was taken to be put out. */
	private readonly told = new Map<string, Told>();
	/** Changes of polls and webhooks that have not ended yet. */
	private readonly underWay = new Set<Taken>();
	/** Records that webhooks have passed, and no poll since. */
	private readonly brought = new Map<number, PassedRecord>();
	/** Webhooks that could not be read back. The next poll tries again. */
	waiting: Ring[] = [];
	/** Why a webhook was given up, until a poll has told it. */
	refusal: Error | undefined;

	/** Notes a time of the service that was seen. */
	see(time: string, passedMs: number): void {
		if (time <= this.newest) return;
		this.newest = time;
		this.since = passedMs;
	}

	/** The minute before which all minutes are settled, as far as is known. */
	settled(passedMs: number): string {
		if (this.newest === '') return '';
		if (passedMs - this.since >= OPEN_MS) return addMinutes(this.newest, 1);
		return settledBefore(this.newest);
	}

	/**
	 * Takes a change to put it out; undefined if it, or a later one of the record, was taken before.
	 * What polls have put out, the state tells polls: n8n drops the output and the state of a poll
	 * that is running when the workflow is published.
	 */
	take(key: string, { revision, byPoll }: Told): Taken | undefined {
		const before = this.told.get(key);
		const isPolledAgain = byPoll && before?.byPoll;
		if (before !== undefined && before.revision >= revision && !isPolledAgain) return undefined;
		this.told.delete(key);
		this.told.set(key, { revision, byPoll });
		dropOldest(this.told);
		const taken = { key, revision, before };
		this.underWay.add(taken);
		return taken;
	}

	/** Whether a poll or webhook that has not ended yet puts out a change. */
	isUnderWay(key: string): boolean {
		return [...this.underWay].some((taken) => taken.key === key);
	}

	/** Notes that a poll or webhook has ended. */
	end(changes: Taken[]): void {
		for (const taken of changes) this.underWay.delete(taken);
	}

	/** A record as the last webhook has brought it, unless a poll has passed it since. */
	broughtOf(id: number): PassedRecord | undefined {
		return this.brought.get(id);
	}

	/** Notes the records that a webhook has passed. The polls keep theirs in the state. */
	bring(records: Iterable<readonly [number, PassedRecord]>): void {
		for (const [id, record] of records) {
			if ((this.brought.get(id)?.revision ?? 0) > record.revision) continue;
			this.brought.delete(id);
			this.brought.set(id, record);
			dropOldest(this.brought);
		}
	}

	/**
	 * What webhooks have brought last, to be kept with the state.
	 * @param passed records that a poll has passed now
	 */
	stored(passed?: ReadonlyMap<number, PassedRecord>): { brought?: Record<string, PassedRecord> } {
		const isOpen = ([id, { revision }]: [number, PassedRecord]) =>
			revision > (passed?.get(id)?.revision ?? 0);
		const brought = [...this.brought].filter(isOpen).slice(-MOST_STORED);
		return brought.length > 0 ? { brought: Object.fromEntries(brought) } : {};
	}

	/** Takes over what webhooks have brought to another process. */
	restore(stored: Record<string, PassedRecord> = {}): void {
		const records = Object.entries(stored).map(([id, record]) => [Number(id), record] as const);
		for (const [id, { revision }] of records) this.take(String(id), { revision, byPoll: false });
		this.bring(records);
	}

	/** Forgets what webhooks have brought of records that a poll has passed. */
	passed(records: Iterable<[number, PassedRecord]>): void {
		for (const [id, { revision }] of records) {
			if ((this.brought.get(id)?.revision ?? Infinity) <= revision) this.brought.delete(id);
		}
	}

	/** The revision that was taken last. */
	latest(key: string): number {
		return this.told.get(key)?.revision ?? 0;
	}

	/** Gives a change back that was not put out after all. */
	giveBack({ key, revision, before }: Taken): void {
		if (this.told.get(key)?.revision !== revision) return;
		if (before === undefined) this.told.delete(key);
		else this.told.set(key, before);
	}

	/** Forgets webhooks that were answered or given up. */
	leave(rings: readonly Ring[]): void {
		this.waiting = this.waiting.filter((ring) => !rings.includes(ring));
		this.refusal = undefined;
	}

	/** Keeps a webhook for the next poll. */
	wait(ring: Ring): void {
		this.waiting.push(ring);
		if (this.waiting.length > MOST_WAITING) this.waiting.shift();
	}
}

function dropOldest<Key>(map: Map<Key, unknown>): void {
	if (map.size <= MOST_TOLD) return;
	for (const oldest of map.keys()) {
		map.delete(oldest);
		return;
	}
}

export const shared = new NodeMemory(() => new Shared());
