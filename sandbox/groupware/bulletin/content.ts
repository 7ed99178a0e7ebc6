import { GroupwareError, mustAccompany } from '../errors';
import type { Request } from '../request';
import { membersOf } from '../references';
import { momentOf } from '../time';
import { flagOf, given, type JsonObject, listOf, objectOf, oneOf, textOf } from '../values';
import { operatorTypes, type TopicContent } from './store';

const empty: TopicContent = {
	subject: '',
	body: '',
	htmlBody: false,
	sender: null,
	acknowledgement: false,
	allowComments: true,
	operatorType: 'ONLY_SENDER',
	operators: [],
	publicStart: null,
	publicEnd: null,
	draft: false,
};

/** The content of a body. Values that it doesn't contain stay as they are; throws the service's error for one that is wrong. */
export function readContent(request: Request, current: TopicContent = empty): TopicContent {
	const { body } = request;
	const flag = (key: string, otherwise: boolean) =>
		given(body[key]) ? flagOf(body[key], key) : otherwise;
	const content = {
		...current,
		...(given(body.subject) && { subject: textOf(body.subject, 'subject') }),
		...(given(body.body) && { body: textOf(body.body, 'body') }),
		...(given(body.manuallySender) && { sender: textOf(body.manuallySender, 'manuallySender') }),
		...(given(body.publicPeriod) && periodOf(body.publicPeriod)),
		...operatorsOf(request, current),
		htmlBody: flag('isHtmlBody', current.htmlBody),
		acknowledgement: flag('acknowledgement', current.acknowledgement),
		allowComments: flag('allowComments', current.allowComments),
		draft: flag('isDraft', current.draft),
	};
	// An HTML body without text becomes an empty element (bulletin.topic.create).
	if (content.htmlBody && content.body.trim() === '') content.body = `<div>${content.body}</div>`;
	return content;
}

/** The text and its format can be changed together only (bulletin.topic.update); throws GRN_REST_API_00205. */
export function requireBothOfBody(body: JsonObject): void {
	if (given(body.body) && !given(body.isHtmlBody)) throw mustAccompany('isHtmlBody', 'body');
	if (given(body.isHtmlBody) && !given(body.body)) throw mustAccompany('body', 'isHtmlBody');
}

function operatorsOf(
	{ body, directory }: Request,
	current: TopicContent,
): Pick<TopicContent, 'operatorType' | 'operators'> {
	const operators = given(body.operators)
		? membersOf(withType(body.operators), 'operators', ['USER'], directory).map(({ id }) => id)
		: current.operators;
	const type = given(body.operatorType)
		? oneOf(body.operatorType, 'operatorType', operatorTypes)
		: current.operatorType;
	// Without operators, only the sender can change the topic (bulletin.topic.update).
	return type === 'SELECT_USERS' && operators.length > 0
		? { operatorType: type, operators }
		: { operatorType: 'ONLY_SENDER', operators: [] };
}

/** Operators are users, so that their type is not written. */
function withType(value: unknown): JsonObject[] {
	return listOf(value, 'operators').map((entry, index) => ({
		...objectOf(entry, `operators[${index}]`),
		type: 'USER',
	}));
}

function periodOf(value: unknown): Pick<TopicContent, 'publicStart' | 'publicEnd'> {
	const period = objectOf(value, 'publicPeriod');
	if (given(period.isUnlimited) && flagOf(period.isUnlimited, 'publicPeriod.isUnlimited')) {
		return { publicStart: null, publicEnd: null };
	}
	const momentAt = (key: 'start' | 'end') =>
		given(period[key]) ? momentOf(period[key], `publicPeriod.${key}`) : null;
	const publicStart = momentAt('start');
	const publicEnd = momentAt('end');
	if (publicStart !== null && publicEnd !== null && publicStart >= publicEnd) {
		throw new GroupwareError(
			'GRN_REST_API_00203',
			'publicPeriod.start must be before publicPeriod.end.',
		);
	}
	return { publicStart, publicEnd };
}
