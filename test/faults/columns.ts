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

/** What the door itself does. */
const door = (mishap: Mishap) => () => mishap;
const refuse = door({ refuse: true });
const hang = door({ hang: true });
const cancel = door({ cancel: true });

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
const PAGE_503 = /returned 503 with a web page/;
const WEB_PAGE = /web page instead of an API response/;
const REDIRECTED = /redirected the request/;
const SLOW = /didn't answer in time/;
const CANCELED = /The execution was canceled/;
const EMPTY = /cut short or is not valid JSON|unexpected response|0 of \d+ bytes/;
const SHAPE =
	/JSON that is not an API response|unexpected response|bytes were received instead|doesn't contain the file/;
const WRONG = /\((?:CB_WA01|FW00007)\)/;
const NOTHING = { status: 200, html: '' };
const [empty, emptyAfter] = [sandbox(NOTHING), sandbox({ ...NOTHING, handled: true })];
const OTHER = { status: 200, html: '{"message":"Please wait"}' };
const [other, otherAfter] = [sandbox(OTHER), sandbox({ ...OTHER, handled: true })];
const signIn = { status: 302, html: PAGE, location: 'https://login.example.com/login' };
const page = sandbox({ status: 200, html: PAGE });
const expired = { expired: true } as const;
const gatewayLater = foreign(503, PAGE, { retryAfter: 1 });

type More = Pick<Column, 'answers' | 'ends' | 'oauth2' | 'impatient'>;
const [EMPTIED, OTHERWISE]: More[] = [{ answers: 'nothing' }, { answers: 'otherwise' }];
const [IMPATIENT, OAUTH2, ENDS]: More[] = [{ impatient: true }, { oauth2: true }, { ends: true }];
/** What becomes of the item of a write, and of one that can be repeated. */
type Ends = [write: Outcome, read: Outcome];
const DONE: Ends = ['done', 'done'];
const NOT_DONE: Ends = ['not done', 'not done'];
const LOST_ONCE: Ends = ['unknown', 'done'];
const LOST_EACH_TIME: Ends = ['unknown', 'not done'];
const UNKNOWN: Ends = ['unknown', 'unknown'];

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
const last = columnsAt('last');
const first = columnsAt('first', 'reading: ');
const after = columnsAt('after', 'afterwards: ', ENDS);

const foreignAnswers = [500, 502, 503, 504].flatMap((status) => {
	const ends = status === 500 ? LOST_EACH_TIME : LOST_ONCE;
	return [
		['a web page', PAGE, 'a web page'],
		["a gateway's JSON", GATEWAY, '"Upstream failed"'],
	].map(([what, body = '', words]) => {
		const says = new RegExp(`returned ${status} with ${words}`);
		return last(`${status} as ${what}`, foreign(status, body), true, ends, says);
	});
});
const ownAnswers = [500, 502, 503, 504].map((status) =>
	last(
		`${status} of the service`,
		own(status),
		false,
		['not done', status === 500 ? 'not done' : 'done'],
		OWN,
	),
);

/** Everything that can go wrong with a request. */
export const columns: Column[] = [
	last('connection refused', refuse, false, NOT_DONE, REFUSED),
	last(
		'connection refused for a moment',
		door({ refuse: true, back: true }),
		undefined,
		DONE,
		REFUSED,
	),
	last('cut before the work', sandbox({ cut: 'before' }), false, LOST_ONCE, LOST),
	last('cut while at work', door({ cutWhile: true }), true, LOST_ONCE, LOST),
	last('cut after the work', sandbox({ cut: 'after' }), true, LOST_ONCE, LOST),
	last('cut each time', sandbox({ cut: 'after' }, true), true, LOST_EACH_TIME, LOST),
	last('answer cut short', door({ cutAnswer: true }), true, LOST_ONCE, LOST),
	last('no answer in time', hang, true, LOST_EACH_TIME, SLOW, IMPATIENT),
	last('429 with Retry-After', tooMany({ retryAfter: 1 }), undefined, DONE, BUSY),
	last('429 without Retry-After', tooMany(), undefined, DONE, BUSY),
	last('429 each time', tooMany({ retryAfter: 1 }, true), false, NOT_DONE, BUSY),
	...foreignAnswers,
	...ownAnswers,
	last('503 of the service with Retry-After', own(503, { retryAfter: 1 }), undefined, DONE, OWN),
	last('503 of a gateway with Retry-After', gatewayLater, true, LOST_ONCE, PAGE_503),
	last('redirect to a sign-in page', sandbox(signIn, true), false, NOT_DONE, REDIRECTED),
	last('empty answer after the work', emptyAfter, true, LOST_EACH_TIME, EMPTY, EMPTIED),
	last('empty answer without the work', empty, false, LOST_EACH_TIME, EMPTY, EMPTIED),
	last(
		'answer of a wrong shape after the work',
		otherAfter,
		true,
		LOST_EACH_TIME,
		SHAPE,
		OTHERWISE,
	),
	last('answer of a wrong shape without the work', other, false, LOST_EACH_TIME, SHAPE, OTHERWISE),
	last('token expired', door(expired), undefined, DONE, /./, OAUTH2),
	last(
		'token expired and revoked',
		door({ ...expired, revoked: true }),
		false,
		NOT_DONE,
		/./,
		OAUTH2,
	),
	last('password changed meanwhile', door({ wrongPassword: true }), false, NOT_DONE, WRONG),
	last('right revoked meanwhile', noRight, false, NOT_DONE, RIGHT),
	last('service restarted', door({ restart: true }), true, LOST_ONCE, LOST),
	last('execution canceled', cancel, true, LOST_EACH_TIME, CANCELED, ENDS),

	first('refused', refuse, undefined, NOT_DONE, REFUSED),
	first('cut once', sandbox({ cut: 'before' }), undefined, ['done', 'not done'], LOST),
	first('cut each time', sandbox({ cut: 'before' }, true), undefined, NOT_DONE, LOST),
	first('no answer in time', hang, undefined, NOT_DONE, SLOW, IMPATIENT),
	first('web page', page, undefined, NOT_DONE, WEB_PAGE),
	first('wrong shape', other, undefined, NOT_DONE, SHAPE),
	first('500 of the service', own(500), undefined, NOT_DONE, OWN),
	first('right revoked', noRight, undefined, NOT_DONE, RIGHT),

	after('cut once', sandbox({ cut: 'before' }), undefined, ['done', 'unknown'], LOST),
	after('cut each time', sandbox({ cut: 'before' }, true), undefined, UNKNOWN, LOST),
	after('wrong shape', other, undefined, UNKNOWN, SHAPE),
	after('right revoked', noRight, undefined, UNKNOWN, RIGHT),
	after('execution canceled', cancel, undefined, UNKNOWN, CANCELED),
];
