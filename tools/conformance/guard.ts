import type { Kind, Ledger } from './ledger';

type Named = Record<string, unknown>;

/** Addresses of the groupware below which the run may change what it made. */
export const collections: Record<string, Kind> = {
	'/g/api/v1/schedule/events': 'event',
	'/g/api/v1/schedule/admin/facilities': 'facility',
	'/g/api/v1/schedule/admin/facilityGroups': 'facilityGroup',
	'/g/api/v1/system/api/admin/proxies': 'proxySetting',
};

export interface Address {
	/** Below the record platform's path; the whole path in the groupware. */
	api: string;
	guestSpace?: string;
	parameters: Record<string, string>;
}

export function addressOf(path: string): Address {
	const { pathname, searchParams } = new URL(path, 'http://localhost');
	const guestSpace = /^\/k\/guest\/(\d+)\/v1\//.exec(pathname)?.[1];
	return {
		api: pathname.replace(/^\/k\/(guest\/\d+\/)?v1\//, '').replace(/\.json$/, ''),
		...(guestSpace !== undefined && { guestSpace }),
		parameters: Object.fromEntries(searchParams),
	};
}

/** Requests that only read, though they are sent as writes are. */
export const isReading = (method: string, api: string) =>
	method === 'GET' || api === 'search' || api.endsWith('/schedule/searchAvailableTimes');

/** Why a request is not sent: it would change something that this run has not made. Undefined for all others. */
export function refusedWrite(
	ledger: Ledger,
	method: string,
	path: string,
	body: unknown,
): string | undefined {
	const { api, guestSpace, parameters } = addressOf(path);
	if (isReading(method, api)) return undefined;
	const named = { ...parameters, ...objectOf(body) };
	if (api.startsWith('/g/')) return refusedInGroupware(ledger, method, api, named);
	if (guestSpace !== undefined && !ledger.has('guestSpace', guestSpace)) {
		return `the guest space ${guestSpace} is not its own`;
	}
	if (api === 'file' || api === 'records/cursor') {
		return method === 'POST' || api === 'records/cursor' ? undefined : 'it removes a file';
	}
	if (api === 'template/space') return undefined;
	if (api === 'bulkRequest') {
		const requests = (named.requests ?? []) as Array<{ payload?: unknown }>;
		return requests
			.map(({ payload }) => strange(ledger, objectOf(payload)))
			.find((why) => why !== undefined);
	}
	if (api === 'space' && method === 'POST') return 'all users would see the space';
	if (/^space(\/|$)/.test(api)) return refusedInSpace(ledger, method, api, named);
	if (api === 'guests') {
		const guests = [named.guests ?? Object.values(parameters)].flat();
		const isOwn = method === 'POST' || guests.every((code) => ledger.has('guest', code));
		return isOwn ? undefined : 'the guests are not its own';
	}
	if (api === 'preview/app') return strange(ledger, { space: named.space });
	if (api === 'preview/app/deploy') {
		return ((named.apps ?? []) as unknown[])
			.map((app) => strange(ledger, objectOf(app)))
			.find((why) => why !== undefined);
	}
	if (api === 'plugin') {
		const isOwn = method === 'POST' || ledger.has('plugin', named.id);
		return isOwn ? undefined : 'the plugin is not its own';
	}
	if (api === 'app/move' && (named.space ?? null) === null) {
		return 'the app would leave its space, and could not be removed';
	}
	return strange(ledger, {
		app: named.app ?? '',
		...(api === 'app/move' && { space: named.space }),
	});
}

function refusedInSpace(
	ledger: Ledger,
	method: string,
	api: string,
	{ id, space, isPrivate }: Named,
): string | undefined {
	if (isPrivate === false) return 'all users would see the space';
	if (api === 'space/thread' && method !== 'POST') {
		return ledger.has('thread', id) ? undefined : `the thread ${String(id)} is not its own`;
	}
	return strange(ledger, { space: space ?? id ?? '' });
}

function strange(ledger: Ledger, { app, space }: Named): string | undefined {
	if (app !== undefined && !ledger.has('app', app)) return `the app ${String(app)} is not its own`;
	if (space !== undefined && !ledger.has('space', space) && !ledger.has('guestSpace', space)) {
		return `the space ${String(space)} is not its own`;
	}
	return app === undefined && space === undefined ? 'it names no app and no space' : undefined;
}

function refusedInGroupware(
	ledger: Ledger,
	method: string,
	path: string,
	named: Named,
): string | undefined {
	const group = named.facilityGroup ?? named.parentFacilityGroup;
	if ((group ?? null) !== null && !ledger.has('facilityGroup', group)) {
		return 'the facility group is not its own';
	}
	const [collection, kind] =
		Object.entries(collections).find(([one]) => path === one || path.startsWith(`${one}/`)) ?? [];
	if (collection === undefined || kind === undefined) return 'others would notice it';
	if (path === collection) return method === 'POST' ? undefined : 'it names nothing of its own';
	const [id] = path
		.slice(collection.length + 1)
		.replace(/^code\//, '')
		.split('/');
	return ledger.has(kind, decodeURIComponent(id ?? '')) ? undefined : `the ${kind} is not its own`;
}

function objectOf(value: unknown): Named {
	return typeof value === 'object' && value !== null && !(value instanceof FormData)
		? (value as Named)
		: {};
}
