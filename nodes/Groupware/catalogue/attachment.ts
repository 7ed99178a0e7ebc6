import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, RequestSpec, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { listAt, textAt, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { sendWithNames } from '../values/directory';
import { idInPath } from './text';
import { fields } from './event/content';
import { deletion } from './operations';

/** What the calls for files have alike, whatever the files are attached to. */

/** The ID of a file, sent in the path. */
export function fileInPath(description: string): Parameter {
	return idInPath('File ID', 'fileId', 'file', description);
}

/** Where to put a file that is downloaded, and what to call it. */
export const output: Parameter[] = [
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
	},
	fields('Options', 'options', [
		textParameter({
			displayName: 'File Name',
			name: 'fileName',
			placeholder: 'e.g. report.pdf',
			description: 'Name of the output file, if not that in the service',
		}),
	]),
];

/** Downloading and deleting an attachment, for administrators. */
export function administeredFiles({
	id,
	of,
	rights,
}: {
	id: 'message.adminFile' | 'space.adminFile';
	/** What the files are attached to. */
	of: string;
	rights: { read: string; remove: string };
}): Operation[] {
	return [
		{
			...api[`${id}.get`],
			value: 'downloadAsAdministrator',
			name: 'Download',
			action: `Download ${of} attachment as administrator`,
			description: `Download an attachment of a ${of} (administrators only)`,
			rights: rights.read,
			parameters: [fileInPath('ID of the file, as returned by Get Many'), ...output],
			run: { kind: 'perItem', result: fileRow },
		},
		{
			...api[`${id}.delete`],
			value: 'deleteAsAdministrator',
			name: 'Delete',
			action: `Delete ${of} attachment as administrator`,
			description: `Delete an attachment of a ${of} (administrators only)`,
			rights: rights.remove,
			parameters: [fileInPath('ID of the file to delete, as returned by Get Many')],
			run: deletion('fileId', 'file'),
		},
	];
}

/** The binary fields to attach to something new, in the collection `additionalFields`. */
export const attachments: Parameter = {
	displayName: 'Attachments',
	name: 'attachments',
	holds: 'ids',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data, image',
	hint: 'Comma-separated names of input binary fields',
	description: 'Binary fields with the files to attach',
	send: { in: 'body', key: 'attachments', as: present },
};

/** Refuses missing binary fields before anything is sent; they are read only when they are sent. */
function present(_value: unknown, item: ItemContext): undefined {
	for (const name of attachedTo(item)) item.binary(name);
}

/** Sends something new with the files that are attached to it. */
export async function sendWithFiles(item: ItemContext, spec: RequestSpec): Promise<unknown> {
	const files: IDataObject[] = [];
	for (const name of attachedTo(item)) {
		const { fileName } = item.binary(name);
		files.push({ name: fileName, content: await item.binaryBase64(name) });
	}
	const body = { ...spec.body, ...(files.length > 0 && { attachments: files }) };
	return await sendWithNames(item, { ...spec, body });
}

/** Names of the binary fields to attach, each once. */
function attachedTo(item: ItemContext): string[] {
	const names = listAt(item, 'additionalFields.attachments');
	return [...new Set(names.map(String))];
}

/** A file in a response: Base64 in the JSON. */
interface ServiceFile extends IDataObject {
	name?: string;
	contentType?: string;
	content?: string;
}

/**
 * The file as binary data of the output item, under the name that the person chose, and what the
 * service says of it as JSON. Throws `InputError` where the answer holds no file.
 */
export function fileRow(body: unknown, item: ItemContext): Row {
	const { content, ...facts } = (body ?? {}) as ServiceFile;
	if (typeof content !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(content.replace(/\s/g, ''))) {
		throw new InputError(
			"The response doesn't contain the file",
			'Check the file in the service. It may be damaged or deleted',
		);
	}
	const bytes = Buffer.byteLength(content.replace(/\s/g, ''), 'base64');
	const told = Number(facts.size ?? bytes);
	if (Number.isInteger(told) && told !== bytes) {
		throw new InputError(
			`The file is incomplete: ${bytes} of ${told} bytes arrived`,
			'Run it again. If it fails again, check the file in the service',
		);
	}
	const property = textAt(item, 'binaryPropertyName').trim();
	const chosenName = textAt(item, 'options.fileName').trim();
	const fileName = chosenName || facts.name || 'file';
	const mimeType = facts.contentType || 'application/octet-stream';
	return { json: facts, files: { [property]: { content, fileName, mimeType } } };
}
