import type { Reader } from '../input/readers';
import { acceptedLanguage } from '../language';
import type { Account, Call, Reply, Sql } from '../types';
import { signIn } from './auth';
import { readBody } from './body';
import { loadDirectory } from './directory';
import { GroupwareError, notAmong } from './errors';
import { inputErrors } from './input';
import type { Edition, Operation } from './operation';
import { addressOf, match, type Match, unknownPath } from './paths';
import { Query } from './query';
import type { AllHandlers, OperationId, Request } from './request';
import { requests } from './requests';
import type { JsonObject } from './values';

type Work = () => Promise<void>;

/** Answers a call; every refusal becomes the service's error. */
export async function answer(handlers: AllHandlers, call: Call): Promise<Reply> {
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
	handlers: AllHandlers,
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
			const handler = handlers[operation.id] as (request: Request) => Promise<object | undefined>;
			return handler({
				sql,
				tenant: call.tenant,
				edition,
				caller,
				directory: await loadDirectory(sql),
				path: parameters,
				query: new Query(call.query, call.method === 'GET' ? body : {}),
				body: read(operation.id, body),
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

/** Reads a body by docs/api; throws the service's error for one that is wrong. */
function read(id: OperationId, body: JsonObject): JsonObject {
	const reader: Reader<JsonObject> | undefined =
		id in requests ? requests[id as keyof typeof requests] : undefined;
	return reader?.(body, '', inputErrors) ?? body;
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
