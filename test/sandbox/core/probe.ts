import { accountOfBearer } from '../../../sandbox/oauth';
import type { Call, Reply, SandboxService } from '../../../sandbox/types';

/** A service of a few lines that shows what the core hands over. */
export const probe: SandboxService = {
	owns: (path) => path.startsWith('/probe/'),
	schema: 'create table probe_notes (id bigint generated always as identity, text text not null);',
	seedBase: async (tenant) => {
		await tenant.transaction((sql) => sql.query("insert into probe_notes (text) values ('base')"));
	},
	seedDemo: async (tenant) => {
		await tenant.transaction((sql) => sql.query("insert into probe_notes (text) values ('demo')"));
	},
	hasApp: async (_sql, app) => app === '1' || app === '3',
	illegalRequestCode: 'PROBE_ILLEGAL',
	faultBody: (status, code, message) => ({ status, body: { code, message } }),
	handle: async (call) => answers[call.path]?.(call) ?? echo(call),
};

const answers: Record<string, (call: Call) => Promise<Reply>> = {
	'/probe/notes': async ({ method, body, tenant }) => {
		const notes = await tenant.transaction(async (sql) => {
			if (method === 'POST') {
				await sql.query('insert into probe_notes (text) values ($1)', [body.toString()]);
			}
			return sql.query<{ text: string }>('select text from probe_notes order by id');
		});
		return ok({ notes: notes.map(({ text }) => text) });
	},
	'/probe/table': async ({ tenant }) => {
		const counting =
			"select 'probe_notes'::regclass::oid::text as table, max(id) as last from probe_notes";
		const [row] = await tenant.transaction((sql) => sql.query(counting));
		return ok({ ...row });
	},
	'/probe/torn': async ({ tenant }) =>
		tenant.transaction(async (sql) => {
			await sql.query("insert into probe_notes (text) values ('torn')");
			throw new Error('after the write');
		}),
	'/probe/nested': async ({ tenant }) => {
		await tenant.transaction(async (sql) => {
			await sql.query("insert into probe_notes (text) values ('outer')");
			await tenant
				.transaction(async (inner) => {
					await inner.query("insert into probe_notes (text) values ('inner')");
					await inner.query('select 1 / 0');
				})
				.catch(() => undefined);
			await tenant.transaction((inner) =>
				inner.query("insert into probe_notes (text) values ('kept')"),
			);
		});
		return ok({});
	},
	'/probe/sql-error': async ({ tenant }) =>
		tenant.transaction(async (sql) => {
			await sql.query('select * from nowhere');
			return ok({});
		}),
	'/probe/values': async ({ tenant }) => {
		const [row] = await tenant.transaction((sql) =>
			sql.query(
				`select count(*) as count, 1.50::numeric as amount, '2026-02-03'::date as day, '09:30'::time as time,
				'2026-01-01T00:00:00Z'::timestamptz as moment, $1::jsonb as json, $2::text[] as list`,
				[JSON.stringify([{ a: 1 }]), ['x', 'y']],
			),
		);
		return ok({ ...row });
	},
	'/probe/bearer': async ({ headers, tenant }) => {
		const token = (headers.authorization ?? '').replace('Bearer ', '');
		return ok((await tenant.transaction((sql) => accountOfBearer(sql, token))) ?? {});
	},
	'/probe/usage': async () => {
		const { user, system } = process.cpuUsage();
		return ok({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 });
	},
	'/probe/big': async () => ok({ text: 'x'.repeat(100_000) }),
	'/probe/unsendable': async () => ok({ number: 1n }),
	'/probe/file': async ({ query, tenant }) => {
		const body = await tenant.files.open(query.get('key') ?? '');
		return body ? { status: 200, body } : { status: 404, body: {} };
	},
	'/probe/refuse': async () => ({ status: 400, body: { code: 'PROBE_NO' } }),
	'/probe/clock': async ({ tenant }) => ok({ now: tenant.clock.now() }),
	'/probe/features': async ({ tenant }) => ok({ ...tenant.features, baseUrl: tenant.baseUrl }),
};

async function echo({ method, path, query, headers, body, upload }: Call): Promise<Reply> {
	return ok({ method, path, query: [...query], headers, body: body.toString(), upload });
}

function ok(body: object): Reply {
	return { status: 200, body };
}
