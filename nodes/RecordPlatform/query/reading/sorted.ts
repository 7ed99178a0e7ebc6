import type { Draft, ItemView, Reader, Take } from '../../../shared/catalogue';
import { Failed, Refusal, unfitting } from '../../../shared/errors';
import { queryText } from '../parts';
import { PAGE, pageRequest, type Reading, recordsOf, totalOf, withTotal } from './request';

/** The largest offset (facts: limits). */
const LARGEST_OFFSET = 10_000;

/** The code for ten cursors open on the site already. */
const TEN_OPEN = 'GAIA_TM12';

/** As many pages by offset cost less than a cursor, which has to be opened and closed. */
const FEW_PAGES = 2;

/**
 * Reads in any order. One page where all fits on it; beyond it a cursor, which alone keeps the
 * order while records come and go, and beyond offset 10,000 (facts: reading everything). Where
 * there is no cursor to be had, pages by offset do as far as they reach.
 */
export function readSorted(
	reading: Reading,
	item: Pick<ItemView, 'ask' | 'connection'>,
): Reader['read'] {
	const { query, wanted } = reading;
	const start = query.offset ?? 0;
	const page = (done: number) => {
		const limit = Math.min(PAGE, wanted - done);
		const offset = start + done || undefined;
		return pageRequest(reading, { ...query, limit, offset }, done === 0);
	};
	return async (take) => {
		const body = await item.ask(page(0));
		const total = totalOf(body);
		const first = recordsOf(body);
		const more = first.length === PAGE && wanted > PAGE;
		const few = wanted <= FEW_PAGES * PAGE && start + PAGE <= LARGEST_OFFSET;
		const byCursor = more && !few && mayUseCursors(item);
		const cursor = byCursor ? await openCursor(reading, item) : undefined;
		if (cursor) return await readCursor(cursor, reading, item, take);
		take(withTotal(first, reading, total));
		for (let done = PAGE, full = more; full && done < wanted; done += PAGE) {
			if (start + done > LARGEST_OFFSET) throw endOfPages(byCursor);
			const records = recordsOf(await item.ask(page(done)));
			take(withTotal(records, reading, total));
			full = records.length === PAGE;
		}
	};
}

function endOfPages(cursorsTaken: boolean): Refusal {
	const orSo = cursorsTaken
		? 'ten cursors are open on the site already, which close ten minutes after they were last read'
		: 'with a password or API tokens any order can be read';
	return new Refusal(
		`More than ${LARGEST_OFFSET + PAGE} records cannot be read in this order`,
		`Remove the sort order or sort by $id, which have no such limit; ${orSo}`,
	);
}

/** OAuth2 is not among the sign-in kinds of the cursor calls (facts: `cursor.create`, auth). */
function mayUseCursors({ connection }: Pick<ItemView, 'connection'>): boolean {
	return connection.signIn !== 'OAuth2';
}

interface Cursor {
	id: string;
	totalCount: string | undefined;
	path: string;
}

/** Opens a cursor; undefined where ten are open on the site already. */
async function openCursor(
	{ draft, query, fields }: Reading,
	item: Pick<ItemView, 'ask'>,
): Promise<Cursor | undefined> {
	const path = draft.path.replace(/records\.json$/, 'records/cursor.json');
	const body = {
		app: draft.query?.app,
		size: PAGE,
		query: queryText({ condition: query.condition, order: query.order }),
		...(fields.length > 0 && { fields: [...fields] }),
	};
	const request: Draft = {
		method: 'POST',
		path,
		body,
		repeatable: false,
		notAgainOn: [TEN_OPEN],
		// Cut off by a cancelled execution, it would leave a cursor that nobody knows the ID of.
		afterCancel: true,
	};
	const opened = await item.ask(request).then(
		(answer) => ({ answer }),
		(reason: unknown) => ({ reason }),
	);
	if ('reason' in opened) {
		if (isTenOpen(opened.reason)) return undefined;
		throw opened.reason;
	}
	const { id, totalCount } = (opened.answer ?? {}) as { id?: string; totalCount?: string };
	if (id === undefined) throw unfitting(true);
	return { id, totalCount, path };
}

function isTenOpen(reason: unknown): boolean {
	return reason instanceof Failed && reason.failure.explanation?.code === TEN_OPEN;
}

/** Reads a cursor as far as rows are wanted. Whatever happens, it is not left open. */
async function readCursor(
	{ id, path, totalCount }: Cursor,
	reading: Reading,
	item: Pick<ItemView, 'ask'>,
	take: Take,
): Promise<void> {
	// A page that got lost on its way is gone, so a read is not repeated.
	const read: Draft = { method: 'GET', path, query: { id }, repeatable: false };
	let before = reading.query.offset ?? 0;
	let missing = reading.wanted;
	let open = true;
	try {
		while (open && missing > 0) {
			const body = await item.ask(read);
			open = (body as { next?: boolean }).next === true;
			const page = recordsOf(body);
			const records = before > 0 ? page.slice(before) : page;
			before = Math.max(0, before - page.length);
			missing -= records.length;
			take(withTotal(records, reading, totalCount));
		}
	} finally {
		if (open) await close({ id, path }, item);
	}
}

/** Closing is a courtesy: when it fails the records are there all the same, and the service closes by time. */
async function close(
	{ id, path }: Pick<Cursor, 'id' | 'path'>,
	item: Pick<ItemView, 'ask'>,
): Promise<void> {
	const request: Draft = { method: 'DELETE', path, query: { id }, repeatable: true };
	await item.ask({ ...request, afterCancel: true }).catch(() => undefined);
}
