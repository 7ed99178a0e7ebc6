/** What came back, parsed when it was JSON. */
export interface Answer {
	status: number;
	headers: Headers;
	// The tests look into answers of many shapes and fail by themselves when one is missing.
	body: Body;
}

export interface Body {
	[key: string]: any;
}

export interface Client {
	get(path: string, query?: Record<string, string>): Promise<Answer>;
	post(path: string, body: unknown): Promise<Answer>;
	put(path: string, body: unknown): Promise<Answer>;
	patch(path: string, body: unknown): Promise<Answer>;
	delete(path: string): Promise<Answer>;
	send(method: string, path: string, init?: RequestInit): Promise<Answer>;
}

export const passwordOf = (login: string, password = login) =>
	Buffer.from(`${login}:${password}`).toString('base64');

/** A caller of the groupware at `base`, an address that ends before `/api/v1`. */
export function clientFor(base: () => string, login: string): Client {
	const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
		const response = await fetch(`${base()}/api/v1${path}`, {
			method,
			...init,
			headers: { 'x-cybozu-authorization': passwordOf(login), ...init.headers },
		});
		const text = await response.text();
		const json = response.headers.get('content-type')?.includes('json') === true;
		return {
			status: response.status,
			headers: response.headers,
			body: json ? (JSON.parse(text) as Body) : { text },
		};
	};
	const withBody = (method: string) => (path: string, body: unknown) =>
		send(method, path, {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	return {
		send,
		get: (path, query = {}) => send('GET', `${path}?${new URLSearchParams(query)}`),
		post: withBody('POST'),
		put: withBody('PUT'),
		patch: withBody('PATCH'),
		delete: (path) => send('DELETE', path),
	};
}

export function errorOf({ status, body, headers }: Answer): [number, string] {
	const code: string = body.error?.errorCode ?? 'no error';
	expect(headers.get('x-cybozu-error')).toBe(code);
	expect(body.error).toMatchObject({
		message: expect.any(String),
		cause: expect.any(String),
		counterMeasure: expect.any(String),
	});
	return [status, code];
}

const zone = 'Asia/Tokyo';

/** `2026-12-01T10:00` in Tokyo. */
export const at = (local: string) => ({ dateTime: `${local}:00+09:00`, timeZone: zone });

/** A valid event to create, with changes. */
export function eventOf(changes: object = {}): object {
	return {
		eventType: 'REGULAR',
		subject: 'Review',
		start: at('2026-12-01T10:00'),
		end: at('2026-12-01T11:00'),
		attendees: [{ type: 'USER', code: 'sato' }],
		...changes,
	};
}
