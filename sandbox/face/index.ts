import type { IncomingMessage as Request } from 'node:http';
import { readBody } from '../http/body';
import type { Answerer } from '../http/dispatch';
import { isDecodable, type Target } from '../http/target';
import type { Reply } from '../types';
import type { ManagedTenant } from '../tenants/tenant';

export { isFace } from './paths';

/** Answers a page. Neither faults nor the request log know of it: they are about the services. */
export async function answerPage(
	request: Request,
	target: Target,
	tenant: ManagedTenant,
	answerers: readonly Answerer[],
): Promise<Reply> {
	if (!isDecodable(target.path)) return { status: 400, body: 'The address is malformed.' };
	const body = await readBody(request);
	// Loaded on first use: most sandboxes are never looked at.
	const { visit } = await import('./visit');
	const { method, headers } = request;
	const form = new URLSearchParams(body.toString('utf8'));
	const { path, query } = target;
	return await visit({ method, path, query, headers, form, tenant, answerers });
}
