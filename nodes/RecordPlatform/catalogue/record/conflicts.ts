import type { ItemView, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { originalCells } from '../../current/original';
import { revision } from '../parameters';

/** Reads records first and leaves out what they hold already. */
export const onlyChanges: Parameter = {
	displayName: 'Only Changes',
	name: 'onlyChanges',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the records first and write only the fields that differ. Records without differences are not written. Files that are uploaded count as different.',
};

const CHECK = {
	name: 'Check',
	value: 'check',
	description:
		'Write nothing when the record has another revision than that of the option Revision',
};

const ALWAYS = [
	{
		name: 'Ignore',
		value: 'ignore',
		description: 'Write all the same: the last writer wins. A revision is not checked.',
	},
	{
		name: 'Merge',
		value: 'merge',
		description:
			'Read the record, write only what differs, and read it again when it changes meanwhile',
	},
];

function onConflict(choices: Parameter['options'], send?: Parameter['send']): Parameter {
	return {
		displayName: 'On Conflict',
		name: 'onConflict',
		type: 'options',
		default: 'ignore',
		options: choices,
		description:
			'What to do when somebody else changes the record at the same time. Merge keeps the fields and table rows that others changed and you did not; where both changed a field yours is written, and the output tells so.',
		...(send && { send }),
	};
}

/** For records that are there: whether others' changes are overwritten, refused or merged. */
export const onConflictOfUpdate = onConflict([CHECK, ...ALWAYS], {
	in: 'element',
	key: 'revision',
	as: needsRevision,
});

/** For records that may be there: the service checks no revision of those it creates. */
export const onConflictOfUpsert = onConflict(ALWAYS);

function needsRevision(chosen: unknown, item: ItemView): undefined {
	if (chosen !== 'check' || String(item.read('options.revision', '') ?? '') !== '')
		return undefined;
	throw new Refusal(
		'A conflict can only be checked with a revision, and the item has none',
		'Fill in the option Revision with the revision that was read, for example {{ $json.$revision }}',
	);
}

/** The revision of an update; nobody asks for it where conflicts are ignored. */
export const revisionOfUpdate: Parameter = {
	...revision('element'),
	send: {
		in: 'element',
		key: 'revision',
		as: (value, item) =>
			value === '' || item.read('options.onConflict') === 'ignore' ? undefined : value,
	},
};

/** What the person read, against which a merge tells their changes from those of others. */
export const originalRecord: Parameter = {
	displayName: 'Original Record',
	name: 'originalRecord',
	type: 'json',
	default: '',
	placeholder: "e.g. {{ $('Get').item.json }}",
	description:
		'The record as it was read before the values were changed. With On Conflict set to Merge, fields that still have these values keep what others wrote since. Empty: only changes during this run are told apart.',
	send: { in: 'element', key: 'before', as: originalCells },
};
