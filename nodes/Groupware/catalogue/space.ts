import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { textParameter } from '../../shared/parameters';
import { api } from '../api';
import { plainRow } from '../values/rows';
import { administeredFiles } from './attachment';
import { bodyText, htmlBody, idInPath } from './text';
import { pickerInPath } from './locators';
import { listRun, paged, verbs } from './operations';
import { probableRights, rights } from './requirements';

const getSpaces: Operation = {
	...verbs.getAll,
	...api['space.space.list'],
	action: 'Get many spaces',
	description: 'Get the spaces that you can see',
	rights: probableRights.readSpace,
	parameters: [...paged],
	run: listRun('spaces', plainRow, 'There are no spaces that you can see'),
};

const getDiscussions: Operation = {
	...verbs.getAll,
	...api['space.discussion.list'],
	action: 'Get many space discussions',
	description: 'Get the discussions of a space',
	rights: probableRights.readSpace,
	parameters: [pickerInPath('space', 'spaceId', 'Space whose discussions to return'), ...paged],
	run: listRun('discussions', plainRow, 'The space has no discussions'),
};

/** Most texts are plain, and a switch in the panel isn't added for what it says. */
const textIsHtml: Parameter = { ...htmlBody, default: false };

const createDiscussion: Operation = {
	...verbs.create,
	...api['space.discussion.create'],
	action: 'Create space discussion',
	description: 'Create a discussion in a space',
	rights: probableRights.writeInSpace,
	parameters: [
		pickerInPath('space', 'spaceId', 'Space in which to create the discussion'),
		textParameter({
			displayName: 'Title',
			name: 'title',
			required: true,
			description: 'Title of the discussion',
			send: { in: 'body', key: 'title' },
		}),
		bodyText,
		textIsHtml,
	],
	run: { kind: 'perItem', result: plainRow },
};

const createComment: Operation = {
	...verbs.create,
	...api['space.comment.create'],
	action: 'Create space comment',
	description: 'Add a comment to a discussion in a space',
	rights: probableRights.writeInSpace,
	parameters: [
		pickerInPath('space', 'spaceId', 'Space of the discussion'),
		pickerInPath('discussion', 'discussionId', 'Discussion to comment on'),
		bodyText,
		textIsHtml,
	],
	run: { kind: 'perItem', result: plainRow },
};

const getManyByDiscussion: Operation = {
	...api['space.adminFile.listByDiscussion'],
	value: 'getByDiscussionAsAdministrator',
	name: 'Get Many by Discussion',
	action: 'Get many attachments of space discussion as administrator',
	description: 'Get the attachments of a discussion (administrators only)',
	rights: probableRights.administerSpaces,
	parameters: [
		idInPath(
			'Discussion ID',
			'discussionId',
			'discussion',
			'ID of the discussion whose attachments to return',
		),
		...paged,
	],
	run: listRun('files', plainRow, 'The discussion has no attachments'),
};

const getManyBySpace: Operation = {
	...api['space.adminFile.listBySpace'],
	value: 'getBySpaceAsAdministrator',
	name: 'Get Many by Space',
	action: 'Get many attachments of space as administrator',
	description: 'Get the attachments of all discussions in a space (administrators only)',
	rights: probableRights.administerSpaces,
	parameters: [pickerInPath('space', 'spaceId', 'Space whose attachments to return'), ...paged],
	run: listRun('files', plainRow, 'The space has no attachments'),
};

export const spaceResources: Resource[] = [
	{
		value: 'space',
		name: 'Space',
		description: 'Spaces in which groups work together',
		operations: [getSpaces],
	},
	{
		value: 'spaceDiscussion',
		name: 'Space Discussion',
		description: 'Discussions in spaces',
		operations: [createDiscussion, getDiscussions],
	},
	{
		value: 'spaceComment',
		name: 'Space Comment',
		description: 'Comments on discussions in spaces',
		operations: [createComment],
	},
	{
		value: 'spaceAttachment',
		name: 'Space Attachment',
		admin: true,
		description: 'The attachments of spaces',
		operations: [
			getManyBySpace,
			getManyByDiscussion,
			...administeredFiles({
				id: 'space.adminFile',
				of: 'space',
				rights: { read: rights.administerSpaces, remove: probableRights.administerSpaces },
			}),
		],
	},
];
