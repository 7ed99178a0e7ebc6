import type { RequestSpec, ItemContext, PageReader, TakePage } from '../../shared/catalogue';
import { RequestError, InputError, unexpectedResponse } from '../../shared/errors';
import { objectOf } from '../../shared/objects';
import { queryText } from '../query/parts';
import {
	idOf,
	PAGE,
	pageRequest,
	type Reading,
	recordsOf,
	totalOf,
	withIds,
	withTotal,
} from './request';

const LARGEST_OFFSET = 10_000;

/** Records of a page by offset that the page before has, too: how many deleted ones are noticed. */
const OVERLAP = 10;

/** Error code: ten cursors are already open. */
const TEN_OPEN = 'GAIA_TM12';

/** Hint for pages by offset: records that move to a page that was read are lost. */
const MAY_LACK =
	'Records that changed during the run may be missing. Sort by $id to get all records reliably';

/**
 * Reads in any order. If one page isn't enough, uses a cursor, which keeps the
 * order while records change and reaches beyond offset 10,000. If
 * no cursor is available, uses pages by offset up to that limit, and throws `InputError` beyond it.
 */
export function readSorted(
	reading: Reading,
	item: Pick<ItemContext, 'request' | 'connection' | 'hint'>,
): PageReader['read'] {
	const { query, wanted } = reading;
	const { asking, finished } = withIds(reading);
	const start = query.offset ?? 0;
	const page = (at: number, limit: number) => {
		const offset = start + at || undefined;
		return pageRequest(asking, { ...query, limit, offset }, at === 0);
	};
	return async (take) => {
		let limit = Math.min(PAGE, wanted);
		const body = await item.request(page(0, limit));
		const total = totalOf(body);
		let records = recordsOf(body);
		const more = records.length >= PAGE && wanted > PAGE;
		// Cursors don't support OAuth2.
		const byCursor = more && item.connection.signIn !== 'OAuth2';
		const cursor = byCursor ? await openCursor(reading, item) : undefined;
		if (cursor) return await readCursor(cursor, reading, item, take);
		if (more) item.hint(MAY_LACK);
		const seen = new Set<number>();
		for (let at = 0; ;) {
			const fresh = records.filter((record) => !seen.has(idOf(record)));
			// Nothing here was read before: records were deleted, and the ones after them moved up.
			const skipped = at > 0 && fresh.length === records.length;
			if (!skipped) {
				const added = fresh.slice(0, wanted - seen.size);
				for (const record of added) seen.add(idOf(record));
				take(withTotal(finished(added), reading, total));
				if (records.length < limit || seen.size >= wanted) return;
			}
			if (!skipped && start + at >= LARGEST_OFFSET) throw endOfPages(byCursor);
			const next = skipped ? Math.max(0, at - PAGE) : at + records.length - OVERLAP;
			at = Math.min(next, LARGEST_OFFSET - start);
			limit = Math.min(PAGE, wanted - seen.size + OVERLAP);
			records = recordsOf(await item.request(page(at, limit)));
		}
	};
}

function endOfPages(cursorsTaken: boolean): InputError {
	const orSo = cursorsTaken
		? 'or wait up to ten minutes, until one of the ten open cursors expires'
		: 'or use a credential with a password or API tokens, which supports any order';
	return new InputError(
		`More than ${LARGEST_OFFSET + PAGE} records can't be read in this order`,
		`Remove the sort order or sort by $id, which has no such limit, ${orSo}`,
	);
}

interface Cursor {
	id: string;
	totalCount: string | undefined;
	path: string;
}

/** Opens a cursor; undefined if ten are already open. */
async function openCursor({ spec, query, fields }: Reading, item: Pick<ItemContext, 'request'>) {
	const path = spec.path.replace(/records\.json$/, 'records/cursor.json');
	const body = {
		app: spec.query?.app,
		size: PAGE,
		query: queryText({ condition: query.condition, order: query.order }),
		...(fields.length > 0 && { fields: [...fields] }),
	};
	const request: RequestSpec = {
		method: 'POST',
		path,
		body,
		repeatable: false,
		reads: true,
		notAgainOn: [TEN_OPEN],
		// If a canceled execution interrupted it, the cursor would stay open without a known ID.
		afterCancel: true,
	};
	const answer = await item.request(request).catch((reason: unknown) => {
		const isTenOpen =
			reason instanceof RequestError && reason.failure.explanation?.code === TEN_OPEN;
		if (isTenOpen) return TEN_OPEN;
		throw reason;
	});
	if (answer === TEN_OPEN) return undefined;
	const { id, totalCount } = objectOf(answer) as { id?: string; totalCount?: string };
	if (id === undefined) throw unexpectedResponse(true);
	return { id, totalCount, path };
}

/** Reads a cursor up to the limit and always closes it. */
async function readCursor(
	{ id, path, totalCount }: Cursor,
	reading: Reading,
	item: Pick<ItemContext, 'request'>,
	take: TakePage,
): Promise<void> {
	// Each read advances the cursor, so a retry would lose a page.
	const { partial = false } = reading.spec;
	const page = { method: 'GET', path, query: { id }, reads: true, partial } as const;
	const read: RequestSpec = { ...page, repeatable: false };
	const closing: RequestSpec = { method: 'DELETE', path, query: { id }, repeatable: true };
	let before = reading.query.offset ?? 0;
	let missing = reading.wanted;
	let open = true;
	try {
		while (open && missing > 0) {
			const body = await item.request(read);
			open = (body as { next?: boolean }).next === true;
			const page = recordsOf(body);
			if (open && page.length === 0) throw unexpectedResponse(true);
			const records = before > 0 ? page.slice(before) : page;
			before = Math.max(0, before - page.length);
			missing -= records.length;
			take(withTotal(records, reading, totalCount));
		}
	} finally {
		// Closing may fail: the records are complete, and the cursor expires anyway.
		if (open) await item.request({ ...closing, afterCancel: true }).catch(() => undefined);
	}
}
