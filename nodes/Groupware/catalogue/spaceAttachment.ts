import type { Operation, Resource } from '../../shared/catalogue';
import { fileRow } from '../values/files';
import { plainRow } from '../values/rows';
import { deletedFile, fileInPath, output } from './attachment';
import { idInPath } from './inPath';
import { limit, listRun, returnAll } from './paging';
import { PASSWORD_SIGN_IN, probableRights, rights } from './requirements';
import { spaceInPath } from './space';

const common = { since: '6.17', signIn: PASSWORD_SIGN_IN };

const FILE_PATH = '/api/v1/space/admin/files/{fileId}';

const getManyByDiscussion: Operation = {
	...common,
	id: 'space.adminFile.listByDiscussion',
	value: 'getByDiscussionAsAdministrator',
	name: 'Get Many by Discussion (Administrator)',
	action: 'Get many attachments of space discussion as administrator',
	description: 'Get the attachments of a discussion (administrators only)',
	method: 'GET',
	path: '/api/v1/space/admin/discussion/{discussionId}/files',
	rights: probableRights.administerSpaces,
	parameters: [
		idInPath(
			'Discussion ID',
			'discussionId',
			'discussion',
			'ID of the discussion whose attachments to return',
		),
		returnAll,
		limit,
	],
	run: listRun('files', plainRow, 'The discussion has no attachments'),
};

const getManyBySpace: Operation = {
	...common,
	id: 'space.adminFile.listBySpace',
	value: 'getBySpaceAsAdministrator',
	name: 'Get Many by Space (Administrator)',
	action: 'Get many attachments of space as administrator',
	description: 'Get the attachments of all discussions in a space (administrators only)',
	method: 'GET',
	path: '/api/v1/space/admin/space/{spaceId}/files',
	rights: probableRights.administerSpaces,
	parameters: [spaceInPath('Space whose attachments to return'), returnAll, limit],
	run: listRun('files', plainRow, 'The space has no attachments'),
};

const download: Operation = {
	...common,
	id: 'space.adminFile.get',
	value: 'downloadAsAdministrator',
	name: 'Download (Administrator)',
	action: 'Download space attachment as administrator',
	description: 'Download an attachment of a space (administrators only)',
	method: 'GET',
	path: FILE_PATH,
	rights: rights.administerSpaces,
	parameters: [fileInPath('ID of the file, as returned by Get Many'), ...output],
	run: { kind: 'perItem', result: fileRow },
};

const remove: Operation = {
	...common,
	id: 'space.adminFile.delete',
	value: 'deleteAsAdministrator',
	name: 'Delete (Administrator)',
	action: 'Delete space attachment as administrator',
	description: 'Delete an attachment of a space (administrators only)',
	method: 'DELETE',
	path: FILE_PATH,
	rights: probableRights.administerSpaces,
	reply: 'none',
	parameters: [fileInPath('ID of the file to delete, as returned by Get Many')],
	run: { kind: 'perItem', result: deletedFile },
};

export const spaceAttachmentResource: Resource = {
	value: 'spaceAttachment',
	name: 'Space Attachment',
	description: 'For administrators: the attachments of spaces',
	first: getManyBySpace.value,
	operations: [getManyBySpace, getManyByDiscussion, download, remove],
};
