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

/** A change that was taken to be put out. */
export interface Taken {
	key: string;
	revision: number;
	before: number | undefined;
}

/** A record as it was passed: its revision, and short forms of its watched values. */
export interface PassedRecord {
	revision: number;
	watched: string;
	status: string;
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
	private readonly told = new Map<string, number>();
	/** Records that webhooks have passed, and no poll since. */
	private readonly brought = new Map<number, PassedRecord>();
	/** Webhooks that could not be read back. The next poll tries again. */
	waiting: Ring[] = [];

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

	/** Takes a change to put it out; undefined if it, or a later one of the record, was taken before. */
	take(key: string, revision = 1): Taken | undefined {
		const before = this.told.get(key);
		if (before !== undefined && before >= revision) return undefined;
		this.told.delete(key);
		this.told.set(key, revision);
		dropOldest(this.told);
		return { key, revision, before };
	}

	/** A record as the last webhook has brought it, unless a poll has passed it since. */
	broughtOf(id: number): PassedRecord | undefined {
		return this.brought.get(id);
	}

	/** Notes the records that a webhook has passed. The polls keep theirs in the state. */
	bring(records: Iterable<[number, PassedRecord]>): void {
		for (const [id, record] of records) {
			if ((this.brought.get(id)?.revision ?? 0) > record.revision) continue;
			this.brought.delete(id);
			this.brought.set(id, record);
			dropOldest(this.brought);
		}
	}

	/** Forgets what webhooks have brought of records that a poll has passed. */
	passed(records: Iterable<[number, PassedRecord]>): void {
		for (const [id, { revision }] of records) {
			if ((this.brought.get(id)?.revision ?? Infinity) <= revision) this.brought.delete(id);
		}
	}

	/** The revision that was taken last. */
	latest(key: string): number {
		return this.told.get(key) ?? 0;
	}

	/** Gives a change back that was not put out after all. */
	giveBack({ key, revision, before }: Taken): void {
		if (this.told.get(key) !== revision) return;
		if (before === undefined) this.told.delete(key);
		else this.told.set(key, before);
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
