import type { ItemView, Parameter, Row } from '../../shared/catalogue';
import { idOf } from '../values/references';
import { fields } from './event/content';
import { idInPath } from './inPath';

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

export function deletedFile(_body: unknown, item: ItemView): Row {
	return { json: { deleted: true, id: idOf(item.read('fileId'), 'file') } };
}
