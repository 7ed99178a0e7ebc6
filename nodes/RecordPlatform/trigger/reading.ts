import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';
import { RequestError, InputError, unexpectedResponse } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { both, type QueryParts } from '../query/parts';
import {
	idOf,
	PAGE,
	pageRequest,
	type Reading,
	recordsOf,
	totalOf,
} from '../query/reading/request';
import type { Cell } from '../values/decode';
import { isRefused, loadForm } from '../values/form';
import { type Codes, queriesOf, type Selection } from './selection';
import { ignoresUser, readCodes, type Settings } from './settings';
import {
	addMinutes,
	conditionAfter,
	conditionWithin,
	isAfter,
	minuteOf,
	type Place,
} from './watermark';

type Mark = Pick<Place, 'time' | 'id'>;

/** Comments that the service returns at most. */
export const COMMENTS = 10;

/** Fields that the form has and the records lack while a feature of the app is off. */
const SWITCHED_OFF = new Set(['CATEGORY', 'STATUS', 'STATUS_ASSIGNEE']);

/** A record with its place in the order of changes. */
export interface Changed extends Place {
	cells: IDataObject;
	/** Why it can't start the workflow, and is only remembered. */
	excluded?: 'conditions' | 'ownChange';
}

/** Reads the chosen app's records by their updated time. */
export class RecordReader {
	/** The one of the settings; for a while after these were changed, with what was selected before. */
	selection: Selection;

	constructor(
		private readonly item: ItemView,
		readonly settings: Settings,
		public codes: Codes,
	) {
		this.selection = settings.selection;
	}

	/**
	 * One page of records that can start the workflow, in the order of their changes.
	 * Records with a future time are left out until the service's clock has reached it.
	 */
	async page(
		parts: Partial<QueryParts> & { condition: string },
		selected = this.condition,
	): Promise<Changed[]> {
		const { fields } = this.settings;
		const wanted = fields.length > 0 ? [...new Set([...fields, ...this.needed])] : [];
		const all = both(selected, parts.condition);
		const query = { limit: PAGE, order: this.inOrder, ...parts, condition: all };
		return await this.withReturned(await this.withWatched(await this.read(query, wanted)));
	}

	/** The same with the records that can't start the workflow, and only what is remembered of them. */
	async anyPage(parts: QueryParts): Promise<Changed[]> {
		return await this.withWatched(await this.read(parts, this.needed));
	}

	/** Throws `InputError` if the records lack a watched field: it would count as not changed. */
	async withWatched<Records extends Array<Pick<Changed, 'cells'>>>(
		records: Records,
	): Promise<Records> {
		await this.checkCodes(records);
		const { missing, form } = await this.missing(records, this.settings.watched);
		const typeOf = new Map(form.map(({ code, type }) => [code, type]));
		const gone = missing.find((code) => !typeOf.has(code));
		if (gone !== undefined) {
			throw new InputError(
				`The app has no field ${quoteShort(gone)}, which is watched`,
				'It was renamed or removed. Select the field again in "Watched Field Names or IDs"',
			);
		}
		const hidden = missing.find((code) => !SWITCHED_OFF.has(typeOf.get(code) ?? ''));
		if (hidden === undefined) return records;
		throw new InputError(
			`The field ${quoteShort(hidden)} of the records can't be read, which is watched`,
			'Give the user of the credential permission to view it, or remove it from "Watched Field Names or IDs"',
		);
	}

	/**
	 * Throws `InputError` if the app has no field that a setting names: it would be left out of the items.
	 * One that the credential can't view is left out, as the service does.
	 */
	private async withReturned(records: Changed[]): Promise<Changed[]> {
		for (const { codes, setting } of this.settings.returned) {
			const { missing, form } = await this.missing(records, codes);
			const known = new Set(form.flatMap(({ code, columns = [] }) => [code, ...codesOf(columns)]));
			const gone = missing.find((code) => !known.has(code));
			if (gone !== undefined) throw noReturnedField(gone, setting);
		}
		return records;
	}

	/** Fields that records lack, and the form of the app; none if the form can't be read. */
	private async missing(records: Array<Pick<Changed, 'cells'>>, codes: string[]) {
		const missing = codes.filter((code) => records.some(({ cells }) => !(code in cells)));
		const { app, guestSpace } = this.settings;
		const form =
			missing.length > 0 ? await loadForm(this.item, app, guestSpace).catch(() => null) : [];
		return form === null ? { missing: [], form: [] } : { missing, form };
	}

	/**
	 * Throws `RenamedFields` if the records lack a built-in field that decides what starts the workflow,
	 * because it has another code, and `InputError` if users can't be ignored without it.
	 */
	private async checkCodes(records: Array<Pick<Changed, 'cells'>>): Promise<void> {
		const { codes, settings, item } = this;
		const lacks = (code: string) => records.some(({ cells }) => !(code in cells));
		const lacksStatus = settings.events.has('statusChanged') && lacks(codes.status);
		const asksUsers = settings.ignored.size > 0;
		const asksCreator = asksUsers && settings.events.has('created');
		const users = [codes.modifier, ...(asksCreator ? [codes.creator] : [])];
		const lackedUser = users.find((code) => asksUsers && lacks(code));
		if (!lacksStatus && lackedUser === undefined) return;
		const now = await readCodes(settings, item).catch((problem: unknown) => {
			if (isRefused(problem)) return codes;
			throw problem;
		});
		if (JSON.stringify(now) !== JSON.stringify(codes)) throw new RenamedFields(now);
		if (lackedUser !== undefined) {
			throw new InputError(
				`The field "${lackedUser}" of the records can't be read`,
				'Users are ignored by this field. Give the user of the credential permission to view it, or ignore no users',
			);
		}
	}

	/** Records of `anyPage`: those that can start the workflow with their fields, the others marked. */
	async sifted(records: Changed[]): Promise<Changed[]> {
		if (records.length === 0) return [];
		const ids = `$id in (${records.map(({ id }) => `"${id}"`).join(', ')})`;
		const found = await this.page({ condition: ids });
		const byKey = new Map(found.map((record) => [keyOf(record), record]));
		// A record that was changed in the meantime is not in it, and is read again later.
		const others = records.filter((record) => !byKey.has(keyOf(record)));
		const { own: query } = this.queries;
		const asksOwn = others.length > 0 && query !== undefined;
		const condition = both(query ?? '', ids);
		const own = asksOwn ? await this.places({ condition, order: '', limit: PAGE }) : [];
		const ownKeys = new Set(own.map(keyOf));
		return records.map((record) => {
			const excluded = ownKeys.has(keyOf(record)) ? 'ownChange' : 'conditions';
			return byKey.get(keyOf(record)) ?? { ...record, excluded };
		});
	}

	/**
	 * Records after a place, page by page, in the order of their minutes and IDs.
	 * @param read reads a page
	 * @param first the first page, if it was read before
	 */
	async *after(
		from: Mark,
		read: (parts: QueryParts) => Promise<Changed[]>,
		first?: Changed[],
	): AsyncGenerator<{ records: Changed[]; more: boolean }> {
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

	/** The place of the newest record of the app by an order; undefined without records. */
	async first(order: string, condition = ''): Promise<Changed | undefined> {
		const places = await this.places({ condition, order, limit: 1 });
		return places[0];
	}

	/** Records of the app, also those that can't start the workflow, with their places only. */
	async places(parts: QueryParts): Promise<Changed[]> {
		return await this.read(parts, ['$id', '$revision', this.codes.updated]);
	}

	/** The newest record IDs of the app, newest first, and how many records it has. */
	async newestIds(): Promise<{ ids: number[]; total: number }> {
		const query = { condition: '', order: '$id desc', limit: PAGE };
		const reading = this.reading(query, ['$id'], true);
		const body = await this.item.request(pageRequest(reading, query, true));
		return { ids: recordsOf(body).map(idOf), total: Number(totalOf(body) ?? NaN) };
	}

	/**
	 * Whether a record that can't be found is deleted. The service refuses a record that the credential may
	 * not view (403; recalled, not documented); it says that a deleted one isn't there (`GAIA_RE01`).
	 */
	async isDeleted(id: string): Promise<boolean> {
		const { spec, app } = this.settings;
		const path = spec.path.replace(/records\.json$/, 'record.json');
		const asking = this.item.request({ method: 'GET', path, query: { app, id }, repeatable: true });
		return await asking.then(
			() => false,
			(problem: unknown) => {
				if (!isRefused(problem)) throw problem;
				return (problem as RequestError).failure.explanation?.code === 'GAIA_RE01';
			},
		);
	}

	/** The status of new records; undefined if the credential can't read the settings of the app. */
	async initialStatus(): Promise<string | undefined> {
		const { spec, app } = this.settings;
		const path = spec.path.replace(/records\.json$/, 'app/status.json');
		const asking = this.item.request({ method: 'GET', path, query: { app }, repeatable: true });
		const body = await asking.catch((problem: unknown) => {
			if (isRefused(problem)) return undefined;
			throw problem;
		});
		const states = Object.values(objectOf(objectOf(body).states)).map(objectOf);
		const [first] = states.sort((one, other) => Number(one.index) - Number(other.index));
		return first && String(first.name);
	}

	/** The newest comments of a record, newest first. */
	async comments(record: string, offset: number): Promise<IDataObject[]> {
		const { spec, app } = this.settings;
		const path = spec.path.replace(/records\.json$/, 'record/comments.json');
		const query = { app, record, order: 'desc', offset, limit: COMMENTS };
		const body = await this.item.request({ method: 'GET', path, query, repeatable: true });
		const { comments } = objectOf(body);
		if (Array.isArray(comments)) return comments as IDataObject[];
		throw unexpectedResponse(true);
	}

	/** A record that meets the person's conditions, whoever has changed it. */
	async commentedRecord(condition: string): Promise<Changed | undefined> {
		const query = { condition, order: '', limit: 1 };
		const [record] = await this.page(query, this.settings.selection.condition);
		return record;
	}

	/** Whether what a user does starts nothing, for comments: their records tell other users. */
	async ignores(login: string): Promise<boolean> {
		const user = login.toLowerCase();
		if (this.settings.ignored.has(user)) return true;
		if (!ignoresUser(this.item)) return false;
		return user === (this.item.connection.login ?? (await this.ownLogin())).toLowerCase();
	}

	/** The login name of the credential's user: the service has no API for it. */
	private async ownLogin(): Promise<string> {
		const { modifier } = this.codes;
		const condition = `${modifier} in (LOGINUSER())`;
		const [own] = await this.read({ condition, order: '', limit: 1 }, this.needed);
		const { code } = objectOf(valueOf(own?.cells ?? {}, modifier));
		if (typeof code === 'string') return code;
		throw new InputError(
			'"Ignore Own Changes" can\'t tell which comments the user of the credential has written',
			'With OAuth2, the login name is taken from records that this user has changed last, and the app has none. Turn the option off, and enter the login name in "Ignore Users"',
		);
	}

	/** The IDs of those records that a user has added whose changes are ignored. */
	async addedByIgnored(records: Changed[]): Promise<Set<number>> {
		const { creator } = this.codes;
		const isIgnored = ({ cells }: Changed) => {
			const { code } = objectOf(valueOf(cells, creator));
			return typeof code === 'string' && this.settings.ignored.has(code.toLowerCase());
		};
		const added = new Set(records.filter(isIgnored).map(({ id }) => id));
		if (!ignoresUser(this.item)) return added;
		const ids = `$id in (${records.map(({ id }) => `"${id}"`).join(', ')})`;
		const condition = both(`${creator} in (LOGINUSER())`, ids);
		const own = await this.places({ condition, order: '', limit: PAGE });
		for (const { id } of own) added.add(id);
		return added;
	}

	/** Whether changes of some users are ignored. */
	get ignoresAny(): boolean {
		return this.settings.ignored.size > 0 || ignoresUser(this.item);
	}

	/** Whether every record can start the workflow. */
	get seesAll(): boolean {
		return this.condition === '';
	}

	/** Selects the records that can start the workflow. */
	get condition(): string {
		return this.queries.others;
	}

	private get queries(): ReturnType<typeof queriesOf> {
		return queriesOf(this.selection, this.codes, this.selection.login);
	}

	/** Codes of the fields that the trigger itself needs. */
	get needed(): string[] {
		const { updated, modifier, creator, status } = this.codes;
		const codes = [
			'$id',
			'$revision',
			updated,
			modifier,
			creator,
			status,
			...this.settings.watched,
		];
		return [...new Set(codes)].filter((code) => code !== '');
	}

	get inOrder(): string {
		return `${this.codes.updated} asc, $id asc`;
	}

	/** Selects times that the service's clock has reached. */
	get reached(): string {
		return `${this.codes.updated} <= NOW()`;
	}

	private async read(query: QueryParts, fields: string[]): Promise<Changed[]> {
		const reading = this.reading(query, fields, false);
		const records = recordsOf(await this.item.request(pageRequest(reading, query, false)));
		return records.map((cells) => this.placeOf(cells));
	}

	private reading(query: QueryParts, fields: string[], totalCount: boolean): Reading {
		return { spec: this.settings.spec, query, fields, wanted: PAGE, totalCount };
	}

	placeOf(cells: IDataObject): Changed {
		const time = valueOf(cells, this.codes.updated);
		const revision = valueOf(cells, '$revision');
		if (typeof time !== 'string') throw withoutTime(this.codes.updated);
		if (typeof revision !== 'string') throw unexpectedResponse(true);
		return { time: minuteOf(time), id: idOf(cells), revision, cells };
	}
}

/** Names a change: the same record has another revision after each change. */
export function keyOf({ id, revision }: Place): string {
	return `${id}:${revision}`;
}

function codesOf(fields: Array<{ code: string }>): string[] {
	return fields.map(({ code }) => code);
}

export function valueOf(cells: IDataObject, code: string): unknown {
	return (cells[code] as Cell | undefined)?.value;
}

function withoutTime(code: string): InputError {
	return new InputError(
		`The field "${code}" of the records can't be read`,
		'The trigger finds changes by this field. Give the user of the credential permission to view it',
	);
}

/** Built-in fields have other codes by now. */
class RenamedFields extends Error {
	constructor(readonly codes: Codes) {
		super('Built-in fields were renamed');
	}
}

/**
 * Runs a work with the known codes of the built-in fields. If the service refuses a request, the
 * codes are read anew: they can be renamed. So they are if records lack a field, because the service
 * ignores unknown codes of fields to return.
 */
export async function withCodes<Result>(
	settings: Settings,
	item: ItemView,
	known: Codes | undefined,
	work: (reader: RecordReader) => Promise<Result>,
): Promise<Result> {
	// Earlier versions kept no code of the creator.
	const codes = known?.creator === undefined ? await readCodes(settings, item) : known;
	const first = work(new RecordReader(item, settings, codes));
	return await first.catch(async (problem: unknown) => {
		if (problem instanceof RenamedFields) {
			return await work(new RecordReader(item, settings, problem.codes));
		}
		const refused = problem instanceof RequestError && problem.failure.outcome === 'refused';
		const now = known && refused ? await readCodes(settings, item).catch(() => known) : known;
		if (JSON.stringify(now) === JSON.stringify(known)) throw problem;
		return await work(new RecordReader(item, settings, now ?? codes));
	});
}

/** The error for a field that a setting names and the app doesn't have. */
function noReturnedField(code: string, setting: string): InputError {
	return new InputError(
		`The app has no field ${quoteShort(code)}`,
		`It was renamed or removed. Select the field again in "${setting}"`,
	);
}
