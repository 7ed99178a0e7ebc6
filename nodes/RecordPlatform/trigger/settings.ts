import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { readInstant } from '../../shared/input/date';
import { InputError } from '../../shared/errors';
import { computedAt, storedAt } from '../../shared/parameterReader';
import { requestBuilder } from '../../shared/request';
import { codesToDownload, fieldsWithAttachments } from '../catalogue/record/attachments';
import { FILE_FIELDS, list, returnedFields } from '../catalogue/parameters';
import { chosenFields, chosenQuery, returnedCodes } from '../query/selection';
import { queryField } from '../query/fields';
import { quoted } from '../query/literals';
import { appIn, guestSpaceOf } from '../route';
import { recordPlatform } from '../service';
import { loadForm } from '../values/form';
import { PER_POLL, type TriggerEvent, watchRecords } from './parameters';
import { type Codes, type Selection, selectionOf } from './selection';

/** What a person chose in the node. */
export interface Settings {
	events: ReadonlySet<TriggerEvent>;
	app: string;
	guestSpace: string | undefined;
	/** The request for records of the app. */
	spec: RequestSpec;
	selection: Selection;
	/** Codes of the fields to return; empty for all fields. */
	fields: string[];
	/** Whether a poll returns one item with a list of all records, which has no files. */
	asList: boolean;
	/** Fields to return; empty for all of them. */
	shown: string[];
	/** Fields that are chosen to be returned, by the names of the settings. */
	returned: Array<{ setting: string; codes: string[] }>;
	watched: string[];
	/** Login names in lower case. */
	ignored: ReadonlySet<string>;
	perPoll: number;
	findDeleted: boolean;
	/** Where to start: `''` for all records, undefined for now, or a time of the service. */
	start: string | undefined;
	/** A new start is made if this changes. */
	source: string;
	/** Whether what was kept for a source goes on. */
	goesOn: (source: string) => boolean;
}

/** What API tokens are called in the records that they change. */
const TOKEN_USER = 'administrator';

export async function settingsOf(item: ItemView): Promise<Settings> {
	const { spec } = await requestBuilder(recordPlatform, watchRecords)(item);
	const events = new Set(list(item.read('events', [])) as TriggerEvent[]);
	if (events.size === 0) {
		throw new InputError('No event is selected', 'Select what starts the workflow in "Trigger On"');
	}
	const app = appIn(item.read('app', '')).id;
	const start = startOf(item);
	const startFrom = item.read('startFrom', 'now');
	const place = [item.connection.baseUrl, spec.path, app, startFrom].join(' ');
	const source = `${place} ${startFrom === 'date' ? nameOfStart(item) : (start ?? '')}`;
	const withToken = item.connection.signIn === 'API token';
	const ignoresOwn = item.read('options.ignoreOwn', false) === true;
	const asList = item.read('options.outputAs', 'items') === 'list';
	const shown = await returnedCodes(item);
	return {
		events,
		asList,
		app,
		guestSpace: guestSpaceOf(item),
		spec,
		selection: selectionOf(item, await conditionOf(item), ignoresUser(item)),
		fields: asList ? shown : fieldsWithAttachments(shown, item),
		shown,
		returned: [
			{ setting: returnedFields.displayName, codes: chosenFields(item) },
			{ setting: FILE_FIELDS, codes: asList ? [] : codesToDownload(item) },
		],
		watched: list(item.read('options.watchedFields', [])).map((field) => queryField(field).code),
		ignored: new Set([
			...list(item.read('options.ignoreUsers', '')).map((name) => name.toLowerCase()),
			...(ignoresOwn && withToken ? [TOKEN_USER] : []),
		]),
		perPoll: perPollOf(item.read('options.perPoll', PER_POLL)),
		findDeleted: events.has('deleted') && item.read('options.findDeleted', false) === true,
		start,
		source,
		goesOn: (kept) =>
			kept === source ||
			(kept.startsWith(`${place} `) && isStartElsewhere(kept.slice(place.length + 1), item)),
	};
}

/** Throws `InputError` for a query with an order, a limit or an offset: the trigger reads by time. */
async function conditionOf(item: ItemView): Promise<string> {
	const { condition, order, limit, offset } = await chosenQuery(item);
	const ordered = order !== '' && item.read('filterBy', '') === 'query';
	if (ordered || limit !== undefined || offset !== undefined) {
		throw new InputError(
			'The query of a trigger can\'t have "order by", "limit", or "offset"',
			'Remove them. Records are returned in the order of their changes',
		);
	}
	return condition;
}

/** Whether what the credential's user does is ignored; tokens have a name that is known. */
export function ignoresUser(item: ItemView): boolean {
	const ignoresOwn = item.read('options.ignoreOwn', false) === true;
	return ignoresOwn && item.connection.signIn !== 'API token';
}

function startOf(item: ItemView): string | undefined {
	const from = item.read('startFrom', 'now');
	if (from === 'now') return undefined;
	if (from === 'all') return '';
	const frame = { zone: item.timeZone };
	return `${readInstant(item.read('startDate', ''), 'Start Date', frame).slice(0, 16)}:00Z`;
}

/** What names the start date in the source: a date without an offset is another time in another zone. */
function nameOfStart(item: ItemView): string {
	// An expression such as {{ $today }} gives another date at each poll.
	if (computedAt(item, 'startDate')) return String(storedAt(item, 'startDate'));
	return dependsOnZone(item) ? `"${String(item.read('startDate', ''))}"` : (startOf(item) ?? '');
}

function dependsOnZone(item: ItemView): boolean {
	const chosen = item.read('startDate', '');
	const start = (zone: string) => readInstant(chosen, 'Start Date', { zone });
	return start('UTC') !== start('Asia/Tokyo');
}

/** The offsets of time zones, in quarters of an hour. */
const OFFSETS = { least: -12 * 4, most: 14 * 4 };
const QUARTER_MS = 900_000;

/** Whether a time that earlier versions kept is the start date in any time zone. */
function isStartElsewhere(kept: string, item: ItemView): boolean {
	if (item.read('startFrom', 'now') !== 'date' || computedAt(item, 'startDate')) return false;
	if (!dependsOnZone(item) || !/^[\d-]{10}T[\d:]{8}Z$/.test(kept)) return false;
	const inUtc = readInstant(item.read('startDate', ''), 'Start Date', { zone: 'UTC' });
	const offset = (Date.parse(`${inUtc.slice(0, 16)}:00Z`) - Date.parse(kept)) / QUARTER_MS;
	return Number.isInteger(offset) && offset >= OFFSETS.least && offset <= OFFSETS.most;
}

function perPollOf(entered: unknown): number {
	const number = Number(entered);
	if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number;
	throw new InputError(
		`"Records per Poll" must be a whole number from 1 to 10,000: ${quoted(String(entered))}`,
		`Enter a number such as ${PER_POLL}`,
	);
}

/** Reads the codes of the built-in fields from the app's form. */
export async function readCodes(settings: Settings, item: ItemView): Promise<Codes> {
	const form = await loadForm(item, settings.app, settings.guestSpace);
	const codeOf = (type: string) => form.find((field) => field.type === type)?.code ?? '';
	return {
		updated: codeOf('UPDATED_TIME'),
		created: codeOf('CREATED_TIME'),
		modifier: codeOf('MODIFIER'),
		creator: codeOf('CREATOR'),
		status: codeOf('STATUS'),
	};
}
