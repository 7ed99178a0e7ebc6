import type { IncomingMessage as Request } from 'node:http';
import { readBody, UnreadableRequest } from '../http/body';
import type { Target } from '../http/target';
import type { Reply } from '../types';
import type { Tenants } from '../tenants/tenants';
import { actions } from './actions';
import { ControlError } from './input';

const prefix = '/_sandbox';

/** True for the paths of the control API. */
export function isControl(path: string): boolean {
	return path === prefix || path.startsWith(`${prefix}/`);
}

/** Answers a call of the control API. What is wrong with it is said in plain JSON. */
export async function control(
	request: Request,
	target: Target,
	tenants: Tenants,
	connections: { opened: number; open: number } | undefined,
): Promise<Reply> {
	const [name = '', id] = target.path.slice(prefix.length + 1).split('/');
	const offered = actions.filter((action) => action.name === name);
	const action = offered.find(
		({ method, takesId }) => method === request.method && (takesId ?? false) === (id !== undefined),
	);
	if (!action) {
		const status = offered.length > 0 ? 405 : 404;
		return problem(
			status,
			`There is no ${request.method} ${target.path}. GET ${prefix}/ lists all.`,
		);
	}
	if (request.method === 'POST' && !isJson(request)) {
		return problem(415, 'Send Content-Type: application/json.');
	}
	try {
		const input = jsonOf(await readBody(request));
		const result = await action.run({
			input,
			id: id ?? '',
			tenants,
			tenantName: target.tenant,
			connections,
		});
		return { status: 200, body: result };
	} catch (error) {
		if (error instanceof ControlError) return problem(400, error.message);
		if (error instanceof UnreadableRequest) return problem(error.status, error.message);
		throw error;
	}
}

/** Pages of other sites can send every type but this one. */
function isJson(request: Request): boolean {
	return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

function jsonOf(body: Buffer): unknown {
	if (body.length === 0) return {};
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		throw new ControlError('The body is not JSON.');
	}
}

function problem(status: number, message: string): Reply {
	return { status, body: { error: message } };
}
