import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter } from '../../shared/catalogue';
import { choicesOf, idInPath } from './text';
import { fileRow } from '../values/files';
import { idOf } from '../values/references';
import { fields } from './event/content';

/** What the calls for files have alike, whatever the files are attached to. */

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
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. report.pdf',
			description: 'Name of the output file. Leave empty to use the name in the service.',
		},
	]),
];

/** Downloading and deleting an attachment, for administrators. */
export function administeredFiles({
	id,
	of,
	rights,
	path,
	...common
}: Pick<Operation, 'id' | 'path' | 'since' | 'signIn'> & {
	/** What the files are attached to. */
	of: string;
	rights: { read: string; remove: string };
}): Operation[] {
	return [
		{
			...common,
			id: `${id}.get`,
			value: 'downloadAsAdministrator',
			name: 'Download (Administrator)',
			action: `Download ${of} attachment as administrator`,
			description: `Download an attachment of a ${of} (administrators only)`,
			method: 'GET',
			path,
			rights: rights.read,
			parameters: [fileInPath('ID of the file, as returned by Get Many'), ...output],
			run: { kind: 'perItem', result: fileRow },
		},
		{
			...common,
			id: `${id}.delete`,
			value: 'deleteAsAdministrator',
			name: 'Delete (Administrator)',
			action: `Delete ${of} attachment as administrator`,
			description: `Delete an attachment of a ${of} (administrators only)`,
			method: 'DELETE',
			path,
			rights: rights.remove,
			reply: 'none',
			parameters: [fileInPath('ID of the file to delete, as returned by Get Many')],
			run: {
				kind: 'perItem',
				result: (_body, item) => ({
					json: { deleted: true, id: idOf(item.read('fileId'), 'file') },
				}),
			},
		},
	];
}

/** The binary fields to attach to something new, in the collection `additionalFields`. */
export const attachments: Parameter = {
	displayName: 'Attachments',
	name: 'attachments',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data, image',
	hint: 'Comma-separated names of input binary fields',
	description: 'Names of the binary fields with the files to attach, separated by commas',
	send: { in: 'body', key: 'attachments', as: present },
};

/** Refuses missing binary fields before anything is sent; they are read only when they are sent. */
function present(_value: unknown, item: ItemView): undefined {
	for (const name of attachedTo(item)) item.binary(name);
}

/** The files as the service takes them; undefined if there are none. */
export async function attachedFiles(item: ItemView): Promise<IDataObject[] | undefined> {
	const attached: IDataObject[] = [];
	for (const name of attachedTo(item)) {
		const { fileName } = item.binary(name);
		attached.push({ name: fileName, content: await item.binaryBase64(name) });
	}
	return attached.length > 0 ? attached : undefined;
}

/** Names of the binary fields to attach, each once. */
function attachedTo(item: ItemView): string[] {
	return [...new Set(choicesOf(item.read('additionalFields.attachments')))];
}
