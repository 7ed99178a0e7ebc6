import { type IDataObject, sleep } from 'n8n-workflow';

import { attemptAsync, InputError, unexpectedResponse } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { NodeMemory } from '../../shared/trigger';
import { isRefused } from '../codec/form';
import { isDeleted } from './deleted';
import type { TriggerEvent } from './parameters';
import type { PollRun } from './pollRun';
import type { RecordReader } from './reading';
import { isIgnored, ownLogin } from './users';
import { ServiceClock } from './watermark';

/** Webhooks that are kept for the next poll. */
const MOST_WAITING = 1000;

/** Milliseconds until webhooks poll again after a poll that found nothing: forged ones use few requests. */
export const pause = { ms: 3_000 };

/** Comments that the service returns at most. */
const COMMENTS = 10;

/** Pages of comments that are searched for the one of a webhook. */
const MOST_PAGES = 10;

/** What a webhook says. Nothing of it is put out before it was confirmed by reading. */
interface RecordWebhook {
	app: string;
	/** What only a webhook reports; other changes are found by polling. */
	reports?: Extract<TriggerEvent, 'commented' | 'deleted'>;
	record: string;
	comment?: string;
	deletedBy?: { code: string; name: string };
	deletedAt?: string;
}

/** What polls and webhooks of a node share in this process. */
export const webhookMemory = new NodeMemory(() => ({
	clock: new ServiceClock(),
	/** Webhooks that no poll has answered. */
	webhooks: new Set<RecordWebhook>(),
	/** The app that is watched, as of the last poll. */
	app: undefined as string | undefined,
	/** The highest record ID of the app so far. */
	highestId: 0,
	/** When the next webhook may poll, by `performance.now()`. */
	opens: 0,
}));

/**
 * Polls for a webhook, together with those that arrive meanwhile: after a poll that found nothing, at most
 * once in `pause.ms`. Gives null if another poll has answered the webhook.
 */
export async function pollTogether<Item>(
	memory: { webhooks: Set<RecordWebhook>; opens: number },
	webhook: RecordWebhook,
	poll: () => Promise<Item[] | null>,
): Promise<Item[] | null> {
	const rest = () => memory.opens - performance.now();
	while (rest() > 0) await sleep(rest());
	if (!memory.webhooks.has(webhook)) return null;
	memory.opens = performance.now() + pause.ms;
	const items = await poll();
	if (items && items.length > 0) memory.opens = 0;
	return items;
}

/** Keeps a webhook for the next poll, at the most `MOST_WAITING`. */
export function addWebhook(webhooks: Set<RecordWebhook>, webhook: RecordWebhook): void {
	const [oldest] = webhooks.add(webhook);
	if (oldest && webhooks.size > MOST_WAITING) webhooks.delete(oldest);
}

const REPORTS: Record<string, RecordWebhook['reports']> = {
	ADD_RECORD: undefined,
	UPDATE_RECORD: undefined,
	UPDATE_STATUS: undefined,
	ADD_RECORD_COMMENT: 'commented',
	DELETE_RECORD: 'deleted',
};

/** What a webhook's body says, if anything. Everybody can send one, so all of it may be wrong. */
export function webhookIn(body: unknown): RecordWebhook | undefined {
	const { type, app, record, recordId, comment, deletedBy, deletedAt } = objectOf(body);
	if (typeof type !== 'string' || !Object.hasOwn(REPORTS, type)) return undefined;
	const reports = REPORTS[type];
	const appId = idIn(objectOf(app).id);
	const id = idIn(reports ? recordId : objectOf(objectOf(record).$id).value);
	if (appId === undefined || id === undefined) return undefined;
	const webhook: RecordWebhook = { app: appId, record: id };
	if (reports === 'commented') {
		const commentId = idIn(objectOf(comment).id);
		return commentId === undefined ? undefined : { ...webhook, reports, comment: commentId };
	}
	if (reports === undefined) return webhook;
	const { code, name } = objectOf(deletedBy);
	return {
		...webhook,
		reports,
		...(isShort(code) && isShort(name) && { deletedBy: { code, name } }),
		...(isShort(deletedAt) && { deletedAt }),
	};
}

/**
 * Reads back what webhooks have reported, and notes what is true and new. A webhook is kept until the poll
 * has succeeded, unless the service refuses to show what it reports: this is told once.
 */
export async function confirmWebhooks(
	memory: { webhooks: Set<RecordWebhook>; highestId: number },
	run: PollRun,
): Promise<void> {
	const { webhooks } = memory;
	const { app, events, condition, usesWebhook } = run.reader.settings;
	// A poll doesn't read records that don't meet the conditions.
	const isAsked = usesWebhook && events.has('deleted') && condition !== '';
	const last = isAsked ? await run.reader.first('$id desc') : undefined;
	memory.highestId = Math.max(memory.highestId, run.highestId, last?.id ?? 0);
	for (const webhook of [...webhooks]) {
		if (webhook.reports === undefined || webhook.app !== app || !events.has(webhook.reports))
			continue;
		const isDeletion = webhook.reports === 'deleted';
		const confirmed = await attemptAsync(async () =>
			isDeletion
				? await confirmDeletion(webhook, run, memory.highestId)
				: await findComment(webhook, run),
		);
		if ('value' in confirmed) continue;
		const { problem } = confirmed;
		if (!isRefused(problem)) throw problem;
		webhooks.delete(webhook);
		const what = isDeletion ? 'The deletion of' : 'A comment on';
		throw new InputError(
			`${what} record ${webhook.record} was reported by a webhook, and can't be read: ${(problem as Error).message}`,
			'It does not start the workflow. The next poll goes on with the other changes',
		);
	}
}

async function confirmDeletion(
	webhook: RecordWebhook,
	run: PollRun,
	highestId: number,
): Promise<void> {
	const { record, deletedBy, deletedAt } = webhook;
	const { reader } = run;
	// The service answers the same for a record that never was.
	if (Number(record) > highestId) return;
	const found = await reader.first('', `$id = "${record}"`);
	if (found || !(await isDeleted(record, reader))) return;
	if (deletedBy && (await isIgnored(deletedBy.code, reader))) return;
	// Only the webhook says who and when.
	const said = { ...(deletedBy && { deletedBy }), ...(deletedAt && { deletedAt }) };
	run.noteDeleted(record, Object.keys(said).length > 0 ? { $unverified: said } : {});
}

async function findComment({ record: id, comment }: RecordWebhook, run: PollRun): Promise<void> {
	const { reader } = run;
	if (reader.settings.ignoresOwn && (await ownLogin(reader)) === undefined) {
		throw new InputError(
			'"Ignore Own Changes" can\'t tell which comments the user of the credential has written',
			'With OAuth2, the login name is taken from records that this user has changed last, and the app has none. Turn the option off, and enter the login name in "Ignore Users"',
		);
	}
	const [record] = await reader.page({ condition: `$id = "${id}"`, order: '', limit: 1 });
	if (record === undefined) return;
	for (let page = 0; page < MOST_PAGES; page++) {
		const comments = await commentsOf(id, page * COMMENTS, reader);
		const found = comments.find((one) => String(one.id) === comment);
		const author = String(objectOf(found?.creator).code);
		if (found && !(await isIgnored(author, reader))) run.noteComment(record, found);
		if (found || comments.length < COMMENTS) return;
	}
}

/** Comments of a record, newest first. Throws `RequestError`, and `InputError` for another response. */
async function commentsOf(
	record: string,
	offset: number,
	reader: RecordReader,
): Promise<IDataObject[]> {
	const query = { record, order: 'desc', offset, limit: COMMENTS };
	const { comments } = objectOf(await reader.get('record/comments.json', query));
	if (Array.isArray(comments)) return comments as IDataObject[];
	throw unexpectedResponse(true);
}

/** The longest numbers that are exact. */
function idIn(value: unknown): string | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^[1-9]\d{0,14}$/.test(text) ? text : undefined;
}

function isShort(value: unknown): value is string {
	return typeof value === 'string' && value.length <= 200;
}
