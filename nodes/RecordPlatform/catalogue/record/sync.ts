import { allItemsOperation } from '../../../shared/batchOperation';
import type { AllItems, Prepared } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { grouped } from '../../../shared/run/batching';
import { sameKey } from '../../diff/keys';
import { fieldsToWrite, mapped } from '../../values/mapping';
import type { KeyedRecord } from '../../values/matching';
import { type Incoming, planned, sameKeys } from '../../diff/compareItems';
import { readKeys, readScope } from '../../diff/currentState';
import { lookupsOfForm } from '../../values/lookupsAsRead';
import { readFrom, rowMatching } from '../../diff/ownRecord';
import { app, options } from '../parameters';
import { matchRowsBy } from './conflicts';
import { ANY_SIGN_IN, rights } from '../requirements';
import { settingsOf, syncControls } from './syncSettings';
import { preview, write } from './syncWrite';
import { finishWritten } from './written';
import { convertValues, fields, rawValues, unknownColumns } from './write';

export const sync = allItemsOperation({
	id: 'records.update',
	value: 'sync',
	name: 'Sync',
	action: 'Sync records',
	description:
		'Make an app match the incoming items. Creates missing records, updates fields that differ, and, if enabled, deletes all other records.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.sync,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		fields('upsert'),
		...syncControls,
		options(convertValues, matchRowsBy('tables'), rawValues, unknownColumns),
	],
	finish: finishWritten,
	run: async (prepared, whole) => {
		for (const ofApp of grouped(prepared, ({ spec }) => JSON.stringify(spec))) {
			if (!whole.ended) await syncApp(ofApp, whole);
		}
	},
});

/** Throws `InputError` and `RequestError` before anything is written. */
async function syncApp(prepared: Array<Prepared<KeyedRecord>>, whole: AllItems): Promise<void> {
	const [first] = prepared;
	if (first === undefined) return;
	const item = whole.view(first.index);
	const settings = await settingsOf(prepared, whole);
	const incoming = await incomingOf(prepared, whole);
	const twice = sameKeys(incoming);
	for (const items of twice) refuseTwice(items, whole);
	if (whole.ended) return;
	const single = incoming.filter((one) => !twice.some((items) => items.includes(one)));
	const [some] = single;
	if (some === undefined) return;
	const by = some.change.updateKey.field;
	const removes = settings.deleteOthers && !whole.refused;
	const place = { item, spec: first.spec, by, condition: settings.condition };
	const state = removes ? await readScope(single, place) : await readKeys(single, place);
	const { find } = state;
	const { others } = state;
	const tooMany = others.length > settings.atMost && beyond(others.length, settings.atMost);
	if (tooMany && !settings.preview) {
		throw new InputError(
			tooMany,
			'Nothing was written or deleted. Turn on "Dry Run" to see which records would be deleted. Narrow the conditions, or increase "Delete at Most" to delete them all',
		);
	}
	const matching = rowMatching(item);
	const tell = (message: string) => whole.hint(message);
	const plan = single.flatMap((one) => {
		try {
			return [planned(one, find, matching, tell, lookupsOfForm(item))];
		} catch (problem) {
			whole.refuse([one.index], problem);
			return [];
		}
	});
	if (whole.ended) return;
	const removal = { others, by };
	if (settings.preview) await preview(plan, removal, whole);
	else await write(plan, removal, first.spec, whole);
	if (tooMany) whole.hint(`Without "Dry Run", nothing would be written: ${tooMany}`);
	if (settings.deleteOthers && whole.refused) whole.hint(NOTHING_DELETED);
}

const NOTHING_DELETED =
	'No records were deleted, because an item was refused and its record could have been deleted by mistake';

/** The items with their keys; different spellings of a number are the same key. */
async function incomingOf(
	prepared: Array<Prepared<KeyedRecord>>,
	whole: AllItems,
): Promise<Incoming[]> {
	const item = whole.view(prepared[0]?.index ?? 0);
	const known = await fieldsToWrite(mapped(item.read('fields'), item), item);
	return prepared.map(({ index, element }) => ({
		index,
		change: element,
		key: sameKey(element.updateKey, known),
		from: readFrom(whole.view(index)),
	}));
}

function refuseTwice(items: Incoming[], whole: AllItems): void {
	const [first] = items;
	if (first === undefined) return;
	const { field, value } = first.change.updateKey;
	whole.refuse(
		items.map(({ index }) => index),
		new InputError(
			`${items.length} items match the same record ("${field}" is "${value}")`,
			'Nothing was written for them. Keep one item per record, or match by another field',
		),
	);
}

function beyond(found: number, atMost: number): string {
	return `Sync would delete ${found} records, but "Delete at Most" is ${atMost}`;
}
