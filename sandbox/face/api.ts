import type { Answerer } from '../http/dispatch';
import type { Reply } from '../types';
import type { ManagedTenant } from '../tenants/tenant';

/** A service refused what a page asked for; the message is the service's. */
export class ApiFailure extends Error {
	constructor(
		readonly status: number,
		readonly code: string,
		message: string,
		/** What is said of each value that was refused. */
		readonly faults: string[] = [],
	) {
		super(message);
	}
}

export type Query = Record<string, string | number>;

export interface Reader {
	/** The whole reply of a GET request to a service. Throws ApiFailure. */
	open(path: string, query?: Query): Promise<Reply>;
	/** The JSON of a GET request to a service. Throws ApiFailure. */
	get<Body>(path: string, query?: Query): Promise<Body>;
	/** As `get`; an ApiFailure instead of throwing it. */
	attempt<Body>(path: string, query?: Query): Promise<Body | ApiFailure>;
	/** The JSON of a request that changes something. Throws ApiFailure. */
	send<Body>(method: string, path: string, body: object): Promise<Body>;
}

/** Asks as an account does by the API, so that rights, formats, and webhooks are those of the services. */
export function reader(
	answerers: readonly Answerer[],
	tenant: ManagedTenant,
	signedIn: { authorization: string; language: string | undefined },
): Reader {
	const ask = async (method: string, path: string, query: Query, body?: object) => {
		const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
		const reply = await answerers
			.find((answerer) => answerer.owns(path))
			?.handle({
				method,
				path,
				query: new URLSearchParams(parameters),
				headers: {
					'x-cybozu-authorization': signedIn.authorization,
					...(signedIn.language && { 'accept-language': signedIn.language }),
					...(body && { 'content-type': 'application/json' }),
				},
				body: Buffer.from(body ? JSON.stringify(body) : ''),
				upload: undefined,
				tenant,
			});
		if (reply === undefined) throw new ApiFailure(404, '', path);
		if (reply.status >= 400) throw failureOf(reply);
		return reply;
	};
	const open: Reader['open'] = async (path, query = {}) => await ask('GET', path, query);
	const send = async <Body>(method: string, path: string, body: object) =>
		(await ask(method, path, {}, body)).body as Body;
	const get = async <Body>(path: string, query?: Query) => (await open(path, query)).body as Body;
	const attempt = async <Body>(path: string, query?: Query) =>
		await get<Body>(path, query).catch((error: unknown) => {
			if (error instanceof ApiFailure) return error;
			throw error;
		});
	return { open, get, attempt, send };
}

/** The errors of the two services differ in shape. */
function failureOf({ status, body }: Reply): ApiFailure {
	const told = body as {
		code?: string;
		message?: string;
		errors?: Record<string, { messages: string[] }>;
		error?: { errorCode: string; message: string; cause: string };
	};
	if (told.error === undefined) {
		const faults = Object.entries(told.errors ?? {}).map(
			([place, { messages }]) => `${place}: ${messages.join(' ')}`,
		);
		return new ApiFailure(status, told.code ?? '', told.message ?? '', faults);
	}
	const { errorCode, message, cause } = told.error;
	return new ApiFailure(status, errorCode, `${message} ${cause}`);
}
