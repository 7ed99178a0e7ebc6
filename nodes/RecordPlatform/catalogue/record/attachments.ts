import type { IDataObject } from 'n8n-workflow';

import type { FileContent, ItemContext, Parameter, Row } from '../../../shared/catalogue';
import { choices, isOn, listAt, switchParameter, textAt } from '../../../shared/parameters';
import { guestSpaceOf } from '../../route';
import {
	type Attachment,
	attachmentsIn,
	fileContent,
	fileLocation,
} from '../../writing/attachments';
import { fileFields } from '../lists';

/** Options for downloading the files of the records that are read. */
export const attachmentOptions: Parameter[] = [
	fileFields({
		name: 'attachmentFields',
		what: 'Fields to download from if Download Attachments is on',
	}),
	{
		displayName: 'Attachment Names',
		name: 'attachmentNames',
		...choices('number', {
			field: ['By Field Code', 'For example Attachment_0'],
			number: ['By Number', 'For example file_0'],
		}),
		description: 'How to name the binary fields that contain the downloaded files',
	},
	switchParameter({
		displayName: 'Download Attachments',
		name: 'downloadAttachments',
		description: 'Whether to download the files of each record into binary fields of its item',
	}),
];

type Rows = (cells: IDataObject) => Row | Row[];

/**
 * Adds the files of a record to its output items if requested; each is opened when it is stored.
 * @param returned codes of the fields to return; empty for all of them
 */
export function withAttachments(rows: Rows, item: ItemContext, returned: string[]): Rows {
	if (!downloads(item)) return rows;
	const codes = listAt(item, 'options.attachmentFields');
	const byField = item.read('options.attachmentNames') === 'field';
	const split = isOn(item, 'simplify') ? textAt(item, 'options.splitTable') : '';
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
	/** Read for the files, but not chosen to be returned. */
	const hidden =
		returned.length === 0 ? [] : [...codes, '$id'].filter((code) => !returned.includes(code));
	return (cells) => {
		const { common, ofRow } = parted(cells, String(split));
		const shown = Object.entries(cells).filter(([code]) => !hidden.includes(code));
		const id = (cells.$id as { value?: unknown } | undefined)?.value;
		const contentOf = (part: IDataObject) =>
			attachmentsIn(part, codes).map((one): [Attachment, FileContent] => [
				one,
				fileContent(one, guestSpace, item, fileLocation(one, id)),
			]);
		const shared = contentOf(common);
		return [rows(Object.fromEntries(shown))].flat().map((row, at) => {
			const own = ofRow[at];
			const files = named(own ? [...shared, ...contentOf(own)] : shared);
			return files ? { ...row, files } : row;
		});
	};
}

/** The fields to read, with the files to download and the record ID for error messages; empty for all fields. */
export function fieldsWithAttachments(codes: string[], item: ItemContext): string[] {
	if (!downloads(item) || codes.length === 0) return codes;
	return [...new Set([...codes, ...listAt(item, 'options.attachmentFields'), '$id'])];
}

function downloads(item: ItemContext): boolean {
	return isOn(item, 'options.downloadAttachments');
}

/** With Split Table, an item gets the files of its own table row and those of the record. */
function parted(cells: IDataObject, split: string): { common: IDataObject; ofRow: IDataObject[] } {
	const { [split]: table, ...common } = cells;
	const { type, value } = (table ?? {}) as { type?: string; value?: unknown };
	if (type !== 'SUBTABLE') return { common: cells, ofRow: [] };
	return { common, ofRow: (value as Array<{ value: IDataObject }>).map((row) => row.value) };
}
