import type { Directory } from '../directory';
import { inUtc } from '../time';
import type { Message, MessageRow } from './store';

/** The folder a message lies in for someone; docs/api doesn't know their ids and types. */
const folders = {
	draft: { id: '3', name: 'Drafts', type: 'DRAFT' },
	sent: { id: '2', name: 'Sent', type: 'SENT' },
	inbox: { id: '1', name: 'Inbox', type: 'INBOX' },
} as const;

export function presentMessage(message: Message, directory: Directory, reader: string): object {
	const { updater, updatedAt } = message;
	return {
		...presentCreated(message, directory),
		...(updater !== null && { updater: directory.user(updater) }),
		updatedAt: updatedAt === null ? null : inUtc(updatedAt),
		folders: foldersOf(message, reader),
		operators: message.operators.map((id) => ({ ...directory.user(id), type: 'USER' })),
	};
}

/** What creating one answers with: no updater, updatedAt, folders, operators (docs/api/groupware.md, section 9). */
export function presentCreated(message: Message, directory: Directory): object {
	return {
		id: String(message.id),
		title: message.title,
		acknowledgement: message.acknowledgement,
		creator: directory.user(message.creator),
		createdAt: inUtc(message.createdAt),
		recipients: message.recipients.map(({ id, acknowledged }) => ({
			...directory.user(id),
			type: 'USER',
			isAcknowledged: acknowledged,
		})),
		isDraft: message.draft,
		body: message.body,
		isHtmlBody: message.htmlBody,
		operatorType: message.operatorType,
	};
}

/** A row of the administrator's list; a message nobody changed counts as changed when it was made. */
export function presentRow(row: MessageRow, directory: Directory): object {
	return {
		id: String(row.id),
		title: row.title,
		creator: directory.user(row.creator),
		updater: directory.user(row.updater ?? row.creator),
		createdAt: inUtc(row.createdAt),
		updatedAt: inUtc(row.updatedAt ?? row.createdAt),
	};
}

function foldersOf({ draft, creator, recipients }: Message, reader: string): object[] {
	if (draft) return [folders.draft];
	return [
		...(recipients.some(({ id }) => id === reader) ? [folders.inbox] : []),
		...(creator === reader ? [folders.sent] : []),
	];
}
