import type { ServiceName } from '../properties/bench';
import type { Mishap } from './door';

/** What became of an item: as it is, and as the node says. */
export type Outcome = 'done' | 'not done' | 'unknown';

export interface Column {
	/** What happens. */
	name: string;
	/**
	 * Which request it happens to: the `last` that the operation is about (the last one that writes,
	 * of a reading the last one), the `first`, where a writing operation reads before, or the one
	 * `after` the last write, where it reads what became of it.
	 */
	at: 'last' | 'first' | 'after';
	mishap: (service: ServiceName) => Mishap;
	/** Whether the service carries out the request that is hit; undefined where it may be sent again. */
	carriedOut?: boolean;
	/** What can be known of an item whose request is hit, if the request writes and if it can be repeated. */
	write: Outcome;
	read: Outcome;
	/** What the error says, where there is one. */
	says: RegExp;
	/** What is answered with the status of a success, where that is something else than the service's answer. */
	answers?: 'nothing' | 'otherwise';
	/** Other items may be refused or not sent because of it: the execution ends, or work goes on. */
	ends?: true;
	/** With an OAuth2 credential. */
	oauth2?: true;
	/** With a short time limit. */
	impatient?: true;
}

const LOST = /connection was lost|cut short|could not be read completely/i;
const OWN_CODE = 'CB_XX99';
const OWN = /The planned refusal.*\(CB_XX99\)/;
const PAGE = '<html><body>Something in front of the service</body></html>';
const GATEWAY = '{"message":"Upstream failed","request_id":"1"}';
const last = { at: 'last' } as const;

const sandbox = (fault: object, stays = false) => ({
	mishap: (): Mishap => ({ sandbox: fault, stays }),
});

/** An answer of a gateway, which may come after the service has done its work. */
const foreign = (status: number) => {
	const once = status === 500 ? 'not done' : 'done';
	const common = { ...last, carriedOut: true, write: 'unknown', read: once } as const;
	const fault = { status, handled: true };
	return [
		{
			name: `${status} as a web page`,
			...common,
			...sandbox({ ...fault, html: PAGE }),
			says: new RegExp(`returned ${status} with a web page`),
		},
		{
			name: `${status} as a gateway's JSON`,
			...common,
			...sandbox({ ...fault, html: GATEWAY }),
			says: new RegExp(`returned ${status} with "Upstream failed"`),
		},
	];
};

/** The service's own error. */
const own = (status: number): Column => ({
	name: `${status} of the service`,
	...last,
	...sandbox({ status, code: OWN_CODE, message: 'The planned refusal.' }),
	carriedOut: false,
	write: 'not done',
	read: status === 500 ? 'not done' : 'done',
	says: OWN,
});

const tooMany = (service: ServiceName, more: object, stays = false): Mishap => ({
	sandbox: {
		status: 429,
		code: service === 'groupware' ? 'GRN_REST_API_00104' : 'GAIA_TO04',
		message: 'Too many requests.',
		...more,
	},
	stays,
});

const noRight = (service: ServiceName): Mishap => ({
	sandbox: {
		status: 403,
		code: service === 'groupware' ? 'GRN_CMMN_00004' : 'CB_NO02',
		message: 'No privilege to proceed.',
	},
	stays: true,
});

const RIGHT = /No privilege to proceed.*\((?:CB_NO02|GRN_CMMN_00004)\)/;
const REFUSED = /refused the connection/;
const nothing = { status: 200, html: '' };
const otherShape = { status: 200, html: '{"message":"Please wait"}' };
const SHAPE =
	/JSON that is not an API response|unexpected response|bytes were received instead|doesn't contain the file/;
const signInPage = { status: 302, html: PAGE, location: 'https://login.example.com/login' };
const REDIRECTED = /redirected the request/;

const atLast: Column[] = [
	{
		name: 'connection refused',
		...last,
		mishap: () => ({ refuse: true }),
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: REFUSED,
	},
	{
		name: 'connection refused for a moment',
		...last,
		mishap: () => ({ refuse: true, back: true }),
		write: 'done',
		read: 'done',
		says: REFUSED,
	},
	{
		name: 'cut before the work',
		...last,
		...sandbox({ cut: 'before' }),
		carriedOut: false,
		write: 'unknown',
		read: 'done',
		says: LOST,
	},
	{
		name: 'cut while at work',
		...last,
		mishap: () => ({ cutWhile: true }),
		carriedOut: true,
		write: 'unknown',
		read: 'done',
		says: LOST,
	},
	{
		name: 'cut after the work',
		...last,
		...sandbox({ cut: 'after' }),
		carriedOut: true,
		write: 'unknown',
		read: 'done',
		says: LOST,
	},
	{
		name: 'cut each time',
		...last,
		...sandbox({ cut: 'after' }, true),
		carriedOut: true,
		write: 'unknown',
		read: 'not done',
		says: LOST,
	},
	{
		name: 'answer cut short',
		...last,
		mishap: () => ({ cutAnswer: true }),
		carriedOut: true,
		write: 'unknown',
		read: 'done',
		says: LOST,
	},
	{
		name: 'no answer in time',
		...last,
		mishap: () => ({ hang: true }),
		carriedOut: true,
		write: 'unknown',
		read: 'not done',
		says: /didn't answer in time/,
		impatient: true,
	},
	{
		name: '429 with Retry-After',
		...last,
		mishap: (service) => tooMany(service, { retryAfter: 1 }),
		write: 'done',
		read: 'done',
		says: /Too many requests/,
	},
	{
		name: '429 without Retry-After',
		...last,
		mishap: (service) => tooMany(service, {}),
		write: 'done',
		read: 'done',
		says: /Too many requests/,
	},
	{
		name: '429 each time',
		...last,
		mishap: (service) => tooMany(service, { retryAfter: 1 }, true),
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: /Too many requests/,
	},
	...[500, 502, 503, 504].flatMap(foreign),
	...[500, 502, 503, 504].map(own),
	{
		name: '503 of the service with Retry-After',
		...last,
		...sandbox({ status: 503, code: OWN_CODE, message: 'The planned refusal.', retryAfter: 1 }),
		write: 'done',
		read: 'done',
		says: OWN,
	},
	{
		name: '503 of a gateway with Retry-After',
		...last,
		...sandbox({ status: 503, html: PAGE, retryAfter: 1, handled: true }),
		carriedOut: true,
		write: 'unknown',
		read: 'done',
		says: /returned 503 with a web page/,
	},
	{
		name: 'redirect to a sign-in page',
		...last,
		...sandbox(signInPage, true),
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: REDIRECTED,
	},
	{
		name: 'empty answer after the work',
		...last,
		...sandbox({ ...nothing, handled: true }),
		answers: 'nothing',
		carriedOut: true,
		write: 'unknown',
		read: 'not done',
		says: /cut short or is not valid JSON|unexpected response|0 of \d+ bytes/,
	},
	{
		name: 'empty answer without the work',
		...last,
		...sandbox(nothing),
		answers: 'nothing',
		carriedOut: false,
		write: 'unknown',
		read: 'not done',
		says: /cut short or is not valid JSON|unexpected response|0 of \d+ bytes/,
	},
	{
		name: 'answer of a wrong shape after the work',
		...last,
		...sandbox({ ...otherShape, handled: true }),
		answers: 'otherwise',
		carriedOut: true,
		write: 'unknown',
		read: 'not done',
		says: SHAPE,
	},
	{
		name: 'answer of a wrong shape without the work',
		...last,
		...sandbox(otherShape),
		answers: 'otherwise',
		carriedOut: false,
		write: 'unknown',
		read: 'not done',
		says: SHAPE,
	},
	{
		name: 'token expired',
		...last,
		mishap: () => ({ expired: true }),
		write: 'done',
		read: 'done',
		says: /./,
		oauth2: true,
	},
	{
		name: 'token expired and revoked',
		...last,
		mishap: () => ({ expired: true, revoked: true }),
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: /./,
		oauth2: true,
	},
	{
		name: 'password changed meanwhile',
		...last,
		mishap: () => ({ wrongPassword: true }),
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: /\((?:CB_WA01|FW00007)\)/,
	},
	{
		name: 'right revoked meanwhile',
		...last,
		mishap: noRight,
		carriedOut: false,
		write: 'not done',
		read: 'not done',
		says: RIGHT,
	},
	{
		name: 'service restarted',
		...last,
		mishap: () => ({ restart: true }),
		carriedOut: true,
		write: 'unknown',
		read: 'done',
		says: LOST,
	},
	{
		name: 'execution canceled',
		...last,
		mishap: () => ({ cancel: true }),
		ends: true,
		carriedOut: true,
		write: 'unknown',
		read: 'not done',
		says: /The execution was canceled/,
	},
];

const before = { at: 'first', write: 'not done', read: 'not done' } as const;

const atFirst: Column[] = [
	{ ...before, name: 'reading: refused', mishap: () => ({ refuse: true }), says: REFUSED },
	{
		...before,
		name: 'reading: cut once',
		...sandbox({ cut: 'before' }),
		write: 'done',
		says: LOST,
	},
	{ ...before, name: 'reading: cut each time', ...sandbox({ cut: 'before' }, true), says: LOST },
	{
		...before,
		name: 'reading: no answer in time',
		mishap: () => ({ hang: true }),
		impatient: true,
		says: /didn't answer in time/,
	},
	{
		...before,
		name: 'reading: web page',
		...sandbox({ status: 200, html: PAGE }),
		says: /web page instead of an API response/,
	},
	{ ...before, name: 'reading: wrong shape', ...sandbox(otherShape), says: SHAPE },
	{
		...before,
		name: 'reading: 500 of the service',
		...sandbox({ status: 500, code: OWN_CODE, message: 'The planned refusal.' }),
		says: OWN,
	},
	{ ...before, name: 'reading: right revoked', mishap: noRight, says: RIGHT },
];

const behind = { at: 'after', write: 'unknown', read: 'unknown', ends: true } as const;

const afterwards: Column[] = [
	{
		...behind,
		name: 'afterwards: cut once',
		...sandbox({ cut: 'before' }),
		write: 'done',
		says: LOST,
	},
	{ ...behind, name: 'afterwards: cut each time', ...sandbox({ cut: 'before' }, true), says: LOST },
	{ ...behind, name: 'afterwards: wrong shape', ...sandbox(otherShape), says: SHAPE },
	{ ...behind, name: 'afterwards: right revoked', mishap: noRight, says: RIGHT },
	{
		...behind,
		name: 'afterwards: execution canceled',
		mishap: () => ({ cancel: true }),
		says: /The execution was canceled/,
	},
];

/** Everything that can go wrong with a request. */
export const columns: Column[] = [...atLast, ...atFirst, ...afterwards];
