import { checked } from '../../control/input';
import { daysOfWeek, repeatTypes } from '../events/model';
import { readings } from '../readings';
import { operatorTypes } from '../messages/store';
import { noticeOperations } from '../notifications/store';
import { timeZones } from '../timezones';
import { formItemTypes, requestStatuses, stepResults } from '../workflow/model';
import type { Scene } from './scene';

const text = { type: 'string', pattern: '^[^\\x00]*$' };
const name = { type: 'string', minLength: 1, pattern: '^[^\\x00]+$' };
const logins = { type: 'array', items: name, uniqueItems: true };
const flag = { type: 'boolean' };
const time = {
	type: 'string',
	pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d.*(Z|[+-]\\d\\d:\\d\\d)$',
};

function shape(required: Record<string, object>, optional: Record<string, object> = {}): object {
	return {
		type: 'object',
		additionalProperties: false,
		required: Object.keys(required),
		properties: { ...required, ...optional },
	};
}

const list = (items: object) => ({ type: 'array', items });

const file = shape({
	name,
	content: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$' },
});

const member = shape({ type: { enum: ['USER', 'ORGANIZATION', 'ROLE'] }, code: name });

const form = shape({
	name,
	items: list(shape({ type: { enum: [...formItemTypes.keys()] }, name: text }, { code: name })),
});

const step = shape(
	{
		name,
		processors: list(
			shape(
				{ user: name },
				{ proxy: name, result: { enum: stepResults }, comment: text, operatedAt: time },
			),
		),
	},
	{ code: name, isApprovalStep: flag, requirement: { enum: ['ALL', 'ONE'] } },
);

const request = shape(
	{
		form: { anyOf: [{ type: 'integer', minimum: 1, maximum: 2147483647 }, name] },
		name,
		status: { enum: requestStatuses },
		applicant: name,
	},
	{
		number: text,
		proxy: name,
		isUrgent: flag,
		createdAt: time,
		items: { type: 'object' },
		steps: list(step),
	},
);

const message = shape(
	{ sender: name, title: name, recipients: { ...logins, minItems: 1 } },
	{
		body: text,
		isHtmlBody: flag,
		isDraft: flag,
		acknowledgement: flag,
		operatorType: { enum: operatorTypes },
		operators: logins,
		acknowledgedBy: logins,
		createdAt: time,
		updater: name,
		updatedAt: time,
		files: list(file),
	},
);

const space = shape(
	{ name, creator: name },
	{
		isPublic: flag,
		category: name,
		members: list(member),
		createdAt: time,
		discussions: list(
			shape(
				{ title: name },
				{
					body: text,
					isHtmlBody: flag,
					creator: name,
					createdAt: time,
					comments: list(shape({ body: text }, { creator: name, createdAt: time })),
					files: list(file),
				},
			),
		),
	},
);

const topic = shape(
	{ category: name, subject: name, creator: name },
	{
		body: text,
		isHtmlBody: flag,
		sender: name,
		acknowledgement: flag,
		allowComments: flag,
		operators: logins,
		publicFrom: time,
		publicUntil: time,
		isDraft: flag,
		createdAt: time,
		files: list(file),
	},
);

const eventComment = shape(
	{ event: { type: 'string', pattern: '^\\d{1,9}$' }, creator: name, body: text },
	{ createdAt: time, mentions: list({ anyOf: [{ const: 'ATTENDEES' }, member] }) },
);

const notification = shape(
	{ module: name, key: name, from: name, to: logins, title: name },
	{ body: text, operation: { enum: noticeOperations }, createdAt: time, isRead: flag },
);

const plugin = shape(
	{ id: name },
	{ isActive: flag, appliedTo: list({ anyOf: [{ enum: ['Everyone', 'LoginUser'] }, member] }) },
);

const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const clock = { type: 'string', pattern: '^\\d\\d:\\d\\d$' };

const series = shape({
	event: { type: 'string', pattern: '^\\d{1,9}$' },
	repeatInfo: shape(
		{
			type: { enum: repeatTypes },
			period: shape({ start: day, end: day }),
			time: shape({ start: clock, end: clock }),
			timeZone: { enum: [...timeZones] },
			isAllDay: flag,
			isStartOnly: flag,
			exclusiveDateTimes: list(shape({ start: time, end: time })),
		},
		{ dayOfWeek: { enum: daysOfWeek }, dayOfMonth: name },
	),
});

/** Checks what `POST /_sandbox/groupware` was sent. */
export const sceneOf = checked<Scene>(
	shape(
		{},
		{
			forms: list(form),
			requests: list(request),
			requestStatuses: list(
				shape({ id: { type: 'string', pattern: '^\\d{1,9}$' }, status: { enum: requestStatuses } }),
			),
			messages: list(message),
			spaces: list(space),
			bulletinCategories: list(shape({ name }, { description: text, parent: name })),
			topics: list(topic),
			eventComments: list(eventComment),
			presenceStatuses: list(shape({ code: name, name })),
			todoCategories: list(shape({ user: name, name })),
			todos: list(
				shape(
					{ user: name, subject: { ...name, maxLength: 100 } },
					{
						category: name,
						dueDate: time,
						priority: { enum: [1, 2, 3] },
						notes: text,
						isCompleted: flag,
					},
				),
			),
			notificationApps: list(
				shape(
					{ code: name, urls: list({ type: 'string', pattern: '^https?://[^\\x00]+$' }) },
					{ isActive: flag },
				),
			),
			notifications: list(notification),
			notificationsRead: logins,
			plugins: list(plugin),
			series: list(series),
			...Object.fromEntries(
				Object.entries(readings).map(([name, values]) => [name, { enum: values }]),
			),
		},
	),
);
