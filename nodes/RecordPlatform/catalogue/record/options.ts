import type { ToElement } from '../../batchOperation';
import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { isBlank } from '../../../shared/input/text';
import { objectOf } from '../../../shared/objects';
import { choices, switchParameter } from '../../../shared/parameters';
import { api } from '../../api';
import { existing, revision, revisionOf } from '../parameters';
import { rights } from '../requirements';

const whenRefused: Parameter<'whenRefused'> = {
	displayName: 'When a Record Is Refused',
	name: 'whenRefused',
	...choices('others', {
		stop: ['Stop', 'Send no more requests. Records that were already written are kept.'],
		undo: [
			'All or Nothing',
			'Write all items or none, in one transaction. Up to 2,000 records, or 20 in operations with one request per item. All apps must be in the same space.',
		],
		others: [
			'Write the Others',
			'Skip the refused records, write all others, and report the refused ones',
		],
	}),
	description: 'In place of On Error, if an item is refused',
};

export const dryRun: Parameter<'dryRun'> = switchParameter({
	displayName: 'Dry Run',
	name: 'dryRun',
	description: 'Whether to only report what would be written',
});

export const ofWrite = [dryRun, whenRefused];

export const convertValues: Parameter<'convertValues'> = switchParameter({
	displayName: 'Convert Values',
	name: 'convertValues',
	description: 'Whether to accept formatted numbers such as 1,200 or ¥500',
});

export const existingFiles = existing({
	displayName: 'Existing Files',
	name: 'existingFiles',
	default: 'replace',
	keep: 'Add the new files to those that the record or row already has. The record is read first, and read again if somebody changes it in the meantime.',
	replace: 'Replace all files of the field with the new ones. An empty value removes all files.',
	description: 'What to do with files that the field already has',
});

const forUpsert: Record<'merge' | 'overwrite', [name: string, description: string]> = {
	merge: [
		'Merge',
		'Read the record and write only the fields that differ. If the record changes in the meantime, read it again, and write only what the item changes.',
	],
	overwrite: [
		'Overwrite',
		'Write the values without checking whether somebody else changed the record',
	],
};

/** For new records, too: the service can't check their revision. */
export const onConflictOfUpsert: Parameter<'onConflict'> = {
	displayName: 'On Conflict',
	name: 'onConflict',
	...choices('merge', forUpsert),
	description: 'What to do if others change the record at the same time',
};

export const onConflictOfUpdate: Parameter<
	'onConflict',
	ToElement<'revision', string | undefined>
> = {
	...onConflictOfUpsert,
	...choices('merge', {
		check: [
			'Check',
			'Refuse the item if the record has another revision than the option Revision, or than $revision of the item',
		],
		...forUpsert,
	}),
	send: { in: 'element', key: 'revision', as: checkedRevision },
};

/** The revision that a record must have by *Check*. */
function checkedRevision(chosen: unknown, item: ItemContext): string | undefined {
	if (chosen !== 'check') return undefined;
	const own = item.read('options.revision');
	const { $revision: read } = item.json;
	const found = revisionOf(isBlank(own) ? (objectOf(read).value ?? read ?? '') : own);
	if (found !== undefined) return found;
	throw new InputError(
		'"On Conflict" is set to Check, but the item has no revision',
		'Set the option Revision to the revision that was read, for example {{ $json.$revision }}',
	);
}

/** The revision of an update; a merge finds it itself. */
export const revisionOfUpdate: ReturnType<typeof revision<'element'>> = {
	...revision('element'),
	send: {
		in: 'element',
		key: 'revision',
		as: (value, item) => {
			const isOther = ['check', 'merge'].includes(String(item.read('options.onConflict')));
			return isOther ? undefined : revisionOf(value);
		},
	},
};

export const creationOfRecords = { ...api['records.create'], rights: rights.add };
export const changeOfRecords = { ...api['records.update'], rights: rights.edit };
export const deletionOfRecords = { ...api['records.delete'], rights: rights.remove };
