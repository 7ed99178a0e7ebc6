import type { ServiceName } from '../contract/apiData';
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
const sandbox =
	(fault: object, stays = false) =>
	(): Mishap => ({ sandbox: fault, stays });
const own = (status: number, more: object = {}) =>
	sandbox({ status, code: OWN_CODE, message: 'The planned refusal.', ...more });
/** An answer of a gateway, which may come after the service has done its work. */
const foreign = (status: number, html: string, more: object = {}) =>
	sandbox({ status, html, handled: true, ...more });

const refusal =
	(status: number, recordPlatform: string, groupware: string, message: string) =>
	(more: object = {}, stays = false) =>
	(service: ServiceName): Mishap => ({
		sandbox: {
			status,
			code: service === 'groupware' ? groupware : recordPlatform,
			message,
			...more,
		},
		stays,
	});
const tooMany = refusal(429, 'GAIA_TO04', 'GRN_REST_API_00104', 'Too many requests.');
const noRight = refusal(403, 'CB_NO02', 'GRN_CMMN_00004', 'No privilege to proceed.')({}, true);

const BUSY = /Too many requests/;
const RIGHT = /No privilege to proceed.*\((?:CB_NO02|GRN_CMMN_00004)\)/;
const REFUSED = /refused the connection/;
const SLOW = /didn't answer in time/;
const CANCELED = /The execution was canceled/;
const EMPTY = /cut short or is not valid JSON|unexpected response|0 of \d+ bytes/;
const SHAPE =
	/JSON that is not an API response|unexpected response|bytes were received instead|doesn't contain the file/;
const WRONG_PASSWORD = /\((?:CB_WA01|FW00007)\)/;
const nothing = { status: 200, html: '' };
const otherShape = { status: 200, html: '{"message":"Please wait"}' };
const signInPage = { status: 302, html: PAGE, location: 'https://login.example.com/login' };

type More = Pick<Column, 'answers' | 'ends' | 'oauth2' | 'impatient'>;
/** What becomes of the item of a write, and of one that can be repeated. */
type Ends = [write: Outcome, read: Outcome];
const DONE: Ends = ['done', 'done'];
const NOT_DONE: Ends = ['not done', 'not done'];
const LOST_ONCE: Ends = ['unknown', 'done'];
const LOST_EACH_TIME: Ends = ['unknown', 'not done'];

const columnsAt =
	(at: Column['at'], prefix = '', usual: More = {}) =>
	(
		name: string,
		mishap: Column['mishap'],
		carriedOut: boolean | undefined,
		[write, read]: Ends,
		says: RegExp,
		more: More = {},
	): Column => ({
		name: prefix + name,
		at,
		mishap,
		...(carriedOut !== undefined && { carriedOut }),
		write,
		read,
		says,
		...usual,
		...more,
	});
const atLast = columnsAt('last');
const atFirst = columnsAt('first', 'reading: ');
const afterwards = columnsAt('after', 'afterwards: ', { ends: true });

const foreignAnswers = [500, 502, 503, 504].flatMap((status) => {
	const ends = status === 500 ? LOST_EACH_TIME : LOST_ONCE;
	return [
		['a web page', PAGE, 'a web page'],
		["a gateway's JSON", GATEWAY, '"Upstream failed"'],
	].map(([what, body = '', words]) => {
		const says = new RegExp(`returned ${status} with ${words}`);
		return atLast(`${status} as ${what}`, foreign(status, body), true, ends, says);
	});
});
const ownAnswers = [500, 502, 503, 504].map((status) =>
	atLast(
		`${status} of the service`,
		own(status),
		false,
		['not done', status === 500 ? 'not done' : 'done'],
		OWN,
	),
);

/** Everything that can go wrong with a request. */
export const columns: Column[] = [
	atLast('connection refused', () => ({ refuse: true }), false, NOT_DONE, REFUSED),
	atLast(
		'connection refused for a moment',
		() => ({ refuse: true, back: true }),
		undefined,
		DONE,
		REFUSED,
	),
	atLast('cut before the work', sandbox({ cut: 'before' }), false, LOST_ONCE, LOST),
	atLast('cut while at work', () => ({ cutWhile: true }), true, LOST_ONCE, LOST),
	atLast('cut after the work', sandbox({ cut: 'after' }), true, LOST_ONCE, LOST),
	atLast('cut each time', sandbox({ cut: 'after' }, true), true, LOST_EACH_TIME, LOST),
	atLast('answer cut short', () => ({ cutAnswer: true }), true, LOST_ONCE, LOST),
	atLast('no answer in time', () => ({ hang: true }), true, LOST_EACH_TIME, SLOW, {
		impatient: true,
	}),
	atLast('429 with Retry-After', tooMany({ retryAfter: 1 }), undefined, DONE, BUSY),
	atLast('429 without Retry-After', tooMany(), undefined, DONE, BUSY),
	atLast('429 each time', tooMany({ retryAfter: 1 }, true), false, NOT_DONE, BUSY),
	...foreignAnswers,
	...ownAnswers,
	atLast('503 of the service with Retry-After', own(503, { retryAfter: 1 }), undefined, DONE, OWN),
	atLast(
		'503 of a gateway with Retry-After',
		foreign(503, PAGE, { retryAfter: 1 }),
		true,
		LOST_ONCE,
		/returned 503 with a web page/,
	),
	atLast(
		'redirect to a sign-in page',
		sandbox(signInPage, true),
		false,
		NOT_DONE,
		/redirected the request/,
	),
	atLast(
		'empty answer after the work',
		sandbox({ ...nothing, handled: true }),
		true,
		LOST_EACH_TIME,
		EMPTY,
		{ answers: 'nothing' },
	),
	atLast('empty answer without the work', sandbox(nothing), false, LOST_EACH_TIME, EMPTY, {
		answers: 'nothing',
	}),
	atLast(
		'answer of a wrong shape after the work',
		sandbox({ ...otherShape, handled: true }),
		true,
		LOST_EACH_TIME,
		SHAPE,
		{ answers: 'otherwise' },
	),
	atLast(
		'answer of a wrong shape without the work',
		sandbox(otherShape),
		false,
		LOST_EACH_TIME,
		SHAPE,
		{ answers: 'otherwise' },
	),
	atLast('token expired', () => ({ expired: true }), undefined, DONE, /./, { oauth2: true }),
	atLast(
		'token expired and revoked',
		() => ({ expired: true, revoked: true }),
		false,
		NOT_DONE,
		/./,
		{ oauth2: true },
	),
	atLast(
		'password changed meanwhile',
		() => ({ wrongPassword: true }),
		false,
		NOT_DONE,
		WRONG_PASSWORD,
	),
	atLast('right revoked meanwhile', noRight, false, NOT_DONE, RIGHT),
	atLast('service restarted', () => ({ restart: true }), true, LOST_ONCE, LOST),
	atLast('execution canceled', () => ({ cancel: true }), true, LOST_EACH_TIME, CANCELED, {
		ends: true,
	}),

	atFirst('refused', () => ({ refuse: true }), undefined, NOT_DONE, REFUSED),
	atFirst('cut once', sandbox({ cut: 'before' }), undefined, ['done', 'not done'], LOST),
	atFirst('cut each time', sandbox({ cut: 'before' }, true), undefined, NOT_DONE, LOST),
	atFirst('no answer in time', () => ({ hang: true }), undefined, NOT_DONE, SLOW, {
		impatient: true,
	}),
	atFirst(
		'web page',
		sandbox({ status: 200, html: PAGE }),
		undefined,
		NOT_DONE,
		/web page instead of an API response/,
	),
	atFirst('wrong shape', sandbox(otherShape), undefined, NOT_DONE, SHAPE),
	atFirst('500 of the service', own(500), undefined, NOT_DONE, OWN),
	atFirst('right revoked', noRight, undefined, NOT_DONE, RIGHT),

	afterwards('cut once', sandbox({ cut: 'before' }), undefined, ['done', 'unknown'], LOST),
	afterwards(
		'cut each time',
		sandbox({ cut: 'before' }, true),
		undefined,
		['unknown', 'unknown'],
		LOST,
	),
	afterwards('wrong shape', sandbox(otherShape), undefined, ['unknown', 'unknown'], SHAPE),
	afterwards('right revoked', noRight, undefined, ['unknown', 'unknown'], RIGHT),
	afterwards(
		'execution canceled',
		() => ({ cancel: true }),
		undefined,
		['unknown', 'unknown'],
		CANCELED,
	),
];
