import { type TestSandbox, useSandbox } from '../../support/sandbox';

/** What came back, parsed when it was JSON. */
export interface Answer {
	status: number;
	headers: Headers;
	body: Body;
}

interface Time {
	dateTime: string;
	timeZone: string;
}

/** The fields of all answers the tests look into; one that is missing fails the test that wants it. */
export interface Body {
	/** A number in what administrators get, a string elsewhere. */
	id: string;
	code: string;
	name: string;
	text?: string;
	error?: { errorCode: string; message: string; cause: string; counterMeasure: string };
	hasNext: boolean;
	users: Body[];
	organizations: Body[];
	facilities: Body[];
	facilityGroups: Body[];
	facilityGroup?: string;
	events: Body[];
	eventType: string;
	subject: string;
	notes: string;
	start: Time;
	end: Time;
	isAllDay: boolean;
	isStartOnly: boolean;
	attendees: Body[];
	watchers: Body[];
	creator: Body;
	updater: Body;
	createdAt: string;
	updatedAt: string;
	facilityUsageRequests: object[];
	repeatId?: string;
	repeatInfo: { time: object };
	temporaryEventCandidates: object[];
	availableTimes: Body[];
	facility?: Body;
	value: object;
	form: Body;
	status: { type: string };
	requests: Body[];
	files: Body[];
	messages: Body[];
	spaces: Body[];
	discussions: Body[];
	categories: Body[];
	/** The notifications; of a request or form, a map. */
	items: Body[];
	title: string;
	operation: string;
	/** Base64. */
	content: string;
	size: string;
	dueDate?: string;
}

export interface Client {
	get(path: string, query?: Record<string, string>): Promise<Answer>;
	post(path: string, body: unknown): Promise<Answer>;
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
		const body = (json ? JSON.parse(text) : { text }) as Body;
		return { status: response.status, headers: response.headers, body };
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
		patch: withBody('PATCH'),
		delete: (path) => send('DELETE', path),
	};
}

/** A sandbox of the test file's own, with callers by their login names. */
export function useGroupware<Login extends string>(
	...logins: Login[]
): Record<Login, Client> & { sandbox: TestSandbox; as(login: string): Client } {
	const sandbox = useSandbox();
	const as = (login: string) => clientFor(() => `${sandbox.url}/g`, login);
	const callers = logins.map((login) => [login, as(login)] as const);
	return { ...(Object.fromEntries(callers) as Record<Login, Client>), sandbox, as };
}

/** The only entry, or the first, of a list that must have one. */
export function firstOf(rows: readonly Body[]): Body {
	const [row] = rows;
	if (row === undefined) throw new Error('The list is empty');
	return row;
}

export function errorOf({ status, body, headers }: Answer): [number, string] {
	const code = body.error?.errorCode ?? 'no error';
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
