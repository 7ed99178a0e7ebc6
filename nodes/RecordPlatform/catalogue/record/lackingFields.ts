import type { IDataObject } from 'n8n-workflow';

import type { ItemView, PageReader } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { quoteShort } from '../../../shared/messages';
import { chosenFields } from '../../query/selection';
import { appIn, guestSpaceOf } from '../../route';
import { liveForm } from '../../values/form';
import { FILE_FIELDS, returnedFields } from '../parameters';
import { codesToDownload } from './attachments';

/** Fields that a setting names. */
interface Named {
	setting: string;
	codes: string[];
}

/** The fields to return and those to download files from, as they were chosen. */
function namedFields(item: ItemView): Named[] {
	return [
		{ setting: returnedFields.displayName, codes: chosenFields(item) },
		{ setting: FILE_FIELDS, codes: codesToDownload(item) },
	];
}

/** The chosen fields that some of the records lack. */
export function lackedBy(records: IDataObject[], item: ItemView): Named[] {
	return namedFields(item).map(({ setting, codes }) => ({
		setting,
		codes: codes.filter((code) => records.some((cells) => !Object.hasOwn(cells, code))),
	}));
}

/**
 * Throws `InputError` for a field that records lack and the app doesn't have: its values would be
 * missing without a word. One that the credential can't view is left out, as the service does.
 */
export async function refuseGone(lacking: Named[], item: ItemView): Promise<void> {
	if (lacking.every(({ codes }) => codes.length === 0)) return;
	const form = await liveForm(item, appIn(item.read('app', '')).id, guestSpaceOf(item));
	if (form === null) return;
	const all = form.flatMap((field) => [field, ...(field.columns ?? [])]);
	const known = new Set(['$id', '$revision', ...all.map(({ code }) => code)]);
	for (const { setting, codes } of lacking) {
		const gone = codes.find((code) => !known.has(code));
		if (gone !== undefined) throw noReturnedField(gone, setting);
	}
}

/** The error for a field that a setting names and the app doesn't have. */
export function noReturnedField(code: string, setting: string): InputError {
	return new InputError(
		`The app has no field ${quoteShort(code)}`,
		`It was renamed or removed. Select the field again in "${setting}"`,
	);
}

/** Reads records, and refuses at the end what `refuseGone` refuses. */
export function withAllFields(reader: PageReader, item: ItemView): PageReader {
	return {
		...reader,
		read: async (take) => {
			const lacking = new Map<string, Set<string>>();
			await reader.read((records, place) => {
				for (const { setting, codes } of lackedBy(records, item)) {
					lacking.set(setting, new Set([...(lacking.get(setting) ?? []), ...codes]));
				}
				take(records, place);
			});
			const named = [...lacking].map(([setting, codes]) => ({ setting, codes: [...codes] }));
			await refuseGone(named, item);
		},
	};
}
