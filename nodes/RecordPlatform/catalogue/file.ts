import type { IDataObject } from 'n8n-workflow';

import type { FileReply, ItemView, Operation, Resource, Row } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { appIn, guestSpaceOf, pathOn } from '../route';
import { attachmentsIn, fileContent, placeOfFile } from '../values/attachments';
import { checkFileFields, copyToRecord } from './file/copyToRecord';
import { app, fileFields, list, options, record, recordIdOf } from './parameters';
import { ANY_SIGN_IN, rights } from './signIn';

const upload: Operation = {
	id: 'file.upload',
	value: 'upload',
	name: 'Upload',
	action: 'Upload file',
	description:
		'Put a file into temporary storage and get the key to attach it with. Creating and updating records uploads their files by itself.',
	method: 'POST',
	answer: ['fileKey'],
	path: '/k/v1/file.json',
	guestSpace: true,
	// An upload that nobody attaches disappears by itself, so sending it twice does no harm.
	readOnly: true,
	signIn: ANY_SIGN_IN,
	parameters: [
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the input binary field containing the file to be uploaded',
			send: { in: 'file', key: 'file' },
		},
		options(),
	],
	run: {
		kind: 'each',
		result: (body, item) => {
			const { fileName, mimeType } = item.binary(String(item.read('binaryPropertyName')));
			return { json: { ...(body as IDataObject), fileName, mimeType } };
		},
	},
};

const download: Operation = {
	id: 'file.download',
	value: 'download',
	name: 'Download',
	action: 'Download file',
	description: 'Download an attachment by the file key that its record gives',
	method: 'GET',
	path: '/k/v1/file.json',
	guestSpace: true,
	reply: 'file',
	rights: rights.view,
	signIn: ANY_SIGN_IN,
	parameters: [
		{
			displayName: 'File Key',
			name: 'fileKey',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. {{ $json.Attachment[0].fileKey }}',
			description:
				'Key of the file as a record gives it. Keys from an upload serve for attaching only. Read the record right before: its keys may change when it is saved.',
			send: { in: 'query', key: 'fileKey' },
		},
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		},
		options({
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.Attachment[0].name }}',
			description: 'Name to give the file; by default the name that the service tells',
		}),
	],
	run: {
		kind: 'own',
		run: async (item, draft) => {
			const fileName = String(item.read('options.fileName', '') ?? '');
			const property = String(item.read('binaryPropertyName', 'data'));
			const content = async () => (await item.ask(draft)) as FileReply;
			return await Promise.resolve({
				json: item.json,
				files: { [property]: { content, fileName } },
			});
		},
	},
};

const downloadFromRecord: Operation = {
	id: 'file.download',
	value: 'downloadFromRecord',
	name: 'Download From Record',
	action: 'Download files of record',
	description: 'Download the attachments of a record, each into a binary field of its own',
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
			description: 'The files are put in binary fields of this name and a number, such as file_0',
		}),
	],
	run: {
		kind: 'own',
		run: async (item) => {
			const guestSpace = guestSpaceOf(item);
			const cells = await recordCells(item, appIn(item.read('app')).id, guestSpace);
			const prefix = String(item.read('options.prefix', 'file_'));
			const files: NonNullable<Row['files']> = {};
			const codes = list(item.read('options.fieldCodes', ''));
			await checkFileFields(codes, { app: appIn(item.read('app')).id, guestSpace }, item);
			const attachments = attachmentsIn(cells, codes);
			for (const [index, attachment] of attachments.entries()) {
				const place = placeOfFile(attachment, recordIdOf(item.read('recordId'), item));
				files[`${prefix}${index}`] = fileContent(attachment, guestSpace, item, place);
			}
			return { json: item.json, files };
		},
	},
};

/** The cells of the chosen record. Throws `Failed` or `Refusal`. */
async function recordCells(
	item: ItemView,
	chosenApp: string,
	guestSpace: string | undefined,
): Promise<IDataObject> {
	if (chosenApp === '') throw new Refusal('The parameter "App" is empty');
	const path = pathOn('/k/v1/record.json', { guestSpace });
	const query = { app: chosenApp, id: recordIdOf(item.read('recordId'), item) };
	const body = await item.ask({ method: 'GET', path, query, repeatable: true });
	return (body as { record: IDataObject }).record;
}

export const fileResource: Resource = {
	value: 'file',
	name: 'File',
	description: 'Attachments of records',
	first: upload.value,
	operations: [upload, download, downloadFromRecord, copyToRecord],
};
