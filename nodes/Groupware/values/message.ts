import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';
import { namedEntries } from './references';
import { nameOf, namesOf, plain } from './rows';

/**
 * A message as an output row. The documentation spells one key in two ways. The output has the
 * spelling of requests.
 */
export function messageRow(body: unknown, item: ItemView): Row {
	const { acknowledgment, ...message } = plain(objectOf(body));
	if (acknowledgment !== undefined) message.acknowledgement ??= acknowledgment;
	return { json: item.read('simplify', false) === true ? simplifiedMessage(message) : message };
}

/** What most workflows need of a message, without nesting. */
function simplifiedMessage(message: IDataObject): IDataObject {
	const { creator, recipients, acknowledgement } = message;
	const rows = (recipients ?? []) as IDataObject[];
	const acknowledged = rows.filter(({ isAcknowledged }) => isAcknowledged === true);
	return {
		id: message.id,
		title: message.title,
		body: message.body ?? '',
		sender: nameOf(creator),
		recipients: namedEntries(rows),
		...(acknowledgement === true && { acknowledgedBy: namesOf(acknowledged) }),
		isDraft: message.isDraft ?? false,
		createdAt: message.createdAt,
		...(message.updatedAt !== undefined && { updatedAt: message.updatedAt }),
	};
}

/** When a message was changed last, as far as its row tells. */
export function updatesOf({ createdAt, updatedAt }: IDataObject): unknown[] {
	return [updatedAt ?? createdAt];
}
