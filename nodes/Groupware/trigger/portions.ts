import type { ItemView, RequestSpec } from '../../shared/catalogue';
import { pagesInTurn } from '../../shared/run/paginate';
import { pages } from '../values/pages';

/** Changes that a poll returns at most. The next polls return the others. */
export const PER_POLL = 5000;

/** The pages of a list, one at a time. */
export function pagesOf(spec: Omit<RequestSpec, 'repeatable'>, key: string, item: ItemView) {
	return pagesInTurn(pages({ ...spec, repeatable: true }, key), item);
}

/**
 * Keeps the oldest of the changes that it is given, `PER_POLL` and all others of the same time as
 * the last one: what is left is later, so a time tells how far the changes were returned.
 */
export class Oldest<Entry> {
	private kept: Array<{ entry: Entry; at: number }> = [];
	private given = 0;
	private room = 2 * PER_POLL;
	/** Changes from this time on are left. */
	private leftFrom: number | string | undefined;

	constructor(private readonly timeOf: (entry: Entry) => number | string) {}

	add(entry: Entry): void {
		if (this.leftFrom !== undefined && this.timeOf(entry) >= this.leftFrom) return;
		this.kept.push({ entry, at: this.given++ });
		if (this.kept.length < this.room) return;
		this.cut();
		this.room = 2 * Math.max(this.kept.length, PER_POLL);
	}

	/** The changes, oldest first, and whether others are left. In the lists, the newest comes first. */
	take(): { entries: Entry[]; left: boolean } {
		this.cut();
		return { entries: this.kept.map(({ entry }) => entry), left: this.leftFrom !== undefined };
	}

	private cut(): void {
		const { kept, timeOf } = this;
		kept.sort((one, other) => {
			const [time, otherTime] = [timeOf(one.entry), timeOf(other.entry)];
			return time < otherTime ? -1 : time > otherTime ? 1 : other.at - one.at;
		});
		const last = kept[PER_POLL - 1];
		if (last === undefined) return;
		const end = kept.findIndex(({ entry }) => timeOf(entry) > timeOf(last.entry));
		const next = kept[end];
		if (next === undefined) return;
		this.leftFrom = timeOf(next.entry);
		this.kept = kept.slice(0, end);
	}
}
