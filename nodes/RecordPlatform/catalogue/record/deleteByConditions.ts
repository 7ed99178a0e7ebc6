import type { IDataObject } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Operation,
	Parameter,
	Row,
} from '../../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../../shared/errors';
import { isDryRun } from '../../../shared/parameters';
import { dryRunRow } from '../../../shared/run/batch';
import { appsOf } from '../../bulk';
import type { Current } from '../../codec/cells';
import { pagesById } from '../../reading/current';
import { guestSpaceOf, pathOn } from '../../route';
import { filterOfWrite } from '../filter';
import { options } from '../parameters';
import { app } from '../locators';
import { conditionForDeletion } from './foundRecords';
import { deleteAsRead, deletedAtOnce, deletedOf } from './deleteAsRead';
import { deletionOfRecords, dryRun } from './options';

const NEEDED: Record<string, string> = {
	conditions:
		'Conditions that the records must meet. At least one is required, unless a view with conditions is selected.',
	query: 'Query in the query language of the service, without limit or offset',
};

/** The conditions, described as required: an empty filter must not delete all records. */
const needed = filterOfWrite.map((parameter): Parameter => {
	const description = NEEDED[parameter.name];
	return description === undefined ? parameter : { ...parameter, description };
});

export const deleteAtMost: Parameter = {
	displayName: 'Delete at Most',
	name: 'atMost',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description:
		'Maximum number of records to delete. If more records match, nothing is deleted and the error shows how many match.',
};

export const deleteByConditions: Operation = {
	...deletionOfRecords,
	value: 'deleteByConditions',
	name: 'Delete by Conditions',
	action: 'Delete records by conditions',
	description:
		'Delete all records that meet conditions. Nothing is deleted if more records match than allowed. A record that somebody changes in the meantime is kept.',
	parameters: [app('query'), ...needed, deleteAtMost, options(dryRun)],
	run: { kind: 'custom', run: removeFound },
};

/** Deletes oldest first. Throws `InputError` before anything is deleted. */
async function removeFound(item: ItemContext, spec: RequestSpec): Promise<Row> {
	const atMost = Number(item.read('atMost'));
	const condition = await conditionForDeletion(
		item,
		'Select the records with conditions, and limit their number with "Delete at Most"',
	);
	if (condition === '') {
		throw new InputError(
			'No conditions are set, so all records would be deleted',
			'Nothing was deleted. Add a condition. To delete all records, use the condition Record ID Greater Than 0',
		);
	}
	const records = await recordsMeeting(condition, atMost, item, spec);
	if (isDryRun(item)) {
		const requests = Math.ceil(records.length / deletedAtOnce(item));
		const count = { items: 1, records: records.length, requests };
		return dryRunRow(item, appsOf([spec]), count);
	}
	const outcomes = await deleteAsRead(item, spec, records);
	const changed = records.filter((record) => outcomes.get(record)?.is === 'changed');
	const json = {
		deleted: true,
		count: deletedOf(outcomes).length,
		...(changed.length > 0 && { changedMeanwhile: changed.map(({ $id }) => $id?.value) }),
	} as IDataObject;
	return { json };
}

/** All records that meet the condition, or a `InputError` if there are too many. */
async function recordsMeeting(
	condition: string,
	atMost: number,
	item: ItemContext,
	spec: RequestSpec,
): Promise<Current[]> {
	const path = pathOn('/k/v1/records.json', { guestSpace: guestSpaceOf(item) });
	const read = { path, app: spec.query?.app, condition, fields: ['$id', '$revision'] };
	const found: Current[] = [];
	for await (const { records, total } of pagesById(read, item, true)) {
		if (found.length === 0) {
			if (total === undefined) throw unexpectedResponse(true);
			checkCount(Number(total), atMost);
		}
		for (const record of records) found.push(record);
		checkCount(found.length, atMost);
	}
	return found;
}

function checkCount(found: number, atMost: number): void {
	if (found <= atMost) return;
	throw new InputError(
		`${found} records meet the conditions, but "Delete at Most" is ${atMost}`,
		'Nothing was deleted. Narrow the conditions, or increase "Delete at Most" to delete them all',
	);
}
