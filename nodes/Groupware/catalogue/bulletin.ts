import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Resource } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { endOf, readDate } from '../../shared/input/date';
import { bodyOf, objectOf } from '../../shared/objects';
import { isBlank } from '../../shared/input/text';
import { dateParameter, switchParameter, textParameter } from '../../shared/parameters';
import { reading } from '../../shared/request';
import { api } from '../api';
import { rfc3339 } from '../time/zone';
import { idOf } from '../values/references';
import { plainRow } from '../values/rows';
import { attachments, sendWithFiles } from './attachment';
import { CHANGES, editorFields } from './people';
import { fields } from './event/content';
import { bodyText, checkChanges, htmlBody, idInPath } from './text';
import { picker, pickerInPath } from './locators';
import { deletion, listRun, paged, verbs } from './operations';
import { probableRights } from './requirements';
import { frameOf } from './zone';

const getCategories: Operation = {
	...verbs.getAll,
	...api['bulletin.category.list'],
	action: 'Get many bulletin categories',
	description: 'Get the categories in a category of the bulletin board',
	rights: probableRights.readBulletin,
	parameters: [
		textParameter({
			displayName: 'Parent Category ID',
			name: 'parentId',
			holds: 'id',
			placeholder: 'e.g. 1',
			description: 'Category whose categories to return, or empty for the root',
			send: { in: 'query', key: 'parentId', as: parentOf },
		}),
		...paged,
	],
	run: listRun('categories', plainRow, 'The category has no categories in it'),
};

const getTopics: Operation = {
	...verbs.getAll,
	...api['bulletin.topic.list'],
	action: 'Get many bulletin topics',
	description: 'Get the topics of a category of the bulletin board, without their text',
	rights: probableRights.readBulletin,
	parameters: [
		pickerInPath('bulletinCategory', 'categoryId', 'Category whose topics to return'),
		...paged,
	],
	run: listRun('topics', plainRow, 'The category has no topics'),
};

const title: Parameter = textParameter({
	displayName: 'Title',
	name: 'subject',
	description: 'Title of the topic',
	send: { in: 'body', key: 'subject', keepEmpty: true },
});

const acknowledgement: Parameter = switchParameter({
	displayName: 'Request Read Confirmation',
	name: 'acknowledgement',
	description: 'Whether to ask readers to confirm that they read the topic',
	send: { in: 'body', key: 'acknowledgement' },
});

/** What a new topic, a changed one and a draft have in common. */
const contentFields = (within: string): Parameter[] => [
	switchParameter({
		displayName: 'Allow Comments',
		name: 'allowComments',
		description: 'Whether users can comment on the topic',
		send: { in: 'body', key: 'allowComments' },
	}),
	...editorFields({ within, noun: 'topic' }),
	dateParameter({
		displayName: 'Publish From',
		name: 'publishFrom',
		description: 'Start of the publication, at once by default',
		send: { in: 'body', key: '', as: (_value, item) => publicPeriod(item, within) },
	}),
	dateParameter({
		displayName: 'Publish Until',
		name: 'publishUntil',
		description: 'End of the publication. A day begins at midnight.',
		send: { in: 'body', key: '', as: (_value, item) => publicPeriod(item, within) },
	}),
	textParameter({
		displayName: 'Sender Name',
		name: 'manuallySender',
		description: 'If the administrator allows it',
		send: { in: 'body', key: 'manuallySender', keepEmpty: true },
	}),
];

const createTopic: Operation = {
	...verbs.create,
	...api['bulletin.topic.create'],
	action: 'Create bulletin topic',
	description: 'Post a topic on the bulletin board, or save it as a draft',
	rights: probableRights.writeBulletin,
	parameters: [
		picker('bulletinCategory', {
			name: 'categoryId',
			required: true,
			description: 'Category to post the topic in',
			send: { in: 'body', key: 'categoryId', as: (value) => idOf(value, 'category') },
		}),
		title,
		bodyText,
		fields('Additional Fields', 'additionalFields', [
			...contentFields('additionalFields'),
			acknowledgement,
			attachments,
			htmlBody,
			switchParameter({
				displayName: 'Save as Draft',
				name: 'isDraft',
				description: 'Whether to save the topic as a draft instead of posting it',
				send: { in: 'body', key: 'isDraft' },
			}),
		]),
	],
	run: {
		kind: 'custom',
		concurrencyKey: 'new',
		run: async (item, spec) => plainRow(await sendWithFiles(item, spec)),
	},
};

/** Reading, changing, and deleting a topic, or a draft of one: the same requests with other paths. */
function stored(own: {
	kind: 'topic' | 'draft';
	/** As descriptions name one. */
	one: string;
	/** What an update can do besides. */
	besides: string;
	rights: { read?: string; change?: string; remove: string };
	/** Fields of an update that only one of the two has. */
	further: Parameter[];
}): Record<'get' | 'update' | 'remove', Operation> {
	const { kind, one, besides, rights, further } = own;
	const label = kind === 'topic' ? 'Topic ID' : 'Draft ID';
	const id = (verb: string) => idInPath(label, 'topicId', kind, `ID of the ${kind} to ${verb}`);
	return {
		get: {
			...verbs.get,
			...api[`bulletin.${kind}.get`],
			action: `Get bulletin ${kind}`,
			description: `Get ${one}`,
			...(rights.read !== undefined && { rights: rights.read }),
			parameters: [id('get')],
			run: { kind: 'perItem', result: plainRow },
		},
		update: {
			...verbs.update,
			...api[`bulletin.${kind}.update`],
			action: `Update bulletin ${kind}`,
			description: `Update ${one}${besides}. Other values stay unchanged.`,
			...(rights.change !== undefined && { rights: rights.change }),
			parameters: [
				id('update'),
				fields('Update Fields', 'updateFields', [
					...contentFields(CHANGES),
					{ ...bodyText, description: 'New text of the topic' },
					{
						...htmlBody,
						description:
							'Whether the text is HTML. Without this field, the format stays unchanged.',
					},
					title,
					...further,
				]),
			],
			run: {
				kind: 'custom',
				run: async (item, spec) => {
					const { publicPeriod: chosen, ...others } = spec.body ?? {};
					checkChanges(spec.body ?? {});
					const { body: text, isHtmlBody } = others;
					// The service wants the text with its format.
					const readsText = (text === undefined) !== (isHtmlBody === undefined);
					const read = async () => await item.request(reading(spec.path, { answer: ['id'] }));
					const current = chosen || readsText ? bodyOf(await read()) : {};
					const body = {
						...others,
						...(readsText && {
							body: text ?? current.body,
							isHtmlBody: isHtmlBody ?? current.isHtmlBody === true,
						}),
						...(chosen && { publicPeriod: changedPeriod(current, objectOf(chosen)) }),
					};
					return plainRow(await item.request({ ...spec, body }));
				},
			},
		},
		remove: {
			...verbs.delete,
			...api[`bulletin.${kind}.delete`],
			action: `Delete bulletin ${kind}`,
			description: `Delete ${one}`,
			rights: rights.remove,
			parameters: [id('delete')],
			run: deletion('topicId', 'topic'),
		},
	};
}

const topic = stored({
	kind: 'topic',
	one: 'a topic of the bulletin board',
	besides: '',
	rights: {
		read: probableRights.readBulletin,
		change: probableRights.changeTopic,
		remove: probableRights.changeTopic,
	},
	further: [
		switchParameter({
			displayName: 'Notify',
			name: 'isNotified',
			description: 'Whether to notify users of the update',
			send: { in: 'body', key: 'isNotified' },
		}),
	],
});

const draft = stored({
	kind: 'draft',
	one: 'one of your drafts',
	besides: ', or publish it',
	rights: { remove: 'creator of the draft' },
	further: [
		acknowledgement,
		switchParameter({
			displayName: 'Publish',
			name: 'publish',
			description: 'Whether to publish the draft as a topic',
			send: { in: 'body', key: 'isDraft', as: (value) => (value === true ? false : undefined) },
		}),
	],
});

/** The period with what was chosen of it, so that an update of one end keeps the other; an end can be cleared. */
function changedPeriod({ publicPeriod }: IDataObject, chosen: IDataObject): IDataObject {
	const { start, end } = { ...objectOf(publicPeriod), ...chosen };
	return {
		isUnlimited: isBlank(start) && isBlank(end),
		...(!isBlank(start) && { start }),
		...(!isBlank(end) && { end }),
	};
}

/** The root is 1; negative IDs are the topics that wait for publication, and drafts. */
function parentOf(value: unknown): string | undefined {
	if (isBlank(value)) return undefined;
	const text = String(value).trim();
	return /^-[12]$/.test(text) ? text : idOf(text, 'category');
}

/** The period of publication; undefined if neither end is chosen. In an update, an empty end is cleared. */
function publicPeriod(item: ItemContext, within: string): IDataObject | undefined {
	const frame = frameOf(item);
	const at = (name: string, label: string, isEnd: boolean) => {
		const value = item.read(`${within}.${name}`);
		if (isBlank(value)) return value === undefined || within !== CHANGES ? undefined : null;
		const date = readDate(value, label, frame);
		return (isEnd ? endOf(date) : date.at).toMillis();
	};
	const start = at('publishFrom', 'Publish From', false);
	const end = at('publishUntil', 'Publish Until', true);
	if (start === undefined && end === undefined) return undefined;
	if (start && end && start >= end) {
		const text = quoteShort(rfc3339(end, frame.zone));
		throw new InputError(
			`"Publish Until" must be later than "Publish From": ${text}`,
			'Change one of them',
		);
	}
	return {
		publicPeriod: {
			isUnlimited: false,
			...(start !== undefined && { start: start && rfc3339(start, frame.zone) }),
			...(end !== undefined && { end: end && rfc3339(end, frame.zone) }),
		},
	};
}

export const bulletinResources: Resource[] = [
	{
		value: 'bulletinTopic',
		name: 'Bulletin Topic',
		description: 'Topics of the bulletin board',
		operations: [getTopics, topic.get, createTopic, topic.update, topic.remove],
	},
	{
		value: 'bulletinDraft',
		name: 'Bulletin Draft',
		admin: true,
		description: 'Your drafts for the bulletin board',
		operations: [draft.get, draft.update, draft.remove],
	},
	{
		value: 'bulletinCategory',
		name: 'Bulletin Category',
		description: 'Categories of the bulletin board',
		operations: [getCategories],
	},
];
