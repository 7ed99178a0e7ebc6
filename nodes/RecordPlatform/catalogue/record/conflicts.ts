import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Parameter, ToElement } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { originalCells } from '../../diff/original';
import { revision, revisionOf } from '../parameters';

/** Reads records first and sends only the fields that differ. */
export const onlyChanges: Parameter<'onlyChanges'> = {
	displayName: 'Only Changes',
	name: 'onlyChanges',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the records first and write only the fields that differ. Records without differences are not written. Table rows that somebody adds in the meantime are kept. Uploaded files and files of other records always count as different.',
};

/**
 * Columns that identify a row of a table. The service only knows the IDs of rows, and keeps the
 * columns that aren't written in a row that is sent with its ID.
 */
export function matchRowsBy(of: 'table' | 'tables'): Parameter<'matchRowsBy'> {
	return {
		displayName: 'Match Rows By Names or IDs',
		name: 'matchRowsBy',
		type: 'multiOptions',
		default: [],
		typeOptions: {
			loadOptionsMethod: of === 'table' ? 'getRowKeys' : 'getRowKeysOfTables',
			loadOptionsDependsOn: ['app.value', ...(of === 'table' ? ['table'] : [])],
		},
		description:
			'Columns that identify a row of a table, such as an article number. A row then replaces the one with the same values in them, which keeps the columns that you don\'t write. Blank columns identify no row. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	};
}

const CHECK = {
	name: 'Check',
	value: 'check',
	description: "Refuse the item if the record's revision differs from the option Revision",
};

const ALWAYS = [
	{
		name: 'Ignore',
		value: 'ignore',
		description: 'Overwrite the changes of others without checking the revision',
	},
	{
		name: 'Merge',
		value: 'merge',
		description:
			'Read the record and write only the fields that differ. If the record changes in the meantime, read it again.',
	},
];

function onConflict(
	choices: Parameter['options'],
	send?: Parameter['send'],
): Parameter<'onConflict'> {
	return {
		displayName: 'On Conflict',
		name: 'onConflict',
		type: 'options',
		default: 'ignore',
		options: choices,
		description:
			'What to do if somebody else changes the record at the same time. Merge keeps fields and table rows that only others changed. If both changed a field, your value is written and the output lists the field.',
		...(send && { send }),
	};
}

/** For existing records: whether to overwrite, refuse or merge the changes of others. */
export const onConflictOfUpdate = onConflict([CHECK, ...ALWAYS], {
	in: 'element',
	key: 'revision',
	as: needsRevision,
});

/** For upserts, without Check: the service can't check the revision of a new record. */
export const onConflictOfUpsert = onConflict(ALWAYS, {
	in: 'element',
	key: 'revision',
	as: (chosen) => checkConflict(chosen, ALWAYS),
});

/** A typo of an expression must not overwrite what others changed. */
function checkConflict(chosen: unknown, choices: Array<{ value: string }>): undefined {
	if (choices.some(({ value }) => value === chosen)) return undefined;
	throw new InputError(
		`${quoteShort(chosen)} is not a valid value for "On Conflict"`,
		`Use ${choices.map(({ value }) => value).join(', ')}`,
	);
}

function needsRevision(chosen: unknown, item: ItemView<'options.revision'>): undefined {
	checkConflict(chosen, [CHECK, ...ALWAYS]);
	if (chosen !== 'check' || String(item.read('options.revision', '') ?? '') !== '')
		return undefined;
	throw new InputError(
		'"On Conflict" is set to Check, but the item has no revision',
		'Set the option Revision to the revision that was read, for example {{ $json.$revision }}',
	);
}

/** The revision of an update; hidden when conflicts are ignored. */
export const revisionOfUpdate: ReturnType<typeof revision<'element'>> = {
	...revision('element'),
	send: {
		in: 'element',
		key: 'revision',
		as: (value, item) =>
			item.read('options.onConflict') === 'ignore' ? undefined : revisionOf(value),
	},
};

/** The record as the user read it; a merge compares with it to find the user's own changes. */
export const originalRecord: Parameter<
	'originalRecord',
	ToElement<'before', IDataObject | undefined>
> = {
	displayName: 'Original Record',
	name: 'originalRecord',
	type: 'json',
	default: '',
	placeholder: "e.g. {{ $('Get').item.json }}",
	description:
		"The record as it was read before you changed its values. When On Conflict is set to Merge, fields that you didn't change keep what others wrote since. If empty, only changes made during this run are detected.",
	send: { in: 'element', key: 'before', as: originalCells },
};
