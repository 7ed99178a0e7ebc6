import type { IExecuteFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import type { ItemContext, Operation, Parameter, Send } from './catalogue';
import { textOf } from './input/text';
import { objectOf } from './objects';
import { choices, textParameter } from './parameters';

/** By the names of the operation and its parameters, n8n makes a human review of a node. */
export const sendAndWait = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	waits: true,
} satisfies Partial<Operation>;

/** What is asked, and how it can be answered. */
export const question = (send: Send): Parameter[] => [
	textParameter({
		displayName: 'Message',
		name: 'message',
		typeOptions: { rows: 4 },
		required: true,
		description: 'What to ask. A link to the page for the answer is added.',
		send,
	}),
	{
		displayName: 'Response Type',
		name: 'responseType',
		...choices('approval', {
			approval: 'Approve or Decline',
			approveOnly: 'Approve Only',
			freeText: 'Free Text',
		}),
	},
];

function label(displayName: string, name: 'approveLabel' | 'declineLabel', usual: string) {
	// Refused before anything is sent.
	const send: Send = { in: 'body', key: '', as: (value) => void textOf(value, displayName) };
	return { ...textParameter({ displayName, name, send }), default: usual };
}

export const answerOptions = [
	label('Approve Label', 'approveLabel', 'Approve'),
	label('Decline Label', 'declineLabel', 'Decline'),
	{
		displayName: 'Limit Wait Time (Hours)',
		name: 'limitWaitTime',
		type: 'number',
		default: 24,
		description: 'Then the execution continues without a response',
	} satisfies Parameter,
];

/**
 * Makes the execution wait. n8n passes the node's items on if nobody responds in time, and they say so:
 * `data` of an earlier question could be taken for an approval.
 */
export async function waitForAnswer(context: IExecuteFunctions, item: ItemContext): Promise<void> {
	const data = { noResponse: true, askedAt: new Date(item.now).toISOString(), ...questionOf(item) };
	const items = context.getInputData().map((one) => ({ ...one, json: { ...one.json, data } }));
	context.getExecuteData().data.main = [items as never];
	const hours = item.read('options.limitWaitTime');
	const till = hours === undefined ? WAIT_INDEFINITELY : new Date(item.now + Number(hours) * 3.6e6);
	await context.putExecutionToWait(till);
}

/** Shows the question for GET, and takes its answer by POST: programs that follow links decide nothing. */
export async function answerWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = this.getResponseObject();
	response.setHeader('Content-Security-Policy', CSP).setHeader('Cache-Control', 'no-store');
	const { askedAt, ...question } = objectOf(this.evaluateExpression('{{ $json.data }}'));
	const isOpen = askedAt !== undefined && askedAt === objectOf(this.getQueryData()).asked;
	const open = isOpen ? (question as unknown as Question) : undefined;
	const isSent = this.getRequestObject().method === 'POST';
	const answer = open && isSent ? answerIn(open, objectOf(this.getBodyData())) : undefined;
	if (answer) {
		const json = { data: { ...answer, respondedAt: new Date().toISOString() } };
		const workflowData = [[{ json, pairedItem: { item: 0 } }]];
		return { webhookResponse: page('Thank you', 'Your response was recorded.'), workflowData };
	}
	response.status(isSent ? 400 : 200).type('html');
	response.send(open ? questionPage(open) : page('No response needed', CLOSED));
	return { noWebhookResponse: true };
}

const CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-forms";
const CLOSED = 'This request was answered before, or is no longer open.';

/** What a person is asked; without labels of buttons, a text. */
export type Question = Record<'title' | 'message', string> & { approve?: string; decline?: string };

/** Kept with the execution, so that the page shows what was asked. */
function questionOf(item: ItemContext): Question {
	const read = (name: string, usual = '') => textOf(item.read(name) ?? usual, name) || usual;
	const asked = { title: read('title', 'Your response is needed'), message: read('message') };
	if (item.read('responseType') === 'freeText') return asked;
	const approve = read('options.approveLabel', 'Approve');
	if (item.read('responseType') === 'approveOnly') return { ...asked, approve };
	return { ...asked, approve, decline: read('options.declineLabel', 'Decline') };
}

/** What was sent from the page of a question; undefined if it is nothing that the page offers. */
export function answerIn(
	{ approve, decline }: Question,
	{ answer, text }: Record<string, unknown>,
) {
	if (approve === undefined) return typeof text === 'string' && text.trim() ? { text } : undefined;
	if (answer === 'approve') return { approved: true };
	return answer === 'decline' && decline !== undefined ? { approved: false } : undefined;
}

export function questionPage({ title, message, approve, decline }: Question): string {
	const button = (answer: string, label = '') =>
		label && `<button name="answer" value="${answer}">${escaped(label)}</button>`;
	const controls = approve
		? button('approve', approve) + button('decline', decline)
		: `<textarea name="text" rows="6" required aria-label="Response"></textarea>${button('send', 'Send')}`;
	return page(title, message, `<form method="post">${controls}</form>`);
}

/** A page without scripts, for any screen. */
const page = (title: string, text: string, controls = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body { background: #f4f4f6; color: #26262b; font: 16px/1.5 system-ui, sans-serif; margin: 1rem }
main { background: #fff; border: 1px solid #dcdce2; border-radius: 8px; margin: 8vh auto; max-width: 32rem; padding: 1.5rem }
h1 { font-size: 1.3rem; margin: 0 } h1, p { overflow-wrap: anywhere; white-space: pre-wrap }
form { display: flex; flex-wrap: wrap; gap: .75rem } textarea { flex: 1 1 100%; font: inherit; padding: .5rem }
button { background: #1f6feb; border: 1px solid; border-radius: 6px; color: #fff; flex: 1 1 8rem; font: inherit; padding: .6rem }
button[value=decline] { background: #fff; color: #1f6feb }
</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${controls}</main></body></html>`;

/** Text from data can't become a part of the page. */
function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The URL is open while an execution waits: nothing is registered for it. */
const none = async () => await Promise.resolve(true);

/** What n8n needs to know of a node that waits for a person. */
export const waiting = {
	webhooks: (['GET', 'POST'] as const).map((httpMethod) => ({
		name: 'default' as const,
		httpMethod,
		responseMode: 'onReceived' as const,
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	})),
	webhookMethods: { default: { checkExists: none, create: none, delete: none } },
	waitingNodeTooltip: `={{ $parameter.operation === 'sendAndWait' ? 'Waiting for a response' : '' }}`,
};
