import type { ItemContext } from '../../shared/catalogue';
import { readInstant } from '../codec/times';
import { InputError } from '../../shared/errors';
import { isOn, listAt, numberAt, valueAt } from '../../shared/parameters';
import { requestBuilder } from '../../shared/request';
import { fieldsWithAttachments } from '../catalogue/record/attachments';
import { chosenFields, chosenQuery, returnedCodes } from '../query/selection';
import { appIn, guestSpaceOf } from '../route';
import { recordPlatform } from '../service';
import { type TriggerEvent, watchRecords } from './parameters';
import { minuteOf } from './watermark';

/** Codes of built-in fields, which depend on the language of the app's creator. */
export interface Codes {
	updated: string;
	created: string;
	modifier: string;
	creator: string;
	/** Empty if the app has no process management. */
	status: string;
}

/** What a person chose in the node. */
export type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** Reads what a person chose. Throws `InputError` for a choice that a trigger does not have. */
export async function settingsOf(item: ItemContext) {
	const { spec } = await requestBuilder(recordPlatform, watchRecords)(item);
	const events = new Set(listAt(item, 'events') as TriggerEvent[]);
	const app = appIn(item.read('app')).id;
	const asList = item.read('options.outputAs') === 'list';
	const shown = await returnedCodes(item);
	const names = listAt(item, 'options.ignoreUsers');
	const startFrom = valueAt(item, 'startFrom');
	const from = listAt(item, 'options.changedFrom');
	const to = listAt(item, 'options.changedTo');
	const oldValues = isOn(item, 'options.oldValues');
	const watched = await chosenFields(item, 'watchedFields');
	const isLimited = from.length + to.length > 0;
	if (isLimited && watched.length === 0 && !events.has('statusChanged')) throw NOTHING_WATCHED;
	return {
		events,
		/** Whether a poll returns one item with a list of all records, which has no files. */
		asList,
		app,
		guestSpace: guestSpaceOf(item),
		/** The request for records of the app. */
		spec,
		/** Selects the records that can start the workflow, as a query. */
		condition: await conditionOf(item),
		/** Codes of the fields to read, and of those to return; empty for all fields. */
		fields: asList ? shown : fieldsWithAttachments(shown, item),
		shown,
		watched,
		/** The change that a watched field or the status must have had. */
		between: { from, to },
		isLimited,
		oldValues,
		keepsValues: oldValues || isLimited,
		/** Login names in lower case, whose changes start nothing. */
		ignored: new Set(names.map((name) => name.toLowerCase())),
		ignoresOwn: isOn(item, 'options.ignoreOwn'),
		usesWebhook: isOn(item, 'useWebhook'),
		perPoll: numberAt(item, 'options.perPoll'),
		findDeleted: events.has('deleted') && isOn(item, 'options.findDeleted'),
		/** Where to start: `''` for all records, undefined for now, or a time of the service. */
		start: startOf(item),
		/** A new start is made if this changes. */
		source: [item.connection.baseUrl, spec.path, app, startFrom].join(' '),
	};
}

const NOTHING_WATCHED = new InputError(
	'"Changed From" and "Changed To" have nothing to compare, so nothing would start the workflow',
	'Choose fields in "Watched Field Names or IDs", or the event Status Changed',
);

/** Throws `InputError` for a query with an order, a limit or an offset: the trigger reads by time. */
async function conditionOf(item: ItemContext): Promise<string> {
	const { condition, order, limit, offset } = await chosenQuery(item);
	const ordered = order !== '' && item.read('filterBy') === 'query';
	if (ordered || limit !== undefined || offset !== undefined) {
		throw new InputError(
			'The query of a trigger can\'t have "order by", "limit", or "offset"',
			'Remove them. Records are returned in the order of their changes',
		);
	}
	return condition;
}

function startOf(item: ItemContext): string | undefined {
	const from = valueAt(item, 'startFrom');
	if (from === 'now') return undefined;
	if (from === 'all') return '';
	const frame = { zone: item.timeZone };
	return minuteOf(readInstant(valueAt(item, 'startDate'), 'Start Date', frame));
}
