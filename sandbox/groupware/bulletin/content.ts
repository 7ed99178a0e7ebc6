import { GroupwareError, mustAccompany } from '../errors';
import type { Body, Request } from '../request';
import { membersOf } from '../references';
import { momentOf } from '../time';
import { given, type JsonObject, listOf, objectOf } from '../values';
import type { TopicContent } from './store';

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

type Sent = Partial<Body<'bulletin.draft.update'>>;

/** The content of a body. Values that it doesn't contain stay as they are; throws the service's error for one that is wrong. */
export function readContent(request: Request<Sent>, current: TopicContent = empty): TopicContent {
	const { body } = request;
	const content = {
		...current,
		...(body.publicPeriod && periodOf(body.publicPeriod)),
		...operatorsOf(request, current),
		subject: body.subject ?? current.subject,
		body: body.body ?? current.body,
		sender: body.manuallySender ?? current.sender,
		htmlBody: body.isHtmlBody ?? current.htmlBody,
		acknowledgement: body.acknowledgement ?? current.acknowledgement,
		allowComments: body.allowComments ?? current.allowComments,
		draft: body.isDraft ?? current.draft,
	};
	// An HTML body without text becomes an empty element (bulletin.topic.create).
	if (content.htmlBody && content.body.trim() === '') content.body = `<div>${content.body}</div>`;
	return content;
}

/** The text and its format can be changed together only (bulletin.topic.update); throws GRN_REST_API_00205. */
export function requireBothOfBody(body: Sent): void {
	if (given(body.body) && !given(body.isHtmlBody)) throw mustAccompany('isHtmlBody', 'body');
	if (given(body.isHtmlBody) && !given(body.body)) throw mustAccompany('body', 'isHtmlBody');
}

function operatorsOf(
	{ body, directory }: Request<Sent>,
	current: TopicContent,
): Pick<TopicContent, 'operatorType' | 'operators'> {
	const operators = given(body.operators)
		? membersOf(withType(body.operators), 'operators', ['USER'], directory).map(({ id }) => id)
		: current.operators;
	const type = body.operatorType ?? current.operatorType;
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

function periodOf(
	period: NonNullable<Sent['publicPeriod']>,
): Pick<TopicContent, 'publicStart' | 'publicEnd'> {
	if (period.isUnlimited) return { publicStart: null, publicEnd: null };
	const momentAt = (key: 'start' | 'end') => {
		const text = period[key];
		return text === undefined ? null : momentOf(text, `publicPeriod.${key}`);
	};
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
