import type { IncomingMessage as Request, ServerResponse as Response } from 'node:http';
import { control, isControl } from '../control';
import { answerPage, isFace } from '../face';
import type { Reply } from '../types';
import type { Tenants } from '../tenants/tenants';
import { type CallerRules, followsLink, refusalOf } from './callers';
import { dispatch, type Answerer } from './dispatch';
import type { Connections } from './listen';
import { page, pageOfLink } from './pages';
import { send } from './send';
import { targetOf } from './target';

export type RequestHandler = (request: Request, response: Response) => Promise<void>;

export interface HandlerContext {
	tenants: Tenants;
	answerers: readonly Answerer[];
	callers: CallerRules;
	connections(): Connections | undefined;
	/** Takes a line about an error inside the sandbox. */
	report(text: string): void;
}

/** The door of the server: finds tenant and part, and answers whatever happens. Never rejects. */
export function requestHandler({
	tenants,
	answerers,
	callers,
	connections,
	report,
}: HandlerContext): RequestHandler {
	const route: RequestHandler = async (request, response) => {
		const target = targetOf(request.url ?? '');
		if (!target) {
			await send(
				response,
				page(404, 'No such tenant', 'A tenant name has letters, digits, _ and -.'),
			);
			return;
		}
		const refusal = refusalOf(request, target.path, callers);
		if (refusal !== undefined) {
			const isLink = isFace(request.method, target.path) && followsLink(request, refusal);
			await send(response, isLink ? pageOfLink() : refused(answerers, target.path, refusal));
			return;
		}
		const counts = connections();
		if (isControl(target.path)) {
			await send(response, await control(request, target, tenants, counts?.counts()));
			return;
		}
		const tenant = await tenants.get(target.tenant);
		if (isFace(request.method, target.path)) {
			await send(response, await answerPage(request, target, tenant, answerers));
			return;
		}
		const connection = counts?.numberOf(request.socket) ?? 0;
		await dispatch(request, response, target, tenant, { answerers, connection, report });
	};
	return async (request, response) => {
		request.on('error', () => undefined);
		response.on('error', () => undefined);
		try {
			await route(request, response);
		} catch (error) {
			report(`${request.method} ${request.url} failed: ${String(error)}`);
			if (response.headersSent) response.destroy();
			else await send(response, failed(request, error)).catch(() => undefined);
		}
	};
}

/** In the shape of the service's own errors, so that its clients show the reason. */
function refused(answerers: readonly Answerer[], path: string, reason: string): Reply {
	const service = answerers.find((answerer) => answerer.owns(path));
	return service
		? service.faultBody(403, 'SANDBOX_REFUSED', reason)
		: { status: 403, body: { error: reason } };
}

/** An error of the sandbox itself, in JSON from the control API. */
function failed(request: Request, error: unknown): Reply {
	const reason = describe(error);
	return isControl(targetOf(request.url ?? '')?.path ?? '')
		? { status: 500, body: { error: reason } }
		: page(500, 'Error 500', reason);
}

function describe(error: unknown): string {
	return error instanceof Error ? error.message : 'An unexpected error occurred in the sandbox.';
}
