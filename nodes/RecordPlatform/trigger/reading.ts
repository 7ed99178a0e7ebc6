import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { reading } from '../../shared/request';
import { both, type QueryParts } from '../query/parts';
import { idOf, PAGE, pageRequest, type Reading, recordsOf, totalOf } from '../reading/request';
import { valueOf } from '../codec/cells';
import { pagesById } from '../reading/current';
import type { Codes, Settings } from './settings';
import {
	addMinutes,
	conditionAfter,
	conditionWithin,
	isAfter,
	minuteOf,
	type RecordVersion,
	type Watermark,
} from './watermark';

/** A record with its version, which orders the changes. */
export interface ChangedRecord extends RecordVersion {
	cells: IDataObject;
	/** It doesn't meet the conditions, or is outdated. */
	excluded?: true;
	/** It was changed since it was read, and will be read again. */
	outdated?: true;
}

/** Reads the chosen app's records by their updated time. */
export class RecordReader {
	constructor(
		readonly item: ItemContext,
		readonly settings: Settings,
		readonly codes: Codes,
		/** Whether the codes were read just now. */
		private readonly isFresh = true,
	) {}

	/**
	 * One page of records that can start the workflow, in the order of their changes.
	 * Records with a future time are left out until the service's clock has reached it.
	 */
	async page(parts: Partial<QueryParts> & { condition: string }): Promise<ChangedRecord[]> {
		const { fields, condition } = this.settings;
		const wanted = fields.length > 0 ? [...new Set([...fields, ...this.needed])] : [];
		const all = both(condition, parts.condition);
		const query = { limit: PAGE, order: this.inOrder, ...parts, condition: all };
		return this.checked(await this.read(query, wanted));
	}

	/** A page that includes records that don't meet the conditions, with only the fields that are remembered. */
	async anyPage(parts: QueryParts): Promise<ChangedRecord[]> {
		return this.checked(await this.read(parts, this.needed));
	}

	/** Records of `anyPage`: those that can start the workflow with their fields, the others marked. */
	async sifted(records: ChangedRecord[]): Promise<ChangedRecord[]> {
		const ids = `$id in (${records.map(({ id }) => `"${id}"`).join(', ')})`;
		const found = records.length > 0 ? await this.page({ condition: ids }) : [];
		const byId = new Map(found.map((record) => [record.id, record]));
		return records.map((record) => {
			const one = byId.get(record.id);
			if (one?.revision === record.revision) return one;
			return { ...record, excluded: true, ...(one && { outdated: true }) };
		});
	}

	/** The records. Throws `InputError` if they lack a watched field: it would count as not changed. */
	checked(records: ChangedRecord[]): ChangedRecord[] {
		const { watched, events } = this.settings;
		const isMissing = (code: string) => records.some(({ cells }) => !(code in cells));
		const { status } = this.codes;
		// It is missing, too, while process management is off.
		const mayBeRenamed = !this.isFresh && events.has('statusChanged') && status !== '';
		if (mayBeRenamed && isMissing(status)) throw new UnreadableField(status);
		const missing = watched.find(isMissing);
		if (missing === undefined) return records;
		throw new InputError(
			`The records have no field ${quoteShort(missing)}, which is watched`,
			'It was renamed or removed, or the credential has no permission to view it. Select the field again in "Watched Field Names or IDs"',
		);
	}

	/**
	 * Records after a mark, page by page, in the order of their minutes and IDs. Throws `InputError` if
	 * the service returns others.
	 * @param read reads a page
	 * @param first the first page, if it was read before
	 */
	async *after(
		from: Pick<Watermark, 'id' | 'time'>,
		read: (parts: QueryParts) => Promise<ChangedRecord[]>,
		first?: ChangedRecord[],
	): AsyncGenerator<{ records: ChangedRecord[]; more: boolean }> {
		const { updated } = this.codes;
		const { inOrder, reached } = this;
		let page = first;
		for (let at = from; ; page = undefined) {
			const condition = both(reached, conditionAfter(at, updated));
			page ??= await read({ condition, order: inOrder, limit: PAGE });
			// Other records would be read again and again.
			if (!page.every((one) => isAfter(one, at))) throw unexpectedResponse(true);
			page.sort((one, other) => (isAfter(one, other) ? 1 : -1));
			const minute = page.at(-1)?.time;
			if (minute === undefined || page.length < PAGE) return yield { records: page, more: false };
			// The last minute may go on in the next page.
			const whole = page.filter(({ time }) => time < minute);
			if (whole.length > 0) {
				yield { records: whole, more: true };
				at = { time: minute, id: 0 };
				continue;
			}
			for (at = at.time === minute ? at : { time: minute, id: 0 }; ;) {
				const within = conditionWithin(at, updated);
				const records = await read({ condition: within, order: '$id asc', limit: PAGE });
				if (!records.every((one, n) => one.id > (records[n - 1]?.id ?? at.id))) {
					throw unexpectedResponse(true);
				}
				yield { records, more: true };
				if (records.length < PAGE) break;
				at = { time: minute, id: records.at(-1)?.id ?? at.id };
			}
			at = { time: addMinutes(minute, 1), id: 0 };
		}
	}

	/** The version of the first record of the app in an order; undefined without records. */
	async first(order: string, condition = ''): Promise<RecordVersion | undefined> {
		return (await this.versions({ condition, order, limit: 1 }))[0];
	}

	/** The newest change of the app. */
	async newest(): Promise<RecordVersion | undefined> {
		return await this.first(`${this.codes.updated} desc`, this.reached);
	}

	/** Records of the app, also those that can't start the workflow, with their versions only. */
	async versions(parts: QueryParts): Promise<ChangedRecord[]> {
		return await this.read(parts, ['$id', '$revision', this.codes.updated]);
	}

	/** The IDs of all records, oldest first. */
	all(): ReturnType<typeof pagesById> {
		const { spec, app } = this.settings;
		return pagesById({ path: spec.path, app, condition: '', fields: ['$id'] }, this.item);
	}

	/** The newest record IDs of the app, newest first, and how many records it has. */
	async newestIds(): Promise<{ ids: number[]; total: number }> {
		const query = { condition: '', order: '$id desc', limit: PAGE };
		const reading = this.reading(query, ['$id'], true);
		const body = await this.item.request(pageRequest(reading, query, true));
		return { ids: recordsOf(body).map(idOf), total: Number(totalOf(body) ?? NaN) };
	}

	/** Reads something else of the app, for example one record. Throws `RequestError`. */
	async get(path: string, query: IDataObject): Promise<unknown> {
		const { spec, app } = this.settings;
		const full = spec.path.replace(/records\.json$/, path);
		return await this.item.request(reading(full, { query: { app, ...query } }));
	}

	/** The fields whose values are remembered, in an order that the person's choice doesn't change. */
	get remembered(): string[] {
		const { settings, codes } = this;
		const byStatus = settings.events.has('statusChanged') && codes.status !== '';
		return [...new Set([...settings.watched, ...(byStatus ? [codes.status] : [])])].sort();
	}

	/** Codes of the fields that the trigger itself needs. */
	get needed(): string[] {
		const { updated, modifier, creator, status } = this.codes;
		const own = ['$id', '$revision', updated, modifier, creator, status];
		return [...new Set([...own, ...this.settings.watched])].filter((code) => code !== '');
	}

	get inOrder(): string {
		return `${this.codes.updated} asc, $id asc`;
	}

	/** Selects times that the service's clock has reached. */
	get reached(): string {
		return `${this.codes.updated} <= NOW()`;
	}

	/** Records in an order, with the fields that are named. Throws `RequestError` and `InputError`. */
	async read(query: QueryParts, fields: string[]): Promise<ChangedRecord[]> {
		const reading = this.reading(query, fields, false);
		const records = recordsOf(await this.item.request(pageRequest(reading, query, false)));
		return records.map((cells) => this.versionOf(cells));
	}

	private reading(query: QueryParts, fields: string[], totalCount: boolean): Reading {
		return { spec: this.settings.spec, query, fields, wanted: PAGE, totalCount };
	}

	versionOf(cells: IDataObject): ChangedRecord {
		const time = valueOf(cells[this.codes.updated]);
		const revision = valueOf(cells.$revision);
		if (typeof time !== 'string') throw new UnreadableField(this.codes.updated);
		if (typeof revision !== 'string') throw unexpectedResponse(true);
		return { time: minuteOf(time), id: idOf(cells), revision, cells };
	}
}

/** A field that the trigger itself needs was renamed, or must not be viewed. */
export class UnreadableField extends InputError {
	constructor(code: string) {
		super(
			`The field "${code}" of the records can't be read`,
			'The trigger finds changes, and users to ignore, by this field. Give the user of the credential permission to view it',
		);
	}
}
