import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemContext, Operation, Resource } from '../../shared/catalogue';
import { collectionParameter, listAt, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { PendingFile } from '../codec/encode';
import { uploadFiles } from '../writing/files';
import { mentions } from './people';
import { bodyText, htmlBody, spaceOptions } from './parameters';
import { textsIn } from '../codec/decode';
import { space } from './locators';
import { answerRun, rowRun } from './runs';

const MEMBER = 'membership in the space';

function threadId(key: string) {
	return textParameter({
		displayName: 'Thread ID',
		name: 'threadId',
		holds: 'id',
		required: true,
		placeholder: 'e.g. 34',
		description:
			'Last number of the URL of the thread. For the first thread of a space, the default thread ID that Space: Get returns.',
		send: { in: 'body', key },
	});
}

const create: Operation = {
	...api['thread.create'],
	value: 'create',
	name: 'Create',
	action: 'Create thread',
	description: 'Create a thread in a space with several threads',
	rights: MEMBER,
	parameters: [
		space('body', 'space'),
		{ ...bodyText('Name', 'name', 'Name of the thread, up to 128 characters'), required: true },
		spaceOptions(),
	],
	run: { ...answerRun, concurrencyKey: 'new' },
};

const update: Operation = {
	...api['thread.update'],
	value: 'update',
	name: 'Update',
	action: 'Update thread',
	description: 'Update the name or the body of a thread',
	rights: 'permission to administer the space, or to be the creator of the thread',
	parameters: [
		threadId('id'),
		collectionParameter({
			displayName: 'Update Fields',
			name: 'updateFields',
			placeholder: 'Add Field',
			description: 'Fields to change. All others are kept.',
			options: [
				htmlBody('e.g. <p>Agenda</p>'),
				bodyText(
					'Name',
					'name',
					"Name of the thread, up to 128 characters. The thread of a space with a single thread can't be renamed.",
				),
			],
		}),
		spaceOptions(),
	],
	run: rowRun((item) => ({ id: String(item.read('threadId')) })),
};

/** The files of a comment, which are uploaded later; refuses missing ones right away. */
function filesOf(value: unknown, item: ItemContext): PendingFile[] | undefined {
	const names = textsIn(value);
	for (const name of names) item.binary(name);
	return names.length > 0 ? names.map((name) => new PendingFile(name)) : undefined;
}

/** Uploads the files and returns the body, with the width of images. */
async function withFiles(item: ItemContext, spec: RequestSpec): Promise<IDataObject> {
	const body = (await uploadFiles(spec.body, item)) as { comment?: { files?: IDataObject[] } };
	const width = item.read('options.imageWidth');
	const { files } = body.comment ?? {};
	if (files === undefined || width === undefined) return body;
	const names = listAt(item, 'binaryPropertyNames');
	const isPicture = (at: number) => item.binary(names[at] ?? '').mimeType.startsWith('image/');
	const sized = files.map((file, at) => (isPicture(at) ? { ...file, width: String(width) } : file));
	return { ...body, comment: { ...body.comment, files: sized } };
}

const postComment: Operation = {
	...api['thread.comment.create'],
	value: 'postComment',
	name: 'Post Comment',
	action: 'Post comment to thread',
	description: 'Post a comment with text and files to a thread, and notify the mentioned people',
	rights: MEMBER,
	parameters: [
		space('body', 'space'),
		threadId('thread'),
		textParameter({
			displayName: 'Text',
			name: 'text',
			typeOptions: { rows: 3 },
			description: 'Text of the comment, up to 65,535 characters. Optional if you attach a file.',
			send: { in: 'body', key: 'comment.text' },
		}),
		mentions,
		textParameter({
			displayName: 'Input Binary Fields',
			name: 'binaryPropertyNames',
			holds: 'codes',
			placeholder: 'e.g. data',
			description:
				'Names of the input binary fields with the files to attach, separated by commas, up to five',
			send: { in: 'body', key: 'comment.files', as: filesOf },
		}),
		spaceOptions({
			displayName: 'Width of Images',
			name: 'imageWidth',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 750 },
			default: 250,
			description: 'Display width of attached images in pixels',
		}),
	],
	run: {
		kind: 'custom',
		concurrencyKey: (_item, { body }) => `${String(body?.space)} ${String(body?.thread)}`,
		run: async (item, spec) => {
			const body = await withFiles(item, spec);
			return { json: (await item.request({ ...spec, body })) as IDataObject };
		},
	},
};

export const threadResource: Resource = {
	value: 'thread',
	name: 'Thread',
	admin: true,
	description: 'Threads of a space',
	operations: [postComment, create, update],
};
