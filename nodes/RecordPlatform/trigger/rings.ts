import { InputError, RequestError } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import type { PollTime } from '../../shared/trigger';
import { isRefused } from '../values/form';
import type { Ring, Shared } from './memory';
import type { TriggerEvent } from './parameters';
import { COMMENTS } from './reading';
import type { PollRun } from './run';

/** Pages of comments that are searched for the one of a webhook. */
const MOST_PAGES = 10;

const TYPES: Record<string, { type: Ring['type']; events: TriggerEvent[] }> = {
	ADD_RECORD: { type: 'record', events: ['created', 'updated'] },
	UPDATE_RECORD: { type: 'record', events: ['created', 'updated', 'statusChanged'] },
	UPDATE_STATUS: { type: 'record', events: ['created', 'updated', 'statusChanged'] },
	ADD_RECORD_COMMENT: { type: 'commented', events: ['commented'] },
	DELETE_RECORD: { type: 'deleted', events: ['deleted'] },
};

/**
 * What a webhook's body says, if it is about the app and one of the events. Everybody who knows the
 * URL can send one, so all of it may be wrong.
 */
export function ringOf(body: unknown, app: string, events: readonly string[]): Ring | undefined {
	const { type, app: about, record, recordId, comment, deletedBy, deletedAt } = objectOf(body);
	const kind = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
	if (kind === undefined || !kind.events.some((event) => events.includes(event))) return undefined;
	if (idIn(objectOf(about).id) !== app) return undefined;
	const named = kind.type === 'record' ? objectOf(objectOf(record).$id).value : recordId;
	const id = idIn(named);
	const commentId = idIn(objectOf(comment).id);
	if (id === undefined || (kind.type === 'commented' && commentId === undefined)) return undefined;
	return {
		type: kind.type,
		record: id,
		...(kind.type === 'commented' && { comment: commentId ?? '' }),
		...(kind.type === 'deleted' && deletion(deletedBy, deletedAt)),
	};
}

function deletion(by: unknown, at: unknown): Pick<Ring, 'deletedAt' | 'deletedBy'> {
	const { code, name } = objectOf(by);
	return {
		...(isShort(code) && isShort(name) && { deletedBy: { code, name } }),
		...(isShort(at) && { deletedAt: at }),
	};
}

/** Reads back what a webhook says, and notes it in the run if it is true and new. */
export async function answerRing(ring: Ring, run: PollRun): Promise<void> {
	const { type, record: id, comment, deletedBy, deletedAt } = ring;
	const { reader } = run;
	const condition = `$id = "${id}"`;
	if (type === 'deleted') {
		const [found] = await reader.places({ condition, order: '', limit: 1 });
		if (found || !(await reader.isDeleted(id))) return;
		if (deletedBy && (await reader.ignores(deletedBy.code))) return;
		return run.noteDeleted(id, {
			...(deletedBy && { deletedBy }),
			...(deletedAt && { deletedAt }),
		});
	}
	if (type === 'record') return await run.look(condition);
	const record = await reader.commentedRecord(condition);
	if (record === undefined) return;
	for (let page = 0; page < MOST_PAGES; page++) {
		const comments = await reader.comments(id, page * COMMENTS);
		const found = comments.find((one) => String(one.id) === comment);
		if (found) {
			const ignored = await reader.ignores(String(objectOf(found.creator).code));
			return ignored ? undefined : run.noteComment(record, found);
		}
		if (comments.length < COMMENTS) return;
	}
}

/**
 * Answers the webhooks that wait. What the service refuses to show is given up, and told once: it
 * has shown the records.
 */
export async function answerWaiting(
	memory: Shared,
	run: PollRun,
	time: Pick<PollTime, 'isUp'>,
): Promise<{ answered: Ring[]; problem: Error | undefined }> {
	const { events } = run.reader.settings;
	const answered: Ring[] = [];
	let problem = memory.refusal;
	for (const ring of memory.waiting.slice()) {
		// The next poll answers the others.
		if (time.isUp) break;
		try {
			if (ring.type !== 'record' && events.has(ring.type)) await answerRing(ring, run);
		} catch (error) {
			const isGivenUp = isRefused(error);
			problem ??= isGivenUp ? givenUp(ring, error as Error) : (error as Error);
			if (error instanceof RequestError && !isGivenUp) break;
			if (!isGivenUp) continue;
		}
		answered.push(ring);
	}
	return { answered, problem };
}

function givenUp({ type, record }: Ring, { message }: Error): InputError {
	const what = type === 'commented' ? 'A comment on' : 'The deletion of';
	return new InputError(
		`${what} record ${record} was reported by a webhook, and can't be read: ${message}`,
		'It does not start the workflow. Other changes are not affected',
	);
}

/** The longest numbers that are exact. */
function idIn(value: unknown): string | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	return /^[1-9]\d{0,14}$/.test(text) ? text : undefined;
}

function isShort(value: unknown): value is string {
	return typeof value === 'string' && value.length <= 200;
}
