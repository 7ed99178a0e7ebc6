import type { Operation, Resource } from '../../shared/catalogue';
import { fileRow } from '../values/files';
import { plainRow } from '../values/rows';
import { deletedFile, fileInPath, output } from './attachment';
import { idInPath } from './inPath';
import { limit, listRun, returnAll } from './paging';
import { PASSWORD_SIGN_IN, probableRights } from './requirements';

const common = {
	since: '6.17',
	rights: probableRights.administerMessages,
	signIn: PASSWORD_SIGN_IN,
};

const FILE_PATH = '/api/v1/message/admin/messages/attached/{fileId}';

const getMany: Operation = {
	...common,
	id: 'message.adminFile.list',
	value: 'getAllAsAdministrator',
	name: 'Get Many (Administrator)',
	action: 'Get many message attachments as administrator',
	description: 'Get the attachments of a message and its comments (administrators only)',
	method: 'GET',
	path: '/api/v1/message/admin/{messageId}/files',
	parameters: [
		idInPath('Message ID', 'messageId', 'message', 'ID of the message whose attachments to return'),
		returnAll,
		limit,
	],
	run: listRun('files', plainRow, 'The message has no attachments'),
};

const download: Operation = {
	...common,
	id: 'message.adminFile.get',
	value: 'downloadAsAdministrator',
	name: 'Download (Administrator)',
	action: 'Download message attachment as administrator',
	description: 'Download an attachment of a message (administrators only)',
	method: 'GET',
	path: FILE_PATH,
	parameters: [fileInPath('ID of the file, as returned by Get Many'), ...output],
	run: { kind: 'perItem', result: fileRow },
};

const remove: Operation = {
	...common,
	id: 'message.adminFile.delete',
	value: 'deleteAsAdministrator',
	name: 'Delete (Administrator)',
	action: 'Delete message attachment as administrator',
	description: 'Delete an attachment of a message (administrators only)',
	method: 'DELETE',
	path: FILE_PATH,
	reply: 'none',
	parameters: [fileInPath('ID of the file to delete, as returned by Get Many')],
	run: { kind: 'perItem', result: deletedFile },
};

export const messageAttachmentResource: Resource = {
	value: 'messageAttachment',
	name: 'Message Attachment',
	description: 'For administrators: the attachments of messages',
	first: getMany.value,
	operations: [getMany, download, remove],
};
