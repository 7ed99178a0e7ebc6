import { setTimeout as wait } from 'node:timers/promises';
import { acceptedLanguage, type Language } from '../language';
import { StorageError } from '../store/failure';
import type { Call, Reply, SandboxService } from '../types';
import { describeApis } from './apis';
import { settleDeploys } from './apps/deploy';
import { signIn } from './auth';
import { ConcurrencyGate } from './concurrency';
import { Context } from './context';
import { seedDemo } from './demo';
import { BulkError, errorReply, ServiceError } from './errors';
import { recordsIn } from './pace';
import { deleteRecord } from './records/delete';
import { parseAddress, readParameters } from './request';
import { findRoute, routes } from './routes';
import { schema } from './schema';
import { inLanguage } from './texts';

const gate = new ConcurrencyGate();

/** The record platform: answers what lies under `/k/`. */
export const recordPlatform: SandboxService = {
	owns: (path) => path === '/k' || path.startsWith('/k/'),
	schema,
	// An app needs nothing to be made, and the template of a space is no row.
	seedBase: () => Promise.resolve(),
	seedDemo,
	async handle(call) {
		const running = gate.enter(call.tenant);
		try {
			const reply = running.tooMany ? tooManyRequests(call) : await answer(call);
			return { ...reply, headers: { ...running.headers, ...reply.headers } };
		} finally {
			gate.leave(call.tenant);
		}
	},
	async hasApp(sql, app) {
		return (await sql.query('select from app_designs where app_id = $1', [app])).length > 0;
	},
	async deleteApp(sql, app) {
		await sql.query('delete from apps where id = $1', [app]);
	},
	deleteRecord,
	illegalRequestCode: 'CB_IL02',
	faultBody: (status, code, message) => errorReply(status, code, message),
};

async function answer(call: Call): Promise<Reply> {
	let language = acceptedLanguage(call.headers);
	try {
		const address = parseAddress(call.path);
		// API information needs no sign-in (docs/api: apis.list).
		const information =
			address && call.method === 'GET' && address.environment === 'production'
				? await describeApis(address.api, routes, call.tenant)
				: undefined;
		if (information) return { status: 200, body: information };
		const route = address && findRoute(call.method, address);
		if (!address || !route) throw new ServiceError('CB_NF01');
		const { reply, records, notices } = await call.tenant.transaction(async (sql) => {
			const now = call.tenant.clock.now();
			await settleDeploys(sql, now);
			const caller = await signIn(sql, call, route);
			if (caller.kind !== 'tokens') language = caller.account.locale;
			const sent = call.upload ? {} : readParameters(call);
			const context = new Context(
				sql,
				call.tenant,
				now,
				caller,
				address.guestSpaceId,
				address.environment,
			);
			const result = await route.run(context, sent, call);
			return {
				reply: route.reply === 'file' ? (result as Reply) : { status: 200, body: result },
				records: recordsIn(address.api, sent, result),
				notices: context.notices,
			};
		});
		for (const notice of notices) call.tenant.deliveries.post(notice, notice.body);
		// Outside of the transaction: other calls go on meanwhile, as on the service.
		const { perRecordMs } = call.tenant;
		if (perRecordMs > 0) await wait(perRecordMs * records);
		return reply;
	} catch (error) {
		return toReply(error, language);
	}
}

function tooManyRequests({ headers: asked }: Call): Reply {
	const reply = toReply(new ServiceError('GAIA_TO04'), acceptedLanguage(asked));
	const headers = { ...reply.headers, 'cache-control': 'no-cache, no-store, must-revalidate' };
	return { ...reply, headers };
}

function toReply(error: unknown, language: Language): Reply {
	if (error instanceof BulkError) return error.reply(inLanguage(error.failure, language));
	if (error instanceof ServiceError) {
		const { message, errors } = inLanguage(error, language);
		return errorReply(error.status, error.code, message, errors);
	}
	if (error instanceof StorageError) throw error;
	const state = (error as { code?: unknown }).code;
	// The database could not take a value (a NUL character, a number out of range): the request's fault.
	if (typeof state === 'string' && /^22/.test(state))
		return toReply(new ServiceError('CB_IL02'), language);
	if (state === '40001' || state === '40P01') {
		return toReply(new ServiceError('GAIA_DA02'), language);
	}
	process.stderr.write(
		`record platform: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
	);
	return toReply(new ServiceError('UNEXPECTED'), language);
}
