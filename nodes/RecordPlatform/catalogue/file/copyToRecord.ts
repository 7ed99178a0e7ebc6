import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Row } from '../../../shared/catalogue';
import { RequestError, InputError } from '../../../shared/errors';
import { counted } from '../../../shared/messages';
import { bodyOf } from '../../../shared/objects';
import { textParameter } from '../../../shared/parameters';
import { appIn, guestSpaceIn, guestSpaceOf, pathOn } from '../../route';
import { CHANGED_MEANWHILE } from '../../record/cells';
import { aboutFile, attachmentsIn, transferred } from '../../record/files';
import {
	app,
	existing,
	fileCodes,
	fileFields,
	listedOption,
	options,
	record,
	recordIdOf,
} from '../parameters';
import { ANY_SIGN_IN } from '../requirements';

const PATH = '/k/v1/record.json';
const MOST_LOOKS = 3;

const existingFiles = existing({
	displayName: 'Existing Files',
	name: 'existingFiles',
	otherwise: 'keep',
	keep: 'Add the copies to the files of the target field',
	replace:
		'Replace all files of the target field with the copies. If there are no files to copy, the files of the target field are not deleted, and an error is returned.',
	description: 'What to do with the existing files of the target field',
});

export const copyToRecord: Operation = {
	id: 'record.update',
	value: 'copyToRecord',
	name: 'Copy to Record',
	action: 'Copy files to record',
	description:
		'Copy the attachments of a record to another record, in the same or another app, without storing them in n8n',
	method: 'PUT',
	answer: ['revision'],
	path: PATH,
	guestSpace: true,
	rights:
		'permission to view the record and its attachments, and to view and edit the target record (with API tokens: a token of each app)',
	signIn: ANY_SIGN_IN,
	parameters: [
		{ ...app('query'), send: undefined },
		{ ...record('query', 'id'), send: undefined },
		{
			...app('query'),
			displayName: 'Target App',
			name: 'targetApp',
			description: 'App to copy the files to',
			send: undefined,
		},
		{
			...record('query', 'id'),
			displayName: 'Target Record',
			name: 'targetRecordId',
			description: 'Record to copy the files to',
			send: undefined,
		},
		listedOption({
			displayName: 'Target Field Name or ID',
			name: 'targetField',
			list: 'getTargetFileFields',
			dependsOn: ['targetApp.value', 'options.targetGuestSpace', 'options.guestSpace'],
			required: true,
			description:
				"Attachment field to copy the files to. It can't be in a table. To copy files to a table, use the Table Row operations Add or Update with the files as returned by Get.",
		}),
		existingFiles,
		options(
			fileFields({
				name: 'fieldCodes',
				what: 'Attachment fields to copy from',
			}),
			textParameter({
				displayName: 'Guest Space of Target',
				name: 'targetGuestSpace',
				placeholder: 'e.g. 5',
				description:
					'ID or URL of the guest space of the target app, or 0 for none. Not needed if the target app is selected by its URL or is in the same guest space.',
			}),
		),
	],
	run: {
		kind: 'custom',
		target: (item) => {
			const { app: of, id } = placeOf(item, 'targetApp', 'targetRecordId');
			return `${of} ${id}`;
		},
		run: copy,
	},
};

/** A record with the guest space of its app. */
interface RecordAddress {
	app: string;
	id: string;
	guestSpace: string | undefined;
}

async function copy(item: ItemView): Promise<Row> {
	const from: RecordAddress = {
		...placeOf(item, 'app', 'recordId'),
		guestSpace: guestSpaceOf(item),
	};
	const to: RecordAddress = {
		...placeOf(item, 'targetApp', 'targetRecordId'),
		guestSpace: targetSpaceOf(item),
	};
	const field = String(item.read('targetField', '')).trim();
	const attachments = attachmentsIn(await cellsOf(from, item), fileCodes('fieldCodes', item));
	const had = fileKeys(await cellsOf(to, item), field).length;
	if (attachments.length === 0 && had > 0 && item.read('existingFiles') === 'replace') {
		throw new InputError(
			`The record has no files to copy, and ${counted(had, 'file')} of the target field would be deleted`,
			'Nothing was changed. To delete the files of the target field, use Record: Update with an empty value',
		);
	}
	const keys: string[] = [];
	for (const attachment of attachments) {
		const key = transferred(attachment, from.guestSpace, to.guestSpace, item);
		keys.push(
			await key.catch((problem: unknown) => {
				throw aboutFile(attachment, from.id, problem);
			}),
		);
	}
	const files = attachments.map(({ name, contentType, size, field: of }) => ({
		name,
		contentType,
		size,
		field: of,
	}));
	return { json: { id: to.id, ...(await attach(keys, field, to, item)), files } };
}

function placeOf(item: ItemView, appName: string, recordName: string) {
	const chosen = appIn(item.read(appName));
	return { app: chosen.id, id: recordIdOf(item.read(recordName), item, chosen) };
}

/** The target's own guest space if set, else the one of the source app. */
function targetSpaceOf(item: ItemView): string | undefined {
	const told = String(item.read('options.targetGuestSpace', '') ?? '').trim();
	if (told !== '') return guestSpaceIn(told);
	const { guestSpace } = appIn(item.read('targetApp'));
	return guestSpace ?? guestSpaceIn(item.read('options.guestSpace', ''));
}

async function cellsOf(
	{ app: of, id, guestSpace }: RecordAddress,
	item: ItemView,
): Promise<IDataObject> {
	const path = pathOn(PATH, { guestSpace });
	const body = await item.request({
		method: 'GET',
		path,
		query: { app: of, id },
		repeatable: true,
	});
	return bodyOf(bodyOf(body).record);
}

/** Keys of the files in the field. Throws `InputError` if it isn't an attachment field. */
function fileKeys(cells: IDataObject, field: string): Array<{ fileKey: string }> {
	const cell = cells[field] as { type: string; value: Array<{ fileKey: string }> } | undefined;
	if (cell?.type === 'FILE') return cell.value.map(({ fileKey }) => ({ fileKey }));
	const fields = Object.keys(cells).filter((code) => (cells[code] as IDataObject).type === 'FILE');
	const names = fields.map((code) => `"${code}"`).join(', ');
	throw new InputError(
		`The target record has no attachment field "${field}"`,
		names === ''
			? 'Its app has no attachment fields outside of tables'
			: `Its attachment fields are ${names}. To copy files to a table, use the operations Add or Update of the resource Table Row`,
	);
}

/** Writes the keys to the field. Existing files are kept, unless they are to be replaced. */
async function attach(
	keys: string[],
	field: string,
	{ app: of, id, guestSpace }: RecordAddress,
	item: ItemView,
): Promise<IDataObject> {
	const keep = item.read('existingFiles', 'keep') === 'keep';
	const copies = keys.map((fileKey) => ({ fileKey }));
	if (keep && copies.length === 0) return {};
	for (let look = 1; ; look++) {
		const cells = keep ? await cellsOf({ app: of, id, guestSpace }, item) : {};
		const value = keep ? [...fileKeys(cells, field), ...copies] : copies;
		const revision = (cells.$revision as { value: string } | undefined)?.value;
		const body = { app: of, id, ...(revision && { revision }), record: { [field]: { value } } };
		const path = pathOn(PATH, { guestSpace });
		const answer = await item
			.request({ method: 'PUT', path, body, answer: ['revision'], repeatable: false })
			.catch((problem: unknown) => {
				const changed =
					problem instanceof RequestError &&
					problem.failure.explanation?.code === CHANGED_MEANWHILE;
				if (changed && look < MOST_LOOKS) return undefined;
				throw problem;
			});
		if (answer !== undefined) return answer as IDataObject;
	}
}
