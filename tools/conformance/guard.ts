import type { Ledger } from './ledger';

/** Why a request is not sent: it would change something that this run has not made. Undefined for all others. */
export function refusedWrite(
	ledger: Ledger,
	method: string,
	path: string,
	body: unknown,
): string | undefined {
	if (method === 'GET') return undefined;
	const url = new URL(path, 'http://localhost');
	const named = { ...Object.fromEntries(url.searchParams), ...objectOf(body) };
	if (url.pathname.startsWith('/g/')) return refusedInGroupware(ledger, url.pathname);
	const api = url.pathname.replace(/^\/k\/v1\//, '').replace(/\.json$/, '');
	if (api === 'template/space' || api === 'file' || api === 'records/cursor') {
		return method === 'POST' || api === 'records/cursor' ? undefined : 'it removes a file';
	}
	// It only reads.
	if (api === 'search') return undefined;
	if (api === 'bulkRequest') {
		const requests = (named.requests ?? []) as Array<{ payload?: unknown }>;
		return requests
			.map(({ payload }) => strange(ledger, objectOf(payload)))
			.find((why) => why !== undefined);
	}
	if (api === 'space') return strange(ledger, { space: named.id });
	if (api === 'preview/app') return strange(ledger, { space: named.space });
	if (api === 'preview/app/deploy') {
		return ((named.apps ?? []) as unknown[])
			.map((app) => strange(ledger, objectOf(app)))
			.find((why) => why !== undefined);
	}
	if (api === 'plugin') return 'it would change the plugins of the tenant';
	if (api === 'app/move' && (named.space ?? null) === null) {
		return 'the app would leave its space, and could not be removed';
	}
	return strange(ledger, {
		app: named.app ?? '',
		...(api === 'app/move' && { space: named.space }),
	});
}

function strange(ledger: Ledger, { app, space }: Record<string, unknown>): string | undefined {
	if (app !== undefined && !ledger.has('app', app)) return `the app ${String(app)} is not its own`;
	if (space !== undefined && !ledger.has('space', space)) {
		return `the space ${String(space)} is not its own`;
	}
	return app === undefined && space === undefined ? 'it names no app and no space' : undefined;
}

function refusedInGroupware(ledger: Ledger, path: string): string | undefined {
	if (path.endsWith('/schedule/events') || path.endsWith('/schedule/searchAvailableTimes')) {
		return undefined;
	}
	const id = /\/schedule\/events\/(\d+)/.exec(path)?.[1];
	return ledger.has('event', id) ? undefined : 'the event is not its own';
}

function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null && !(value instanceof FormData)
		? (value as Record<string, unknown>)
		: {};
}
