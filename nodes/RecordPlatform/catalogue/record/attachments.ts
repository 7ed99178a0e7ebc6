import type { IDataObject } from 'n8n-workflow';

import type { FileContent, ItemView, Parameter, Row } from '../../../shared/catalogue';
import { chosenFields } from '../../query/choices';
import { guestSpaceOf } from '../../route';
import { type Attachment, attachmentsIn, fileContent, placeOfFile } from '../../values/attachments';
import { existing } from '../existing';
import { fileFields, list } from '../parameters';

/** What becomes of the files of a field that is written. */
export const existingFiles = existing({
	displayName: 'Existing Files',
	name: 'existingFiles',
	otherwise: 'replace',
	keep: 'The given files are added to those that the record has. It is read before it is written, and read again when somebody changed it meanwhile.',
	replace: 'The field holds the given files alone afterwards; an empty one has none',
	description:
		'What to do with the files that an attachment field holds when it is written. Table rows keep theirs when they are named by their ID.',
});

/** Options of operations that read records, to get their files with them. */
export const attachmentOptions: Parameter[] = [
	fileFields({
		name: 'attachmentFields',
		what: 'Attachment fields whose files Download Attachments gets',
	}),
	{
		displayName: 'Attachment Names',
		name: 'attachmentNames',
		type: 'options',
		default: 'number',
		options: [
			{ name: 'By Field Code', value: 'field', description: 'Such as Attachment_0' },
			{ name: 'By Number', value: 'number', description: 'Such as file_0' },
		],
		description: 'Names of the binary fields that Download Attachments puts files in',
	},
	{
		displayName: 'Download Attachments',
		name: 'downloadAttachments',
		type: 'boolean',
		default: false,
		description:
			'Whether to download the files of each record into binary fields of its item. Where On Error says to continue, a record whose file cannot be downloaded leaves as an error item with its ID, and all others as usual.',
	},
];

type Rows = (cells: IDataObject) => Row | Row[];

/** Adds the files of a record to its rows, where the person wants them; they are opened when they are stored. */
export function withAttachments(rows: Rows, item: ItemView): Rows {
	if (item.read('options.downloadAttachments', false) !== true) return rows;
	const codes = list(item.read('options.attachmentFields', ''));
	const byField = item.read('options.attachmentNames', 'number') === 'field';
	const split = item.read('simplify', true) === true ? item.read('options.splitTable', '') : '';
	const guestSpace = guestSpaceOf(item);
	const named = (attachments: Array<[Attachment, FileContent]>) => {
		const counts = new Map<string, number>();
		const entries = attachments.map(([{ field }, content]): [string, FileContent] => {
			const stem = byField ? field : 'file';
			const count = counts.get(stem) ?? 0;
			counts.set(stem, count + 1);
			return [`${stem}_${count}`, content];
		});
		return entries.length > 0 ? Object.fromEntries(entries) : undefined;
	};
	const hidesId = !returnsId(chosenFields(item));
	return (cells) => {
		const { common, ofRow } = parted(cells, String(split ?? ''));
		const { $id, ...withoutId } = cells;
		const id = ($id as { value?: unknown } | undefined)?.value;
		const contentOf = (part: IDataObject) =>
			attachmentsIn(part, codes).map((one): [Attachment, FileContent] => [
				one,
				fileContent(one, guestSpace, item, placeOfFile(one, id)),
			]);
		const shared = contentOf(common);
		return [rows(hidesId ? withoutId : cells)].flat().map((row, at) => {
			const own = ofRow[at];
			const files = named(own ? [...shared, ...contentOf(own)] : shared);
			return files ? { ...row, files } : row;
		});
	};
}

/** The fields to ask for so that a file which cannot be had is told with its record; empty for all of them. */
export function fieldsWithAttachments(codes: string[], item: ItemView): string[] {
	const wanted = item.read('options.downloadAttachments', false) === true;
	return wanted && !returnsId(codes) ? [...codes, '$id'] : codes;
}

function returnsId(codes: string[]): boolean {
	return codes.length === 0 || codes.includes('$id');
}

/** Where a table's rows become items, each has the files of its own row, and all have those of the record. */
function parted(cells: IDataObject, split: string): { common: IDataObject; ofRow: IDataObject[] } {
	const { [split]: table, ...common } = cells;
	const { type, value } = (table ?? {}) as { type?: string; value?: unknown };
	if (type !== 'SUBTABLE') return { common: cells, ofRow: [] };
	return { common, ofRow: (value as Array<{ value: IDataObject }>).map((row) => row.value) };
}
