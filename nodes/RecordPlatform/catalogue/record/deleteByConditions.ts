import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, Operation, Parameter } from '../../../shared/catalogue';
import { isDryRun } from '../../../shared/parameters';
import { dryRunRow } from '../../../shared/run/batch';
import { appsOf } from '../../bulk';
import { options } from '../parameters';
import { app } from '../locators';
import { neededCondition, neededFilter, recordsMeeting } from './foundRecords';
import { deleteAsRead, deletedAtOnce, deletedOf } from './deleteAsRead';
import { deletionOfRecords, dryRun } from './options';

export const deleteAtMost: Parameter = {
	displayName: 'Delete at Most',
	name: 'atMost',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100,
	description: 'If more records match, nothing is deleted, and the error says how many',
};

export const deleteByConditions: Operation = {
	...deletionOfRecords,
	value: 'deleteByConditions',
	name: 'Delete by Conditions',
	action: 'Delete records by conditions',
	description:
		'Delete all records that meet conditions. Nothing is deleted if more records match than allowed. A record that somebody changes in the meantime is kept.',
	parameters: [app('query'), ...neededFilter, deleteAtMost, options(dryRun)],
	run: { kind: 'custom', run: removeFound },
};

export const DELETION = { write: 'delete', limit: 'Delete at Most' } as const;

/** Deletes oldest first. Throws `InputError` before anything is deleted. */
async function removeFound(item: ItemContext, spec: RequestSpec) {
	const condition = await neededCondition(DELETION, item);
	const records = await recordsMeeting(condition, DELETION, item, spec.query?.app);
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
