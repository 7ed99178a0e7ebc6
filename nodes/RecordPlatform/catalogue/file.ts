import type { IDataObject } from 'n8n-workflow';

import type { FileReply, ItemView, Operation, Resource, Row } from '../../shared/catalogue';
import { listed, nounFor } from '../../shared/messages';
import { textOf } from '../../shared/text';
import { bodyOf, objectOf } from '../../shared/objects';
import { textParameter } from '../../shared/parameters';
import { appIn, guestSpaceOf, pathOn } from '../route';
import { attachmentsIn, fileContent, placeOfFile } from '../record/files';
import { copyToRecord } from './file/copyToRecord';
import { app, fileCodes, fileFields, options, record, recordIdOf } from './parameters';
import { ANY_SIGN_IN, rights } from './requirements';

const upload: Operation = {
	id: 'file.upload',
	value: 'upload',
	name: 'Upload',
	action: 'Upload file',
	description:
		'Upload a file to temporary storage and get its file key. Not needed to create or update records: those operations upload files themselves.',
	method: 'POST',
	answer: ['fileKey'],
	path: '/k/v1/file.json',
	guestSpace: true,
	// Unused uploads are deleted by the service, so a retry does no harm.
	readOnly: true,
	signIn: ANY_SIGN_IN,
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
	id: 'file.download',
	value: 'download',
	name: 'Download',
	action: 'Download file',
	description: 'Download an attachment by its file key',
	method: 'GET',
	path: '/k/v1/file.json',
	guestSpace: true,
	reply: 'file',
	rights: rights.view,
	signIn: ANY_SIGN_IN,
	parameters: [
		textParameter({
			displayName: 'File Key',
			name: 'fileKey',
			required: true,
			placeholder: 'e.g. {{ $json.Attachment[0].fileKey }}',
			description:
				"File key from a record. Keys from an upload can't be used for downloading. Get the record right before, because saving it may change its file keys.",
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
				description: 'Name of the output file. Leave empty to use the name in the service.',
			}),
		),
	],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const fileName = textOf(item.read('options.fileName', ''), 'File Name');
			const property = String(item.read('binaryPropertyName', 'data'));
			const content = async () => (await item.request(spec)) as FileReply;
			return await Promise.resolve({
				json: item.json,
				files: { [property]: { content, fileName } },
				keeps: () => true,
			});
		},
	},
};

const downloadFromRecord: Operation = {
	id: 'file.download',
	value: 'downloadFromRecord',
	name: 'Download From Record',
	action: 'Download files of record',
	description: 'Download the attachments of a record into separate binary fields',
	method: 'GET',
	path: '/k/v1/file.json',
	guestSpace: true,
	reply: 'file',
	rights: rights.view,
	signIn: ANY_SIGN_IN,
	parameters: [
		{ ...app('query'), send: undefined },
		{ ...record('query', 'id'), send: undefined },
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
			const guestSpace = guestSpaceOf(item);
			const cells = await recordCells(item, appIn(item.read('app')).id, guestSpace);
			const prefix = textOf(item.read('options.prefix', 'file_'), 'Prefix of Output Fields');
			const files: NonNullable<Row['files']> = {};
			const attachments = attachmentsIn(cells, fileCodes('fieldCodes', item));
			for (const [index, attachment] of attachments.entries()) {
				const place = placeOfFile(attachment, recordIdOf(item.read('recordId'), item));
				files[`${prefix}${index}`] = fileContent(attachment, guestSpace, item, place);
			}
			// They are of another record: in between, they would pass for files of this one.
			const isNumbered = (name: string) =>
				name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));
			tellReplaced(item.binaryNames.filter(isNumbered), item);
			return { json: item.json, files, keeps: (name) => !isNumbered(name) };
		},
	},
};

/** Says which files of the item are gone. */
function tellReplaced(names: string[], item: ItemView): void {
	if (names.length === 0) return;
	const were = names.length === 1 ? 'was' : 'were';
	item.hint(
		`The ${nounFor(names, 'binary field')} ${listed(names)} of the item ${were} replaced. To keep ${names.length === 1 ? 'it' : 'them'}, change "Prefix of Output Fields"`,
	);
}

/** The cells of the chosen record. Throws `RequestError` or `InputError`. */
async function recordCells(
	item: ItemView,
	chosenApp: string,
	guestSpace: string | undefined,
): Promise<IDataObject> {
	const path = pathOn('/k/v1/record.json', { guestSpace });
	const query = { app: chosenApp, id: recordIdOf(item.read('recordId'), item) };
	const body = await item.request({ method: 'GET', path, query, repeatable: true });
	return bodyOf(bodyOf(body).record);
}

export const fileResource: Resource = {
	value: 'file',
	name: 'File',
	description: 'Upload and download the attachments of records',
	first: upload.value,
	operations: [upload, download, downloadFromRecord, copyToRecord],
};
