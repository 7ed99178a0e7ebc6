import type { IDataObject } from 'n8n-workflow';

import type { FileReply, ItemContext, Operation, Resource, Row } from '../../shared/catalogue';
import { InputError, RequestError } from '../../shared/errors';
import { nounFor } from '../codec/names';
import { counted, listed } from '../../shared/messages';
import { bodyOf, objectOf } from '../../shared/objects';
import { listAt, textAt, textParameter, valueAt } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { againAfterConflicts } from '../writing/conflicts';
import { api } from '../api';
import { CHANGED_MEANWHILE, recordRow } from '../codec/cells';
import { attachmentsIn, fileContent, fileLocation, copied } from '../writing/attachments';
import { appIn, guestSpaceIn, guestSpaceOf, pathOn } from '../route';
import { existing, options } from './parameters';
import { fileFields, listedOption } from './lists';
import { app, record, recordIdOf } from './locators';
import { rights } from './requirements';

const upload: Operation = {
	...api['file.upload'],
	value: 'upload',
	name: 'Upload',
	action: 'Upload file',
	description: 'Upload a file and get its file key. Not needed to create or update records.',
	// Unused uploads are deleted by the service, so a retry does no harm.
	readOnly: true,
	parameters: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input binary field containing the file to upload',
			send: { in: 'file', key: 'file' },
		},
		options(),
	],
	run: {
		kind: 'perItem',
		result: (body, item) => {
			const { fileName, mimeType } = item.binary(String(item.read('binaryPropertyName')));
			return { json: { ...objectOf(body), fileName, mimeType } };
		},
	},
};

const download: Operation = {
	...api['file.download'],
	value: 'download',
	name: 'Download',
	action: 'Download file',
	description: 'Download an attachment by its file key',
	rights: rights.view,
	parameters: [
		textParameter({
			displayName: 'File Key',
			name: 'fileKey',
			required: true,
			placeholder: 'e.g. {{ $json.Attachment[0].fileKey }}',
			description: "File key from a record that was just read. Keys from an upload can't be used.",
			send: { in: 'query', key: 'fileKey' },
		}),
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		},
		options(
			textParameter({
				displayName: 'File Name',
				name: 'fileName',
				placeholder: 'e.g. {{ $json.Attachment[0].name }}',
				description: 'Name of the output file, if not that in the service',
			}),
		),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const fileName = textAt(item, 'options.fileName');
			const property = textAt(item, 'binaryPropertyName');
			const content = async () => (await item.request(spec)) as FileReply;
			return await Promise.resolve({
				json: item.json,
				files: { [property]: { content, fileName } },
				keeps: () => true,
			});
		},
	},
};

const sourceRecord = [
	{ ...app('query'), send: undefined },
	{ ...record('query', 'id'), send: undefined },
];

const downloadFromRecord: Operation = {
	...api['file.download'],
	value: 'downloadFromRecord',
	name: 'Download From Record',
	action: 'Download files of record',
	description: 'Download the attachments of a record into separate binary fields',
	rights: rights.view,
	parameters: [
		...sourceRecord,
		options(fileFields({ name: 'fieldCodes', what: 'Attachment fields to download from' }), {
			displayName: 'Prefix of Output Fields',
			name: 'prefix',
			type: 'string',
			default: 'file_',
			description:
				'Prefix for the names of the output binary fields. A number is appended, for example file_0.',
		}),
	],
	run: {
		kind: 'custom',
		run: async (item) => {
			const from = sourceOf(item);
			const cells = await cellsOf(from, item);
			const prefix = textAt(item, 'options.prefix');
			const files: NonNullable<Row['files']> = {};
			const attachments = attachmentsIn(cells, listAt(item, 'options.fieldCodes'));
			for (const [index, attachment] of attachments.entries()) {
				const location = fileLocation(attachment, from.id);
				files[`${prefix}${index}`] = fileContent(attachment, from.guestSpace, item, location);
			}
			// They are of another record: in between, they would pass for files of this one.
			const isNumbered = (name: string) =>
				name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));
			tellReplaced(item.binaryNames.filter(isNumbered), item);
			return { json: item.json, files, keeps: (name) => !isNumbered(name) };
		},
	},
};

function tellReplaced(names: string[], item: ItemContext): void {
	if (names.length === 0) return;
	const were = names.length === 1 ? 'was' : 'were';
	item.hint(
		`The ${nounFor(names, 'binary field')} ${listed(names)} of the item ${were} replaced. To keep ${names.length === 1 ? 'it' : 'them'}, change "Prefix of Output Fields"`,
	);
}

const copyToRecord: Operation = {
	...api['record.update'],
	value: 'copyToRecord',
	name: 'Copy to Record',
	action: 'Copy files to record',
	description:
		'Copy the attachments of a record to another record, in the same or another app, without storing them in n8n',
	rights:
		'permission to view the record and its attachments, and to view and edit the target record (with API tokens: a token of each app)',
	parameters: [
		...sourceRecord,
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
			description: "Attachment field to copy the files to. It can't be in a table.",
		}),
		existing({
			displayName: 'Existing Files',
			name: 'existingFiles',
			default: 'keep',
			keep: 'Add the copies to the files of the target field',
			replace:
				'Replace all files of the target field with the copies. If there are no files to copy, the files of the target field are not deleted, and an error is returned.',
			description: 'What to do with the existing files of the target field',
		}),
		options(
			fileFields({ name: 'fieldCodes', what: 'Attachment fields to copy from' }),
			textParameter({
				displayName: 'Target Guest Space',
				name: 'targetGuestSpace',
				holds: 'id',
				placeholder: 'e.g. 5',
				description: 'Guest space of the target app, or 0 for none',
			}),
		),
	],
	run: {
		kind: 'custom',
		concurrencyKey: (item) => {
			const { app: of, id } = targetOf(item);
			return `${of} ${id}`;
		},
		run: copy,
	},
};

interface RecordAddress {
	app: string;
	id: string;
	guestSpace: string | undefined;
}

async function copy(item: ItemContext): Promise<Row> {
	const from = sourceOf(item);
	const to = targetOf(item);
	const field = String(item.read('targetField'));
	const attachments = attachmentsIn(await cellsOf(from, item), listAt(item, 'options.fieldCodes'));
	const target = await cellsOf(to, item);
	const had = fileKeys(target, field).length;
	if (attachments.length === 0 && had > 0 && item.read('existingFiles') === 'replace') {
		throw new InputError(
			`The record has no files to copy, and ${counted(had, 'file')} of the target field would be deleted`,
			'Nothing was changed. To delete the files of the target field, use Record: Update with an empty value',
		);
	}
	const keys: string[] = [];
	for (const attachment of attachments) {
		keys.push(await copied(attachment, from, to.guestSpace, item));
	}
	const files = attachments.map(({ name, contentType, size, field: of }) => ({
		name,
		contentType,
		size,
		field: of,
	}));
	return recordRow({ id: to.id, ...(await attach(keys, field, to, item, target)), files });
}

function sourceOf(item: ItemContext): RecordAddress {
	const id = recordIdOf(item.read('recordId'), item);
	return { app: appIn(item.read('app')).id, id, guestSpace: guestSpaceOf(item) };
}

/** The target, in its own guest space if set, else in the one of the source app. */
function targetOf(item: ItemContext): RecordAddress {
	const chosen = appIn(item.read('targetApp'));
	const id = recordIdOf(item.read('targetRecordId'), item, chosen);
	const told = textAt(item, 'options.targetGuestSpace');
	const guestSpace =
		told === ''
			? (chosen.guestSpace ?? guestSpaceIn(item.read('options.guestSpace')))
			: guestSpaceIn(told);
	return { app: chosen.id, id, guestSpace };
}

async function cellsOf({ app: of, id, guestSpace }: RecordAddress, item: ItemContext) {
	const path = pathOn(api['record.get'].path, { guestSpace });
	const body = await item.request(reading(path, { query: { app: of, id } }));
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

/**
 * Writes the keys to the field. Existing files are kept, unless they are to be replaced.
 * @param read the record as it was read before; the revision tells if it has changed
 */
async function attach(
	keys: string[],
	field: string,
	{ app: of, id, guestSpace }: RecordAddress,
	item: ItemContext,
	read: IDataObject,
): Promise<IDataObject> {
	const keep = valueAt(item, 'existingFiles') === 'keep';
	const copies = keys.map((fileKey) => ({ fileKey }));
	if (keep && copies.length === 0) return {};
	let known: IDataObject | undefined = read;
	const write = async () => {
		const cells = keep ? (known ?? (await cellsOf({ app: of, id, guestSpace }, item))) : {};
		known = undefined;
		const value = keep ? [...fileKeys(cells, field), ...copies] : copies;
		const revision = (cells.$revision as { value: string } | undefined)?.value;
		const body = { app: of, id, ...(revision && { revision }), record: { [field]: { value } } };
		const path = pathOn(api['record.update'].path, { guestSpace });
		const { method, answer } = api['record.update'];
		return (await item.request({ method, path, body, answer, repeatable: false })) as IDataObject;
	};
	return await againAfterConflicts(
		write,
		(problem) =>
			problem instanceof RequestError && problem.failure.explanation?.code === CHANGED_MEANWHILE,
	);
}

export const fileResource: Resource = {
	value: 'file',
	name: 'File',
	description: 'Attachments of records',
	operations: [upload, download, downloadFromRecord, copyToRecord],
};
