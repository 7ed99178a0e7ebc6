import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, Resource } from '../../shared/catalogue';
import { choices, textParameter, valueAt } from '../../shared/parameters';
import { textOf } from '../../shared/input/text';
import { reading } from '../../shared/request';
import { api } from '../api';
import { PendingFile } from '../codec/encode';
import { uploadFiles } from '../writing/files';
import { existing, rowsParameter } from './parameters';
import { appOf, changeSettings, readSettings } from './settingsOperations';

/** The file lists of an app: device and kind of files. */
const LISTS = [
	['desktop', 'css'],
	['desktop', 'js'],
	['mobile', 'css'],
	['mobile', 'js'],
] as const;

/** A list entry as it is sent. */
type Entry =
	{ type: 'URL'; url: string } | { type: 'FILE'; file: PendingFile | { fileKey: string } };

/** A list entry as it is read. */
interface Present {
	type: string;
	url?: string;
	file?: { fileKey: string; name?: string };
}

type Customization = { revision?: string } & Record<
	'desktop' | 'mobile',
	Record<'css' | 'js', Present[]> | undefined
>;

function filesOf(body: IDataObject): IDataObject[] {
	const customization = body as unknown as Customization;
	return LISTS.flatMap(([device, kind]) => {
		const entries = customization[device]?.[kind] ?? [];
		return entries.map((entry, index) => ({ device, kind, index, ...entry }));
	});
}

const get = readSettings({
	...api['app.customize.get'],
	value: 'get',
	name: 'Get',
	action: 'Get customization',
	description: 'Get the JavaScript and CSS files of an app',
	things: filesOf,
});

const files = rowsParameter(
	'File',
	[
		{
			displayName: 'File Type',
			name: 'list',
			...choices('desktop.js', {
				'desktop.css': 'CSS for Desktop',
				'mobile.css': 'CSS for Mobile',
				'desktop.js': 'JavaScript for Desktop',
				'mobile.js': 'JavaScript for Mobile',
			}),
		},
		{
			displayName: 'Source',
			name: 'source',
			...choices('binary', { binary: 'Binary Field', fileKey: 'File Key', url: 'URL' }),
		},
		{
			displayName: 'Source Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			description: 'Name of the input binary field containing the file to upload',
			displayOptions: { show: { source: ['binary'] } },
		},
		textParameter({
			displayName: 'Source File Key',
			name: 'fileKey',
			description: 'Key that was returned when the file was uploaded',
			displayOptions: { show: { source: ['fileKey'] } },
		}),
		textParameter({
			displayName: 'Source URL',
			name: 'url',
			placeholder: 'e.g. https://example.com/app.js',
			displayOptions: { show: { source: ['url'] } },
		}),
	],
	{
		displayName: 'Files',
		name: 'files',
		description: 'JavaScript and CSS files, in the order in which they are loaded',
		send: { in: 'body', key: '', as: checkFiles },
	},
);

interface FileRow {
	list: string;
	source?: 'binary' | 'fileKey' | 'url';
	binaryPropertyName?: string;
	fileKey?: string;
	url?: string;
}

/** Refuses rows that can't be sent before anything is uploaded. */
function checkFiles(_value: unknown, item: ItemContext): undefined {
	for (const row of fileRows(item)) {
		const entry = entryOf(row);
		if ('file' in entry && entry.file instanceof PendingFile) item.binary(entry.file.property);
	}
}

function fileRows(item: ItemContext): FileRow[] {
	return (item.read('files.rows') ?? []) as FileRow[];
}

function entryOf({ source: from, binaryPropertyName, fileKey, url }: FileRow): Entry {
	if (from === 'url') return { type: 'URL', url: textOf(url, 'Source URL').trim() };
	if (from === 'fileKey') {
		return { type: 'FILE', file: { fileKey: textOf(fileKey, 'Source File Key').trim() } };
	}
	const property = textOf(binaryPropertyName, 'Source Binary Field').trim();
	return { type: 'FILE', file: new PendingFile(property) };
}

/**
 * The new content of all four lists. The current files come from the test environment, whose file
 * keys can be sent again; its revision detects changes in the meantime.
 */
async function listsOf(item: ItemContext, spec: RequestSpec): Promise<IDataObject> {
	const query = { app: appOf(item) };
	// Files that are not read are not kept.
	const asked = reading(spec.path, { query, answer: ['desktop', 'mobile'] });
	const now = (await item.request(asked)) as Customization;
	const rows = fileRows(item);
	const keep = valueAt(item, 'existingFiles') === 'keep';
	const lists: Record<string, Record<string, Entry[]>> = {};
	for (const [device, kind] of LISTS) {
		const held = (keep && now[device]?.[kind]) || [];
		const own = rows.filter(({ list }) => list === `${device}.${kind}`).map(entryOf);
		// In its place, because the order of loading counts.
		const kept = held.map((one) => own.find((entry) => isSameFile(one, entry, item)) ?? again(one));
		const added = own.filter((entry) => !held.some((one) => isSameFile(one, entry, item)));
		(lists[device] ??= {})[kind] = [...kept, ...added];
	}
	return { revision: now.revision, ...((await uploadFiles(lists, item)) as IDataObject) };
}

/** Whether an entry has the URL, or the file the name, of one that is there already. */
function isSameFile({ type, url, file }: Present, entry: Entry, item: ItemContext): boolean {
	if (entry.type === 'URL') return type === 'URL' && url === entry.url;
	if (!(entry.file instanceof PendingFile)) return false;
	const { fileName } = item.binary(entry.file.property);
	return fileName !== undefined && file?.name === fileName;
}

function again({ type, url = '', file }: Present): Entry {
	return type === 'URL' || file === undefined
		? { type: 'URL', url }
		: { type: 'FILE', file: { fileKey: file.fileKey } };
}

const update = changeSettings({
	...api['app.customize.update'],
	value: 'update',
	name: 'Update',
	action: 'Update customization',
	description: 'Upload JavaScript and CSS files and set them in the test environment of an app',
	parameters: [
		existing({
			displayName: 'Existing Files',
			name: 'existingFiles',
			default: 'keep',
			keep: 'Add the files below to the existing files of the app. An uploaded file replaces the one with its name, and a URL that is there already is not added again.',
			replace: 'Replace all files of the app with the files below',
			description: 'What to do with the existing files of the app',
		}),
		files,
		{
			displayName: 'Customize For',
			name: 'scope',
			...choices('', {
				ADMIN: 'Administrators of the App',
				ALL: 'All Users',
				'': 'Keep',
				NONE: 'Nobody',
			}),
			description: 'Users for whom the files are loaded',
			send: { in: 'body', key: 'scope' },
		},
	],
	complete: async (item, spec) => ({ ...(await listsOf(item, spec)), ...spec.body }),
});

export const customizationResource: Resource = {
	value: 'customization',
	name: 'Customization',
	admin: true,
	description: 'JavaScript and CSS of an app',
	operations: [get, update],
};
