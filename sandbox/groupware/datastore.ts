import type { ErrorCode } from './errors';
import { badValue, GroupwareError, missing, unknownObject } from './errors';
import { findEvent } from './events/find';
import type { StoredEvent } from './events/model';
import { mayChange, mayView, requireRight } from './events/rights';
import type { Handlers, Request } from './request';
import { given, objectOf } from './values';

const longestKey = 128;
const longestValue = 80000;

async function getItem(request: Request): Promise<object> {
	const event = await eventOf(request, mayView, 'GRN_SCHD_13002');
	const [row] = await request.sql.query<{ value: string }>(
		'SELECT value FROM groupware_event_datastore WHERE event_id = $1 AND name = $2',
		[event.id, nameOf(request)],
	);
	if (row === undefined) throw unknownObject('customize_id');
	return { value: JSON.parse(row.value) };
}

/**
 * Creating over an existing name and replacing a missing one both write: what the service says to
 * either is not known (schedule.datastore.create and .update, unknown).
 */
async function writeItem(request: Request): Promise<object> {
	const event = await eventOf(request, mayChange, 'GRN_SCHD_13044');
	const name = nameOf(request);
	const value = valueOf(request.body.value);
	await request.sql.query(
		`INSERT INTO groupware_event_datastore (event_id, name, value) VALUES ($1, $2, $3)
		ON CONFLICT (event_id, name) DO UPDATE SET value = excluded.value`,
		[event.id, name, JSON.stringify(value)],
	);
	return { value };
}

async function deleteItem(request: Request): Promise<undefined> {
	const event = await eventOf(request, mayChange, 'GRN_SCHD_13044');
	await request.sql.query(
		'DELETE FROM groupware_event_datastore WHERE event_id = $1 AND name = $2',
		[event.id, nameOf(request)],
	);
}

async function eventOf(
	request: Request,
	right: typeof mayView,
	refusal: ErrorCode,
): Promise<StoredEvent> {
	const event = await findEvent(request);
	requireRight(right, refusal, event, request.caller, request.directory);
	return event;
}

function nameOf({ path }: Request): string {
	const name = path.customize_id ?? '';
	if (!/^[A-Za-z0-9.]+$/.test(name)) throw badValue('customize_id');
	return name;
}

function valueOf(value: unknown): object {
	if (!given(value)) throw missing('value');
	const object = objectOf(value, 'value');
	if (Object.keys(object).some((key) => key.length > longestKey)) {
		throw new GroupwareError(
			'GRN_REST_API_00209',
			`A key of value is longer than ${longestKey} characters.`,
		);
	}
	if (JSON.stringify(object).length > longestValue) {
		throw new GroupwareError(
			'GRN_REST_API_00209',
			`value is longer than ${longestValue} characters.`,
		);
	}
	return object;
}

export const datastoreOperations = {
	'schedule.datastore.get': getItem,
	'schedule.datastore.create': writeItem,
	'schedule.datastore.update': writeItem,
	'schedule.datastore.delete': deleteItem,
} satisfies Handlers;
