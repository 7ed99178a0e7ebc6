import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec } from '../../shared/catalogue';
import { InputError, RequestError } from '../../shared/errors';
import { listed, quoteShort } from '../../shared/messages';
import { objectOf, sameData } from '../../shared/objects';
import { allRows } from '../../shared/run/paginate';
import { reading } from '../../shared/request';
import { PAGE, pages } from './pages';
import { idOf, type MemberType, type Reference, referenceOf, unique, usersIn } from './references';

/** All rows of a list, page by page, read once an execution (see `ItemContext.cached`). */
export async function allOf(
	item: ItemContext,
	path: string,
	key: string,
	query: IDataObject = {},
): Promise<IDataObject[]> {
	const spec = reading(path, { query: { ...query, limit: PAGE } });
	return await item.cached(
		`${path} ${JSON.stringify(query)}`,
		async () => await allRows(pages(spec, key, item), Infinity, item),
	);
}

const LISTS = {
	user: { path: '/api/v1/base/users', key: 'users', code: 'login name' },
	organization: { path: '/api/v1/base/organizations', key: 'organizations', code: 'code' },
	facility: { path: '/api/v1/schedule/facilities', key: 'facilities', code: 'code' },
};

/** A name in one spelling: keyboards have blanks and letters of two widths. */
function spelled(name: unknown): string {
	const text = String(name ?? '').normalize('NFKC');
	return text.replace(/\s+/g, ' ').trim();
}

/** What has a code, else a name that only one has. Throws `InputError` for a name that several have. */
async function rowOf(
	noun: keyof typeof LISTS,
	wanted: string,
	item: ItemContext,
): Promise<IDataObject | undefined> {
	const { path, key, code } = LISTS[noun];
	// The service finds users by parts of both names, as they are written there.
	const query = noun === 'user' ? { name: wanted.split(/\s/)[0] } : {};
	const rows = await allOf(item, path, key, query);
	const similar = rows.filter(({ name }) => spelled(name) === spelled(wanted));
	const same = similar.filter(({ name }) => name === wanted);
	const named = same.length > 0 ? same : similar;
	const found = rows.find((row) => row.code === wanted) ?? named[0];
	if (named.length < 2 || found?.code === wanted) return found;
	throw new InputError(
		`Several ${key} have the name ${quoteShort(wanted)}`,
		`Use the ${code} instead: ${listed(named.map((row) => String(row.code ?? row.id)))}`,
	);
}

/**
 * The ID of what was chosen by ID or by code, for requests that take IDs only. A name also counts if
 * only one has it. Throws `InputError` if none is found.
 */
export async function idFound(
	noun: keyof typeof LISTS,
	chosen: unknown,
	item: ItemContext,
): Promise<string> {
	const reference = referenceOf(chosen, noun);
	if ('id' in reference) return reference.id;
	const found = await rowOf(noun, reference.code, item);
	if (found) return idOf(found.id, noun);
	throw new InputError(
		`No ${noun} has the ${LISTS[noun].code} ${quoteShort(reference.code)}`,
		`Check the spelling, or choose the ${noun} from the list`,
	);
}

const NOUNS: Partial<Record<MemberType, keyof typeof LISTS>> = {
	USER: 'user',
	ORGANIZATION: 'organization',
	FACILITY: 'facility',
};

/** Only names have blanks, or letters that codes usually don't have. */
const isName = (code: string) => /[^!-~]/.test(code);

/**
 * A list for requests that take codes, with those of who and what is named by display names.
 * @param type of entries that don't say theirs
 * @param all whether to look up all codes, not only those that must be names
 */
export async function withCodes<Entry extends Reference & { type?: MemberType }>(
	item: ItemContext,
	entries: Entry[],
	type: MemberType = 'USER',
	all = false,
): Promise<Entry[]> {
	const found: Entry[] = [];
	for (const entry of entries) {
		const noun = NOUNS[entry.type ?? type];
		const code = 'code' in entry && (all || isName(entry.code)) ? entry.code : undefined;
		const row = noun && code !== undefined ? await rowOf(noun, code, item) : undefined;
		const kind = entry.type && { type: entry.type };
		found.push(noun && row ? ({ ...kind, ...referenceOf(row, noun) } as Entry) : entry);
	}
	return unique(found);
}

/** Lists of a body whose entries have codes, and the type of those that don't say theirs. */
const CODED: Record<string, MemberType> = {
	...{ attendees: 'USER', destinations: 'USER', facilities: 'FACILITY', watchers: 'USER' },
};

/**
 * Sends a request. If the service refuses it, codes may be display names of one word: it is sent again with
 * the codes of these. Looking up each code before would take a request more for each.
 */
export async function sendWithNames(item: ItemContext, spec: RequestSpec): Promise<unknown> {
	return await item.request(spec).catch(async (problem: unknown) => {
		if (!(problem instanceof RequestError)) throw problem;
		const { outcome, explanation, reply } = problem.failure;
		const isOfContent = outcome === 'refused' && ![401, 403].includes(reply?.status ?? 0);
		if (!isOfContent || !explanation || explanation.transient) throw problem;
		const body: IDataObject = { ...spec.body };
		for (const [list, type] of Object.entries(CODED)) {
			const entries = body[list] as Reference[] | undefined;
			if (entries) body[list] = (await withCodes(item, entries, type, true)) as IDataObject[];
		}
		if (!sameData(body, spec.body)) return await item.request({ ...spec, body });
		const message = withEntries(explanation.message, body);
		throw new RequestError({ ...problem.failure, explanation: { ...explanation, message } });
	});
}

const POSITION = new RegExp(`\\b(${Object.keys(CODED).join('|')})\\[(\\d+)\\]`, 'g');

/** A message with the entries beside their positions, which also count those that an update keeps. */
function withEntries(message: string, body: IDataObject): string {
	return message.replace(POSITION, (position, list: string, at: string) => {
		const { code, id = code } = objectOf((body[list] as unknown[] | undefined)?.[Number(at)]);
		return id === undefined ? position : `${position} (${quoteShort(code ?? id)})`;
	});
}

/** The users of a list by their IDs, for requests that take no login names; undefined when empty. */
export async function usersById(
	item: ItemContext,
	path: string,
	label: string,
): Promise<Array<{ type: string; id: string }> | undefined> {
	const found: Array<{ type: string; id: string }> = [];
	for (const member of usersIn(item, path, label)) {
		found.push({ type: 'USER', id: await idFound('user', member, item) });
	}
	return found.length > 0 ? unique(found) : undefined;
}
