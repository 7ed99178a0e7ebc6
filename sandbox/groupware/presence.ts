import type { StatusFixture } from './fixtures/types';
import type { FixtureContext } from './fixtures/context';
import { GroupwareError, unknownObject } from './errors';
import type { Body, Handlers, Request } from './request';
import { assumptionOf } from './assumptions';
import { inUtc } from './time';
import { given, idOf, textOf } from './values';

export const presenceSchema = `
CREATE TABLE groupware_presence_status (
	code text PRIMARY KEY,
	name text NOT NULL
);

CREATE TABLE groupware_presence (
	member text PRIMARY KEY,
	status text NOT NULL,
	notes text NOT NULL,
	updated_at timestamptz NOT NULL
);
`;

/** What every installation has; the empty code is for those who set nothing. */
const ownStatuses = {
	'': { en: 'No entry', ja: '登録がありません', zh: '未登记' },
	attend: { en: 'In', ja: '在席', zh: '在座' },
	absence: { en: 'Out', ja: '不在', zh: '不在' },
} as const;

type Person = { id: string; code: string; name: string };
type Find = (request: Request) => Person;

const byId: Find = ({ path, directory }) =>
	directory.requireUser(String(idOf(path.user_id, 'user_id') ?? 0));

const byCode: Find = ({ path, directory }) => {
	const user = directory.byCode('USER', path.login_name ?? '');
	if (user === undefined) {
		throw new GroupwareError('GRN_CMMN_00105', `There is no user ${path.login_name}.`);
	}
	return user;
};

const get = (find: Find) => async (request: Request) => tell(request, find(request));

/** Whatever is left out is reset to an empty text (presence.byId.update, notes). */
const update =
	(find: Find) =>
	async (request: Request<Body<'presence.byId.update'>>): Promise<object> => {
		const { sql, body, tenant } = request;
		const user = find(request);
		requireRight(request, user);
		const code = given(body.status?.code) ? textOf(body.status?.code, 'status.code') : '';
		if ((await nameOf(request, code)) === undefined) throw unknownObject('status.code');
		const { notes = '' } = body;
		await sql.query(
			`INSERT INTO groupware_presence (member, status, notes, updated_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (member) DO UPDATE SET status = excluded.status, notes = excluded.notes,
				updated_at = excluded.updated_at`,
			[user.id, code, notes, tenant.clock.now().toISOString()],
		);
		return tell(request, user);
	};

/** Everyone's own, and everyone's for administrators, who can give themselves the right. */
function requireRight({ caller }: Request, user: Person): void {
	if (caller.id === user.id || caller.administrator) return;
	if (caller.applicationAdministrator.includes('presence')) return;
	throw new GroupwareError(
		'GRN_REST_API_00207',
		`You may not change the presence of ${user.code}.`,
	);
}

async function tell(request: Request, user: Person): Promise<object> {
	const [row] = await request.sql.query<{ status: string; notes: string; updated_at: Date }>(
		'SELECT status, notes, updated_at FROM groupware_presence WHERE member = $1',
		[user.id],
	);
	const code = row?.status ?? '';
	const always = (await assumptionOf(request.sql, 'presenceTime')) === 'always';
	const updatedAt = row?.updated_at ?? (always ? new Date(0) : undefined);
	return {
		user: { id: user.id, code: user.code, name: user.name },
		...(updatedAt && { updatedAt: inUtc(updatedAt) }),
		notes: row?.notes ?? '',
		status: { name: (await nameOf(request, code)) ?? '', code },
	};
}

async function nameOf({ sql, caller }: Request, code: string): Promise<string | undefined> {
	const own = Object.entries(ownStatuses).find(([known]) => known === code);
	if (own !== undefined) return own[1][caller.locale];
	const [row] = await sql.query<{ name: string }>(
		'SELECT name FROM groupware_presence_status WHERE code = $1',
		[code],
	);
	return row?.name;
}

/** Adds a status that the administrator has made. */
export async function addPresenceStatus(
	{ sql }: FixtureContext,
	{ code, name }: StatusFixture,
): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_presence_status (code, name) VALUES ($1, $2)
		ON CONFLICT (code) DO UPDATE SET name = excluded.name`,
		[code, name],
	);
}

export const presenceOperations = {
	'presence.byId.get': get(byId),
	'presence.byCode.get': get(byCode),
	'presence.byId.update': update(byId),
	'presence.byCode.update': update(byCode),
} satisfies Handlers;
