import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { NodeMemory, type PollTime } from '../../shared/trigger';
import { unexpectedResponse } from '../../shared/errors';
import { both, type QueryParts } from '../query/parts';
import { PAGE } from '../query/reading/request';
import { comparedIds } from './deleted';
import type { PassedRecord, Shared, Taken } from './memory';
import type { Change } from './output';
import { type Changed, keyOf, type RecordReader, valueOf } from './reading';
import { add, type Ranges } from './ranges';
import { afterPoll, type Codes, type Selection } from './selection';
import { Watched, type WatchedState } from './watched';
import { conditionAfter, isAfter, Passing, settledBefore, type Watermark } from './watermark';

/** What the trigger keeps in the workflow's static data. */
export interface State {
	/** The app and the start that it belongs to. */
	source: string;
	codes: Codes;
	/** What selected the records of the last poll; missing in what earlier versions kept. */
	selection?: Selection;
	mark: Watermark;
	watched?: WatchedState | undefined;
	statuses?: WatchedState | undefined;
	/** IDs of all records, to find deleted ones. */
	ids?: Ranges;
	/** When all of them were compared last, in milliseconds since 1970. */
	comparedAt?: number | undefined;
	/** Whether the start has not been reached yet. */
	waits?: boolean;
	/** What webhooks have brought since, by record ID. */
	brought?: Record<string, PassedRecord>;
}

/** The state after the last poll of a node in this process, for its webhooks. */
export const latest = new NodeMemory<{
	state?: State;
	/** The same, if the poll has started nothing: n8n doesn't store it. */
	quiet?: State | undefined;
}>(() => ({}));

/** How often the IDs of all records are compared, also if their number fits. */
const COMPARED_EVERY_MS = 86_400_000;

/** Whether two states are of the same poll, whatever webhooks have noted in one of them. */
export function isOfSamePoll(one: State, other: State): boolean {
	const ofPoll = (state: State) => JSON.stringify({ ...state, brought: undefined, ids: undefined });
	return ofPoll(one) === ofPoll(other);
}

/** Records that a poll passes at most, also those that start nothing. */
export const MOST_PASSED = 50_000;

/** The fields whose values are remembered. */
export function watchedBy({ settings, codes }: RecordReader): {
	watched: string[];
	statuses: string[];
} {
	const byStatus = settings.events.has('statusChanged') && codes.status !== '';
	return { watched: settings.watched, statuses: byStatus ? [codes.status] : [] };
}

/** Whether a state has the values of all fields that are remembered now. */
export function knowsWatched(state: State, reader: RecordReader): boolean {
	const { watched, statuses } = watchedBy(reader);
	return (
		watched.every((code) => state.watched?.fields.includes(code)) &&
		statuses.every((code) => state.statuses?.fields.includes(code))
	);
}

/** The state with the code that the status field has now: its values are the same. */
export function withStatusOf(state: State, { codes }: RecordReader): State {
	const { statuses } = state;
	if (statuses === undefined || codes.status === state.codes.status) return state;
	return { ...state, statuses: { ...statuses, fields: [codes.status] } };
}

function deletionOf(record: string): string {
	return `${record}:deleted`;
}

/** One poll of an active workflow. */
export class PollRun {
	/** What the poll puts out, in order. */
	private readonly changes: Array<Change & { taken: Taken }> = [];
	private readonly passing: Passing;
	private readonly watched: Watched;
	private readonly statuses: Watched;
	/** The records of this run, to know them again when webhooks and polls follow. */
	readonly noted = new Map<number, PassedRecord>();
	private passed = 0;
	private complete = false;
	/** The last new record with an old time that was passed, if others are left. */
	private old: number | undefined;
	private ids: Ranges | undefined;
	private comparedAt: number | undefined;
	/** New records that were changed since, and whether a user has added them who is ignored. */
	private readonly addedByIgnored = new Map<number, boolean>();
	/** The status of new records, if it was asked for. */
	private initial: { status: string | undefined } | undefined;

	constructor(
		readonly reader: RecordReader,
		private readonly memory: Shared,
		private readonly before: State,
		private readonly time: Pick<PollTime, 'isUp'>,
		private readonly byPoll = true,
	) {
		const { watched, statuses } = watchedBy(reader);
		this.passing = new Passing(before.mark, memory.settled(performance.now()));
		this.watched = new Watched(watched, before.watched);
		this.statuses = new Watched(statuses, before.statuses);
	}

	async read(): Promise<void> {
		const { mark } = this.before;
		const { reader, readsAny } = this;
		const { codes, reached, inOrder } = reader;
		const all = both(reached, conditionAfter(mark, codes.updated));
		// New records can be written with an old updated time. One request for both, so that a poll
		// without changes costs no more.
		const old = (id: number) => `$id > "${id}" and ${codes.updated} < "${mark.time}"`;
		// Nothing is remembered of new records that can't start the workflow.
		const oldest = readsAny ? both(reader.condition, old(mark.oldest)) : old(mark.oldest);
		const read = async (parts: QueryParts) => await this.page(parts, readsAny);
		const page = await read({
			condition: mark.time === '' ? all : `(${all}) or (${oldest})`,
			order: inOrder,
			limit: PAGE,
		});
		const hasOld = page.some(({ time }) => time < mark.time);
		if (hasOld && !(await this.passOld(old))) return;
		// The page is read again where more follow, after the service's clock is known.
		const hasMore = page.length === PAGE;
		if (hasMore) await this.askNewest();
		const first = hasOld || hasMore ? undefined : page;
		for await (const { records, more } of reader.after(mark, read, first)) {
			for (const record of await this.sifted(records)) if (!this.take(record)) return;
			const end = records.at(-1)?.time;
			if (more && end !== undefined) this.passing.covered(end);
			if (more && this.time.isUp) return;
		}
		this.complete = true;
	}

	/**
	 * Whether records that can't start the workflow are read, too. Otherwise, a change away from a
	 * watched value and back could not be told from no change.
	 */
	private get readsAny(): boolean {
		const { watched, statuses } = watchedBy(this.reader);
		return watched.length + statuses.length > 0 && !this.reader.seesAll;
	}

	/** Finds out which records can start the workflow, if they were read without the conditions. */
	private async sifted(records: Changed[]): Promise<Changed[]> {
		if (!this.readsAny) return records;
		const open = records.filter((record) => !this.passing.isDone(record));
		const sifted = new Map((await this.reader.sifted(open)).map((record) => [record.id, record]));
		return records.map((record) => sifted.get(record.id) ?? record);
	}

	/** One page of records, and what it tells of the service's clock. */
	private async page(parts: QueryParts, any = false): Promise<Changed[]> {
		// Only what was known before a page was read says which of its minutes are settled.
		this.passing.settle(this.memory.settled(performance.now()));
		const records = await (any ? this.reader.anyPage(parts) : this.reader.page(parts));
		for (const { time } of records) {
			this.memory.see(time, performance.now());
			this.passing.settle(settledBefore(time));
		}
		await this.askCreators(records);
		await this.askInitial(records);
		return records;
	}

	/**
	 * Asks who has added new records that were changed before a poll has seen them. With Ignore Own
	 * Changes, the poll doesn't read what the workflow adds, and only sees the first change by others.
	 */
	private async askCreators(records: Changed[]): Promise<void> {
		const { reader, passing, addedByIgnored } = this;
		if (!reader.settings.events.has('created') || !reader.ignoresAny) return;
		const open = records.filter(
			(record) =>
				record.revision !== '1' &&
				!addedByIgnored.has(record.id) &&
				!passing.isDone(record) &&
				passing.isNew(record, reader.seesAll),
		);
		if (open.length === 0) return;
		const found = await reader.addedByIgnored(open);
		for (const { id } of open) addedByIgnored.set(id, found.has(id));
	}

	/** Asks for the status of new records if one of them was changed before a poll has seen it. */
	private async askInitial(records: Changed[]): Promise<void> {
		const { reader, passing } = this;
		if (this.initial || watchedBy(reader).statuses.length === 0) return;
		const isNew = (record: Changed) =>
			record.revision !== '1' && !passing.isDone(record) && passing.isNew(record, reader.seesAll);
		const countsAsCreated = ({ id }: Changed) =>
			reader.settings.events.has('created') && this.addedByIgnored.get(id) !== true;
		if (!records.some((record) => isNew(record) && !countsAsCreated(record))) return;
		this.initial = { status: await reader.initialStatus() };
	}

	/** Passes new records with an old time. False if some are left. */
	private async passOld(condition: (after: number) => string): Promise<boolean> {
		let last = this.before.mark.oldest;
		this.old = last;
		for (;;) {
			const records = await this.page({
				condition: condition(last),
				order: '$id asc',
				limit: PAGE,
			});
			for (const record of records) {
				// Records in another order would be read again and again.
				if (record.id <= last) throw unexpectedResponse(true);
				if (!this.take(record)) return false;
				last = record.id;
				this.old = last;
			}
			if (records.length < PAGE) break;
			if (this.time.isUp) return false;
		}
		this.old = undefined;
		return true;
	}

	/** How far the service's clock is; the records of this poll may be old. */
	private async askNewest(): Promise<void> {
		const { codes, reached } = this.reader;
		const newest = await this.reader.first(`${codes.updated} desc`, reached);
		if (newest) this.memory.see(newest.time, performance.now());
	}

	/** Passes a record. False if it is left for the next poll. */
	private take(record: Changed): boolean {
		const { passing, reader, memory } = this;
		const done = passing.isDone(record);
		const full = this.changes.length >= reader.settings.perPoll || this.passed >= MOST_PASSED;
		if (!done && (full || (!record.excluded && passing.isFull(record)))) return false;
		this.passed += done ? 0 : 1;
		if (record.excluded) {
			this.noteExcluded(record);
			return true;
		}
		const event = done ? undefined : this.eventOf(record);
		passing.pass(record);
		const revision = Number(record.revision);
		const taken = event && memory.take(String(record.id), { revision, byPoll: this.byPoll });
		if (taken) this.changes.push({ event, key: keyOf(record), cells: record.cells, taken });
		return true;
	}

	/** Reads a record that a webhook has named and passes it, unless it hasn't changed. */
	async look(condition: string): Promise<void> {
		const { mark } = this.before;
		// A record with a future time says nothing of the service's clock, and waits for a poll.
		const parts = { condition: both(this.reader.reached, condition), order: '', limit: 1 };
		const page = await (this.readsAny ? this.reader.anyPage(parts) : this.reader.page(parts));
		const changed = page.filter((record) => isAfter(record, mark) || record.id > mark.oldest);
		for (const { time } of page) this.memory.see(time, performance.now());
		await this.askCreators(changed);
		await this.askInitial(changed);
		for (const record of await this.sifted(changed)) this.take(record);
	}

	private eventOf(record: Changed): Change['event'] | undefined {
		const { settings, codes } = this.reader;
		const { events, ignored, watched } = settings;
		const { id, revision, cells } = record;
		const brought = this.memory.broughtOf(id);
		const now = {
			revision: Number(revision),
			watched: this.watched.valuesOf(cells, id, brought?.watched),
			status: this.statuses.valuesOf(cells, id, brought?.status),
		};
		// All are noted, also for records that start nothing.
		this.noted.set(id, now);
		const valuesChanged =
			this.watched.changed(id, now.watched, brought?.watched) || watched.length === 0;
		const statusChanged = this.statuses.changed(id, now.status, brought?.status);
		const isFirst = brought === undefined || brought.excluded === true;
		const isNew = isFirst && this.passing.isNew(record, this.reader.seesAll);
		const modifier = valueOf(cells, codes.modifier) as { code?: string } | undefined;
		if (ignored.has(modifier?.code?.toLowerCase() ?? '')) return undefined;
		const isByIgnored = this.addedByIgnored.get(id) === true;
		if (isNew && events.has('created') && !isByIgnored) return 'created';
		if (isNew && revision === '1') return undefined;
		const isInitial = isNew && this.initial?.status === valueOf(cells, codes.status);
		if (statusChanged && !isInitial) return 'statusChanged';
		return events.has('updated') && valuesChanged ? 'updated' : undefined;
	}

	/** Remembers a record that can't start the workflow. */
	private noteExcluded(record: Changed): void {
		const { id, revision, cells, excluded } = record;
		const brought = this.memory.broughtOf(id);
		const note = (fields: Watched, before: string | undefined) => {
			const values = fields.valuesOf(cells, id, before);
			if (excluded === 'conditions') return fields.keep(id, values, before);
			// As with Ignore Users, the next change of another user is compared with these values.
			fields.changed(id, values);
			return values;
		};
		this.noted.set(id, {
			revision: Number(revision),
			watched: note(this.watched, brought?.watched),
			status: note(this.statuses, brought?.status),
			...((brought === undefined || brought.excluded) && { excluded: true }),
		});
		this.passing.skip(record);
	}

	/** Looks for deleted records, if the person wants that. */
	async compareIds(): Promise<void> {
		if (!this.reader.settings.findDeleted) return;
		const before = this.before.ids?.map(([from, to]): [number, number] => [from, to]);
		// A record that this poll has read can be gone by now.
		if (before) for (const id of this.noted.keys()) add(before, id);
		const now = Date.now();
		const isDue = !(now - (this.before.comparedAt ?? 0) < COMPARED_EVERY_MS);
		const { known, deleted } = await comparedIds(this.reader, before, isDue);
		this.comparedAt = isDue ? now : this.before.comparedAt;
		this.ids = known;
		for (const id of deleted) this.noteDeleted(String(id));
	}

	noteDeleted(id: string, more: IDataObject = {}): void {
		const key = deletionOf(id);
		const taken = this.takeOnce(key);
		const cells = { $id: { type: '__ID__', value: id } };
		if (taken) this.changes.push({ event: 'deleted', key, cells, more, taken });
	}

	noteComment({ id, cells }: Changed, comment: IDataObject): void {
		const key = `${id}:comment:${String(comment.id)}`;
		const taken = this.takeOnce(key);
		const more = { $comment: comment };
		if (taken) this.changes.push({ event: 'commented', key, cells, more, taken });
	}

	/** Takes a change that has no revision. */
	private takeOnce(key: string): Taken | undefined {
		if (this.changes.some(({ taken }) => taken.key === key)) return undefined;
		return this.memory.take(key, { revision: 1, byPoll: this.byPoll });
	}

	/**
	 * The changes, without those of which another run has taken a later one: otherwise, the older values
	 * would come after the newer ones, and a new record would be new twice.
	 */
	private get open(): Array<Change & { taken: Taken }> {
		const own = new Map(this.changes.map(({ taken }) => [taken.key, taken.revision]));
		const isLast = (key: string) => this.memory.latest(key) <= (own.get(key) ?? 0);
		return this.changes.filter(({ taken: { key } }) => isLast(key) && isLast(deletionOf(key)));
	}

	/** The items of the changes. Making them can take long, because files are downloaded. */
	async itemsBy(
		make: (changes: Change[]) => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const { open } = this;
		const items = await make(open);
		const left = new Set(this.open);
		const outdated = new Set(open.filter((change) => !left.has(change)).map(({ key }) => key));
		return items.filter(({ json }) => !outdated.has(String(json.$key)));
	}

	/** The records of this run, without those of which another one has taken a change. */
	get brought(): Array<[number, PassedRecord]> {
		const own = new Set(this.changes.map(({ taken }) => taken.key));
		const open = new Set(this.open.map(({ taken }) => taken.key));
		const isOther = (key: string) => (own.has(key) ? !open.has(key) : this.memory.isUnderWay(key));
		return [...this.noted].filter(([id]) => !isOther(String(id)));
	}

	/** Waits for the rest of a poll or webhook. If it fails, the changes can be put out later. */
	async orGiveBack<Result>(rest: Promise<Result>): Promise<Result> {
		let isDone = false;
		try {
			const result = await rest;
			isDone = true;
			return result;
		} finally {
			if (!isDone) {
				for (const { taken } of this.changes.toReversed()) this.memory.giveBack(taken);
			}
			this.memory.end(this.changes.map(({ taken }) => taken));
		}
	}

	/** What is kept once everything was put out. */
	get state(): State {
		const { complete, old, reader } = this;
		return {
			source: reader.settings.source,
			codes: reader.codes,
			...afterPoll(reader.selection, this.passing.watermark({ complete, old }), complete),
			...(this.watched.state && { watched: this.watched.state }),
			...(this.statuses.state && { statuses: this.statuses.state }),
			...(this.ids && { ids: this.ids, comparedAt: this.comparedAt }),
			...this.memory.stored(this.noted),
		};
	}
}
