import type { IDataObject } from 'n8n-workflow';

import type { PollTime } from '../../shared/trigger';
import { unexpectedResponse } from '../../shared/errors';
import { both, type QueryParts } from '../query/parts';
import { PAGE } from '../reading/request';
import { comparedIds } from './deleted';
import type { ChangedRecord, RecordReader } from './reading';
import { add, type IdSet } from './idSet';
import type { TriggerEvent } from './parameters';
import type { Codes } from './settings';
import { isUserIgnored } from './users';
import { type FieldChanges, isBetween, Watched, type WatchedState } from './watched';
import {
	conditionAfter,
	daysAgo,
	Passing,
	type RecordVersion,
	type ServiceClock,
	type Watermark,
} from './watermark';

/** A record that starts the workflow. */
export interface RecordChange {
	event: TriggerEvent;
	/** Names the change, for Remove Duplicates (`17:3`). */
	key: string;
	cells: IDataObject;
	/** The remembered fields that have changed. */
	changed?: FieldChanges;
	/** Values beside the fields of the record. */
	more?: IDataObject;
}

/** What the trigger keeps in the workflow's static data. */
export interface State {
	/** What it belongs to: the service, the app, and how it was started. */
	source: string;
	codes: Codes;
	mark: Watermark;
	values?: WatchedState | undefined;
	/** IDs of all records, to find deleted ones. */
	ids?: IdSet | undefined;
	/** Keys of comments and deletions that were put out, which webhooks can report again. */
	reported?: string[];
}

/** Keys of comments and deletions that are remembered. */
const MOST_REPORTED = 1000;

/** One poll of an active workflow. */
export class PollRun {
	/** What the poll puts out, in order. */
	readonly changes: RecordChange[] = [];
	private readonly passing: Passing;
	private readonly values: Watched;
	private readonly reported: Set<string>;
	/** Records that were read. */
	private readonly read = new Set<number>();
	private complete = false;
	/** The last new record with an old time that was passed, if others are left. */
	private oldPassed: number | undefined;
	private askedHighest: number | undefined;
	/** The highest ID of a record that is known to have been there. */
	highestId: number;
	private ids: IdSet | undefined;

	constructor(
		readonly reader: RecordReader,
		private readonly clock: ServiceClock,
		private readonly before: State,
		private readonly time: Pick<PollTime, 'isUp'>,
	) {
		this.passing = new Passing(before.mark, clock.settled);
		this.values = new Watched(reader.remembered, reader.settings.keepsValues, before.values);
		this.reported = new Set(before.reported);
		this.highestId = before.mark.highest;
	}

	/** Reads the records that were changed since the last poll. */
	async readChanges(): Promise<void> {
		const { mark } = this.before;
		const { reader } = this;
		const { codes, reached, inOrder } = reader;
		const after = both(reached, conditionAfter(mark, codes.updated));
		// New records can be written with an old updated time. One request for both, so that a poll
		// without changes costs no more.
		const old = this.conditionOld(mark.oldAbove);
		const page = await this.page({
			condition: mark.time === '' ? after : `(${after}) or (${old})`,
			order: inOrder,
			limit: PAGE,
		});
		const hasOld = page.some(({ time }) => time < mark.time);
		if (hasOld && !(await this.passOld())) return;
		// The page is read again where more follow, after the service's clock is known.
		const hasMore = page.length === PAGE;
		if (hasMore) await this.askNewest();
		const first = hasOld || hasMore ? undefined : page;
		const read = async (parts: QueryParts) => await this.page(parts);
		for await (const { records, more } of reader.after(mark, read, first)) {
			for (const record of records) if (!(await this.take(record))) return;
			if (more && this.time.isUp) return;
		}
		this.complete = true;
		await this.skipDays();
	}

	/**
	 * Moves the mark after days in which nothing met the conditions: otherwise, other conditions would find
	 * what was changed in all this time.
	 */
	private async skipDays(): Promise<void> {
		if (this.before.mark.time >= daysAgo(2)) return;
		const { reader, passing } = this;
		const dayAgo = daysAgo(1);
		const last = await reader.first('$id desc', `${reader.codes.updated} < "${dayAgo}"`);
		this.askedHighest = last?.id;
		if (passing.settled < dayAgo) passing.settled = dayAgo;
	}

	/** One page of records, and what it tells of the service's clock. */
	private async page(parts: QueryParts): Promise<ChangedRecord[]> {
		const { reader } = this;
		// Values can change while a record doesn't meet the conditions, and change back.
		const readsAny = reader.remembered.length > 0 && reader.settings.condition !== '';
		const records = await (readsAny ? reader.anyPage(parts) : reader.page(parts));
		for (const { time } of records) this.clock.see(time);
		if (!readsAny) return records;
		const sifted = await reader.sifted(records.filter((one) => !this.passing.isDone(one)));
		const byId = new Map(sifted.map((one) => [one.id, one]));
		return records.map((one) => byId.get(one.id) ?? one);
	}

	/** Selects new records with an old time above an ID. */
	private conditionOld(id: number): string {
		return `$id > "${id}" and ${this.reader.codes.updated} < "${this.before.mark.time}"`;
	}

	/** Passes new records with an old time. False if some are left. */
	private async passOld(): Promise<boolean> {
		let last = this.before.mark.oldAbove;
		this.oldPassed = last;
		for (;;) {
			const condition = this.conditionOld(last);
			const records = await this.page({ condition, order: '$id asc', limit: PAGE });
			for (const record of records) {
				// Records in another order would be read again and again.
				if (record.id <= last) throw unexpectedResponse(true);
				if (!(await this.take(record))) return false;
				last = record.id;
				this.oldPassed = last;
			}
			if (records.length < PAGE) break;
			if (this.time.isUp) return false;
		}
		this.oldPassed = undefined;
		return true;
	}

	/** How far the service's clock is; the records of this poll may be old. */
	private async askNewest(): Promise<void> {
		const newest = await this.reader.newest();
		if (newest) this.clock.see(newest.time);
		this.passing.settled = this.clock.settled;
	}

	/** Passes a record. False if it is left for the next poll. */
	private async take(record: ChangedRecord): Promise<boolean> {
		const { passing, changes, reader } = this;
		const isDone = passing.isDone(record);
		const isFull = changes.length >= reader.settings.perPoll || passing.isFull(record);
		if (!isDone && isFull) return false;
		const change = isDone ? undefined : await this.changeOf(record);
		passing.pass({ ...record, ...(record.excluded && { skipped: true }) });
		this.read.add(record.id);
		this.highestId = Math.max(this.highestId, record.id);
		if (change) changes.push(change);
		return true;
	}

	private async changeOf(record: ChangedRecord): Promise<RecordChange | undefined> {
		if (record.outdated) return undefined;
		// It starts as soon as it meets the conditions, even with the old values. Of an ignored record,
		// the service does not tell who changed which field.
		const isIgnored = record.excluded ?? (await isUserIgnored(record, 'modifier', this.reader));
		const { id, cells } = record;
		const changed = this.values.note(id, cells, isIgnored);
		const event = isIgnored ? undefined : await this.eventOf(record, changed);
		return event && { event, key: recordKey(record), cells, changed };
	}

	private async eventOf(
		record: ChangedRecord,
		changed: FieldChanges,
	): Promise<TriggerEvent | undefined> {
		const { reader } = this;
		const { events, watched, between } = reader.settings;
		const zone = reader.item.timeZone;
		const isNew = this.passing.isNew(record);
		const mayBeCreated = isNew && events.has('created');
		if (mayBeCreated && !(await isUserIgnored(record, 'creator', reader))) return 'created';
		if (isNew && record.revision === '1') return undefined;
		const counts = (code: string) => isBetween(changed.get(code), between, { zone });
		if (events.has('statusChanged') && counts(reader.codes.status)) return 'statusChanged';
		const isAny = watched.length === 0 && !reader.settings.isLimited;
		const isWatched = isAny || watched.some(counts);
		return events.has('updated') && isWatched ? 'updated' : undefined;
	}

	/** Looks for deleted records, if the person wants that. */
	async compareIds(): Promise<void> {
		if (!this.reader.settings.findDeleted) return;
		const before = this.before.ids?.map(([from, to]): [number, number] => [from, to]);
		// A record that this poll has read can be gone by now.
		if (before) for (const id of this.read) add(before, id);
		const { known, deleted } = await comparedIds(this.reader, before);
		this.ids = known;
		for (const id of deleted) this.noteDeleted(String(id));
	}

	noteDeleted(id: string, more: IDataObject = {}): void {
		const cells = { $id: { type: '__ID__', value: id } };
		this.noteOnce({ event: 'deleted', key: `${id}:deleted`, cells, more });
	}

	noteComment({ id, cells }: ChangedRecord, comment: IDataObject): void {
		const key = `${id}:comment:${String(comment.id)}`;
		this.noteOnce({ event: 'commented', key, cells, more: { $comment: comment } });
	}

	private noteOnce(change: RecordChange): void {
		if (this.reported.has(change.key)) return;
		this.reported.add(change.key);
		this.changes.push(change);
	}

	/** What is kept once everything was put out. */
	get state(): State {
		const { complete, oldPassed, askedHighest: highest, reader, ids, reported } = this;
		return {
			source: reader.settings.source,
			codes: reader.codes,
			mark: this.passing.watermark({ complete, oldPassed, highest }),
			values: this.values.state,
			ids,
			reported: [...reported].slice(-MOST_REPORTED),
		};
	}
}

/** Names a change: the same record has another revision after each change. */
export function recordKey({ id, revision }: RecordVersion): string {
	return `${id}:${revision}`;
}
