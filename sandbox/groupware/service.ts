import { acceptedLanguage } from '../language';
import type { Account, Call, Reply, Sql } from '../types';
import { signIn } from './auth';
import { readBody } from './body';
import { loadDirectory } from './directory';
import { GroupwareError, notAmong } from './errors';
import type { Edition, Operation } from './operation';
import { addressOf, match, type Match, unknownPath } from './paths';
import { Query } from './query';
import type { Handler, OperationId } from './request';
import type { JsonObject } from './values';

type Work = () => Promise<void>;

type HandlersByOperation = Record<OperationId, Handler>;

/** Answers a call; every refusal becomes the service's error. */
export async function answer(handlers: HandlersByOperation, call: Call): Promise<Reply> {
	let language = acceptedLanguage(call.headers);
	const onCaller = ({ locale }: Account) => {
		language = locale;
	};
	try {
		const address = addressOf(call.path);
		if (address?.path === undefined) throw unknownPath();
		const { edition, path } = address;
		const found = match(edition, call.method, path);
		const body = await inTransaction(call, handlers, edition, found, onCaller);
		return { status: 200, body: body ?? '' };
	} catch (error) {
		if (error instanceof GroupwareError) return error.toReply(language);
		throw error;
	}
}

/** Sign-in, rights and the operation in one transaction: a refusal leaves nothing behind. */
async function inTransaction(
	call: Call,
	handlers: HandlersByOperation,
	edition: Edition,
	{ operation, parameters }: Match,
	onCaller: (caller: Account) => void,
): Promise<object | undefined> {
	const afterCommit: Work[] = [];
	const afterRollback: Work[] = [];
	try {
		const result = await call.tenant.transaction(async (sql: Sql) => {
			const caller = await signIn(sql, call.headers, edition, operation.scope);
			onCaller(caller);
			const body = readBody(call);
			requireAdministrator(caller, operation);
			requireVisibility(call, edition, body);
			return handlers[operation.id]({
				sql,
				tenant: call.tenant,
				edition,
				caller,
				directory: await loadDirectory(sql),
				path: parameters,
				query: new Query(call.query, call.method === 'GET' ? body : {}),
				body,
				onCommit: (work) => void afterCommit.push(work),
				onRollback: (work) => void afterRollback.push(work),
			});
		});
		for (const work of afterCommit) await work();
		return result;
	} catch (error) {
		for (const work of afterRollback) await work();
		throw error;
	}
}

/** Private with watchers is said to be gone from the cloud since November 2020 (docs/api/groupware.md, section 8). */
function requireVisibility({ tenant }: Call, edition: Edition, body: JsonObject): void {
	if (edition !== 'cloud' || tenant.features.acceptCloudWatchers) return;
	if (body.visibilityType !== 'SET_PRIVATE_WATCHERS') return;
	throw notAmong('visibilityType', ['PUBLIC', 'PRIVATE']);
}

function requireAdministrator(caller: Account, { administers }: Operation): void {
	if (administers === undefined || caller.administrator) return;
	const managed = caller.applicationAdministrator;
	if (managed.includes(administers) || managed.includes('system')) return;
	throw new GroupwareError(
		'GRN_CMMN_00022',
		administers === 'system'
			? 'Only administrators of the system may do this.'
			: `Only administrators of the system or of the application ${administers} may do this.`,
	);
}
