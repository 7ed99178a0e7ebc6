import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import { withAttachments } from '../catalogue/record/attachments';
import { recordRows } from '../catalogue/record/read';
import type { TriggerEvent } from './parameters';
import type { Settings } from './settings';

/** A record that starts the workflow. */
export interface RecordChange {
	event: TriggerEvent;
	/** Names the change, for Remove Duplicates (`17:3`). */
	key: string;
	cells: IDataObject;
	/** Values beside the fields of the record. */
	more?: IDataObject;
}

/** The output for changes: one row each, or one with a list of all. */
export function changeRows(changes: RecordChange[], settings: Settings, item: ItemView): Row[] {
	const { asList } = settings;
	const plain = recordRows(item);
	const withFiles = asList ? plain : withAttachments(plain, item, settings.shown);
	const made = changes.flatMap(({ event, key, cells, more }) => {
		const gone = event === 'deleted';
		const kept = gone || settings.fields.length === 0 ? cells : onlyFields(cells, settings.fields);
		return [gone ? plain(kept) : withFiles(kept)].flat().map((row): Row => ({
			...row,
			json: { $event: event, $key: key, ...more, ...row.json },
		}));
	});
	if (!asList || made.length === 0) return made;
	return [{ json: { count: made.length, records: made.map(({ json }) => json) } }];
}

function onlyFields(cells: IDataObject, codes: string[]): IDataObject {
	return Object.fromEntries(Object.entries(cells).filter(([code]) => codes.includes(code)));
}
