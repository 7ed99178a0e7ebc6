import fc from 'fast-check';

import { againAfterConflicts } from '../../../nodes/RecordPlatform/writing/conflicts';
import type { RequestSpec, Service } from '../../../nodes/shared/catalogue';
import type { Failure } from '../../../nodes/shared/errors';
import {
	notWanted,
	replyFailure,
	retryAfterSeconds,
	thrownFailure,
} from '../../../nodes/shared/transport/failure';
import { httpOptions, queryAsBody, queryString } from '../../../nodes/shared/transport/options';
import {
	MOST_ATTEMPTS,
	MOST_CONFLICTS,
	waitBeforeRetry,
	waits,
} from '../../../nodes/shared/transport/retry';
import { toyService } from '../../support/toy';

const read: RequestSpec = { method: 'GET', path: '/things', repeatable: true };
const write: RequestSpec = { method: 'POST', path: '/things', body: {}, repeatable: false };
const connection = { baseUrl: 'https://toys.example', signIn: 'password' };
const service: Service = toyService();

const replied = (
	spec: RequestSpec,
	status: number,
	headers: Record<string, string> = {},
	body: unknown = '<html>',
): Failure => replyFailure(service, connection, spec, { status, headers, body }, 1);

const SOON = { 'retry-after': '1' };
const BUSY = { code: 'BUSY', message: 'Come again' };

describe('a reply that is no success, without a word of the service', () => {
	it.each([
		[200, 'unknown'],
		[299, 'unknown'],
		[300, 'refused'],
		[404, 'refused'],
		[408, 'unknown'],
		[499, 'refused'],
		[500, 'unknown'],
		[502, 'unknown'],
		[503, 'unknown'],
		[504, 'unknown'],
	])('leaves a write behind %d %s, and a read never open', (status, outcome) => {
		expect(replied(write, status).outcome).toBe(outcome);
		expect(replied(read, status).outcome).toBe('refused');
		expect(replied({ ...write, reads: true }, status).outcome).toBe('refused');
	});

	it('that says when to come again leaves a write open without a code of the service', () => {
		expect(replied(write, 503, SOON).outcome).toBe('unknown');
		expect(replied(write, 500, SOON).outcome).toBe('unknown');
		expect(replied(write, 503, SOON, BUSY).outcome).toBe('refused');
	});
});

describe('what n8n throws', () => {
	const told = (code: string | undefined, more = {}) => ({ cause: { code, ...more } });

	const codesOf = (text: string) => text.trim().split(/\s+/);

	it.each(
		codesOf(`
			ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL ERR_INVALID_URL EPROTO
			CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE
			ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED
			ERR_SSL_TLSV1_ALERT_UNKNOWN_CA ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE
			ERR_SSL_UNSUPPORTED_PROTOCOL ERR_OSSL_PEM_NO_START_LINE INVALID_CA INVALID_PURPOSE
			PATH_LENGTH_EXCEEDED HOSTNAME_MISMATCH`),
	)('%s means that nothing was sent', (code) => {
		for (const spec of [read, write]) {
			expect(thrownFailure(spec, told(code), 1)).toEqual({
				kind: 'network',
				outcome: 'notSent',
				request: `${spec.method} /things`,
				networkCode: code,
				attempts: 1,
			});
		}
	});

	it.each([
		['ECONNRESET', 'network'],
		['EPIPE', 'network'],
		['ERR_BAD_RESPONSE', 'network'],
		['ECONNABORTED', 'timeout'],
		['ETIMEDOUT', 'timeout'],
	])('%s leaves a write open, as a %s', (code, kind) => {
		expect(thrownFailure(write, told(code), 1)).toMatchObject({ kind, outcome: 'unknown' });
		expect(thrownFailure(read, told(code), 1)).toMatchObject({ kind, outcome: 'refused' });
		// Before there was a connection, nothing can have come through it.
		for (const connecting of [{ syscall: 'connect' }, { cause: { syscall: 'connect' } }]) {
			expect(thrownFailure(write, told(code, connecting), 1).outcome).toBe('notSent');
		}
		expect(thrownFailure(write, told(code, { syscall: 'read' }), 1).outcome).toBe('unknown');
	});

	const nothing = { kind: 'credential', outcome: 'notSent' } as const;
	const canceled = { kind: 'cancelled', detail: 'canceled' } as const;
	const cancelled = { code: 'ERR_CANCELED', message: 'canceled' };

	it.each<[string, Partial<Failure>, unknown, RequestSpec?]>([
		['no request was made', { ...nothing, detail: 'No credential' }, new Error('No credential')],
		['a token was not renewed', { kind: 'credential', outcome: 'refused' }, told('EAUTH')],
		[
			'a reply has no code',
			{ kind: 'network', outcome: 'unknown' },
			told(undefined, { response: { status: 500 } }),
		],
		['the execution is canceled', { ...canceled, outcome: 'unknown' }, cancelled],
		// A reading that was canceled has changed nothing.
		['a reading is canceled', { ...canceled, outcome: 'refused' }, cancelled, read],
		...[undefined, null, 'text', 7, {}, { cause: null }, { cause: { code: 7 } }].map(
			(thrown): [string, Partial<Failure>, unknown] => ['nothing is said', nothing, thrown],
		),
	])('where %s is %j', (_, failure, thrown, spec = write) =>
		expect(thrownFailure(spec, thrown, 1)).toMatchObject(failure),
	);

	it.each([
		['ECONNRESET', 'socket hang up', 'network', 'unknown'],
		['ECONNRESET', 'read ECONNRESET', 'network', 'unknown'],
		['EPROTO', 'read EPROTO', 'network', 'unknown'],
		['200', 'stream has been aborted', 'network', 'unknown'],
		['ECONNABORTED', 'timeout of 300ms exceeded', 'timeout', 'unknown'],
		['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443', 'timeout', 'notSent'],
		['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'network', 'notSent'],
		['ENOTFOUND', 'getaddrinfo ENOTFOUND nosuch.invalid', 'network', 'notSent'],
		['EPROTO', 'write EPROTO 80:SSL routines:wrong version number', 'network', 'notSent'],
		['ERR_CANCELED', 'canceled', 'cancelled', 'unknown'],
		['EAUTH', 'No', 'credential', 'refused'],
		[null, 'No credential', 'credential', 'notSent'],
	])('of %s and "%s", without its cause, is a matter of %s, %s', (code, detail, kind, outcome) => {
		const thrown = { httpCode: code, message: 'Perhaps the server is offline', messages: [detail] };
		expect(thrownFailure(write, thrown, 1)).toMatchObject({ kind, outcome, detail });
	});

	it('is nothing where a request is no longer wanted', () => {
		const told = { request: 'POST /things', attempts: 2 };
		expect(notWanted(write, 2)).toEqual({ kind: 'cancelled', outcome: 'notSent', ...told });
	});

	it.each([
		['EHOSTUNREACH', 'read'],
		['ENETUNREACH', 'write'],
		['EPROTO', 'read'],
		['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'read'],
	])('%s in a %s leaves a write open', (code, syscall) => {
		expect(thrownFailure(write, told(code, { syscall }), 1).outcome).toBe('unknown');
		expect(
			waitBeforeRetry(write, thrownFailure(write, told(code, { syscall }), 1)),
		).toBeUndefined();
	});

	it.each(
		codesOf(`
			ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC
			ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR ERR_SSL_TLSV1_ALERT_DECODE_ERROR ERR_SSL_BAD_RECORD_TYPE
			ERR_SSL_INVALID_AAD ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_UNEXPECTED_EOF_WHILE_READING
			ERR_TLS_RENEGOTIATION_DISABLED`),
	)('%s can end a connection that has carried requests, so it leaves a write open', (code) => {
		const failure = thrownFailure(write, told(code), 1);
		expect(failure).toMatchObject({ kind: 'network', outcome: 'unknown' });
		expect(waitBeforeRetry(write, failure)).toBeUndefined();
		expect(thrownFailure(read, told(code), 1).outcome).toBe('refused');
	});

	it.each([
		'ssl3_get_record:wrong version number',
		'ssl3_read_bytes:sslv3 alert handshake failure',
		'ssl3_read_bytes:tlsv1 alert protocol version',
	])('a first write that ends with "%s" means that nothing was sent', (reason) => {
		const message = `write EPROTO 00:error:0A00010B:SSL routines:${reason}`;
		const failure = thrownFailure(write, told('EPROTO', { syscall: 'write', message }), 1);
		expect(failure.outcome).toBe('notSent');
	});
});

describe('when to come again', () => {
	const after = (value?: string) =>
		retryAfterSeconds({
			status: 429,
			headers: value === undefined ? {} : { 'retry-after': value },
			body: '',
		});

	it('is a number of seconds or a date', () => {
		expect(after(' 12 ')).toBe(12);
		expect(after('0')).toBe(0);
		expect(after('1.5')).toBe(1.5);
		const seconds = after(new Date(Date.now() + 90_000).toUTCString()) ?? NaN;
		expect(seconds).toBeGreaterThan(30);
		expect(seconds).toBeLessThanOrEqual(90);
	});

	it('is not known without a word, or from another', () => {
		for (const value of [undefined, '', 'soon', '12 seconds', 'in 12', '-5', '1,5']) {
			expect(after(value)).toBeUndefined();
		}
	});
});

describe('another try', () => {
	const explained = (status: number, explanation: object): Failure => ({
		kind: 'reply',
		outcome: 'refused',
		request: '',
		attempts: 1,
		reply: { status, headers: {}, body: {} },
		explanation: { message: '', ...explanation },
	});
	const again = (spec: RequestSpec, failure: Failure) =>
		waitBeforeRetry(spec, failure) !== undefined;

	it('comes later each time, and at last not at all', () => {
		for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts++) {
			for (let count = 0; count < 50; count++) {
				const wait = waitBeforeRetry(read, { ...replied(read, 502), attempts }) ?? NaN;
				expect(wait).toBeGreaterThanOrEqual(0.75 * waits.first * 2 ** (attempts - 1));
				expect(wait).toBeLessThanOrEqual(1.25 * waits.first * 2 ** (attempts - 1));
			}
		}
		expect(waitBeforeRetry(read, { ...replied(read, 502), attempts: MOST_ATTEMPTS })).toBe(
			undefined,
		);
	});

	it('is made when the service asks for it, within a minute', () => {
		const asked = (seconds: string) => replied(write, 429, { 'retry-after': seconds });
		expect(waitBeforeRetry(write, asked('60'))).toBe(60);
		expect(waitBeforeRetry(write, asked('61'))).toBeUndefined();
		expect(waitBeforeRetry(write, asked('0'))).toBe(0);
	});

	it.each([
		['a full house', write, replied(write, 429), true],
		['a read during maintenance', read, replied(read, 503), true],
		['a write during maintenance', write, replied(write, 503), false],
		['a write behind a gateway in maintenance', write, replied(write, 503, SOON), false],
		['a write that may come again', write, replied(write, 503, SOON, BUSY), true],
		['a read behind a bad gateway', read, replied(read, 502), true],
		['a read behind a slow gateway', read, replied(read, 504), true],
		['a write behind a slow gateway', write, replied(write, 504), false],
		['a read that broke the service', read, replied(read, 500), false],
		['a read that is not there', read, replied(read, 404), false],
		['a read whose list is cut short', read, replied(read, 200, {}, ' [{"a":'), true],
		['a read whose object is cut short', read, replied(read, 201, {}, '{"a":'), true],
		['a write whose answer is cut short', write, replied(write, 200, {}, '{"a":'), false],
		['a read that gave a web page', read, replied(read, 200, {}, '<p>{</p>'), false],
		['a read that was redirected', read, replied(read, 302, {}, '{'), false],
		['a read that is refused as cut short', read, replied(read, 400, {}, '{'), false],
		['a lock', write, explained(400, { transient: true }), true],
	])('after %s', (_, spec, failure, repeated) => expect(again(spec, failure)).toBe(repeated));

	it('is left to the caller for the codes that it names', () => {
		const spec = { ...write, notAgainOn: ['LOCK'] };
		expect(again(spec, explained(400, { code: 'LOCK', transient: true }))).toBe(false);
		expect(again(spec, explained(400, { code: 'OTHER', transient: true }))).toBe(true);
		expect(again(spec, explained(400, { transient: true }))).toBe(true);
	});

	it.each([
		['ECONNREFUSED', true, true],
		['EHOSTUNREACH', true, true],
		['EAI_AGAIN', true, true],
		['ENOTFOUND', false, false],
		['CERT_HAS_EXPIRED', false, false],
		['ECONNRESET', true, false],
		['EPIPE', true, false],
		['ETIMEDOUT', false, false],
		['ECONNABORTED', false, false],
		['ERR_CANCELED', false, false],
		['EAUTH', false, false],
	])('after %s: a read %p, a write %p', (code, ofRead, ofWrite) => {
		const thrown = { cause: { code } };
		expect(again(read, thrownFailure(read, thrown, 1))).toBe(ofRead);
		expect(again(write, thrownFailure(write, thrown, 1))).toBe(ofWrite);
	});
});

describe('query strings', () => {
	it('number lists, repeat bracketed keys, and leave out what is missing', () => {
		const query = {
			app: 1,
			none: null,
			'id[]': ['a', null, 'b'],
			ids: [1, undefined, 3],
			zero: 0,
			no: '',
		};
		expect(decodeURIComponent(queryString(query as never))).toBe(
			'app=1&id[]=a&id[]=b&ids[0]=1&ids[2]=3&zero=0&no=',
		);
		expect(queryString()).toBe('');
	});

	it('survive decoding, but for half a surrogate pair, which has no encoding', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				expect(new URLSearchParams(queryString({ query: value })).get('query')).toBe(
					value.replace(/\p{Surrogate}/gu, '\uFFFD'),
				);
			}),
		);
	});

	it('keep brackets within a key', () => {
		expect(queryAsBody({ 'a[]b': 1, 'c[]': [2] })).toEqual({ 'a[]b': 1, c: [2] });
		expect(queryAsBody()).toEqual({});
	});
});

describe('what n8n is asked to send', () => {
	const sender = { service: 'test', timeoutSeconds: 30, oauth2: false };
	const options = (spec: RequestSpec) => httpOptions(spec, connection, sender);

	it('is the call itself as long as its address is short enough, else the same in a body', () => {
		fc.assert(
			fc.property(fc.integer({ min: 4000, max: 4200 }), fc.boolean(), (length, withBody) => {
				const base = 'https://toys.example/things';
				const query = { q: 'x'.repeat(length - base.length - '?q='.length) };
				const { method, url, headers, body } = options({
					...read,
					query,
					...(withBody && { body: { app: 1 } }),
				});
				const fits = length <= 4096;
				expect(method).toBe(fits ? 'GET' : 'POST');
				expect(url).toBe(fits ? `${base}?q=${query.q}` : base);
				expect(headers?.['X-HTTP-Method-Override']).toBe(fits ? undefined : 'GET');
				const sent = { ...(!fits && query), ...(withBody && { app: 1 }) };
				expect(body === undefined ? {} : JSON.parse(String(body))).toEqual(sent);
			}),
		);
	});

	it('is an object even when it is empty, and never follows a redirect', () =>
		expect(options(write)).toMatchObject({
			body: Buffer.from('{}'),
			disableFollowRedirect: true,
			timeout: 30_000,
			headers: { 'Content-Type': 'application/json' },
		}));

	it('keeps the address of a file that is sent, however long', () => {
		const { method, url } = options({
			...write,
			body: undefined,
			query: { q: 'x'.repeat(5000) },
			file: { field: 'file', property: 'data', item: 0 },
		});
		expect(method).toBe('POST');
		expect(String(url)).toHaveLength('https://toys.example/things?q='.length + 5000);
	});

	it('reads JSON as text, and a file as it comes', () => {
		expect(options(read)).toMatchObject({ encoding: 'text', returnFullResponse: true });
		expect(options(read).headers).toEqual({
			Accept: 'application/json',
			'User-Agent': 'n8n-node (test)',
		});
		const file = options({ ...read, reply: 'file' });
		expect(file).toMatchObject({ encoding: 'stream', returnFullResponse: true });
		expect(file.headers).toEqual({
			Accept: '*/*',
			'Accept-Encoding': 'identity',
			'User-Agent': 'n8n-node (test)',
		});
	});

	it('leaves every refusal to us, but for the one after which OAuth2 renews its token', () => {
		expect(options(read).ignoreHttpStatusErrors).toBe(true);
		expect(
			httpOptions(read, connection, { ...sender, oauth2: true }).ignoreHttpStatusErrors,
		).toEqual({ ignore: true, except: [401] });
	});
});

it.each([
	[0, true, 'written', 1],
	[MOST_CONFLICTS, true, 'written', MOST_CONFLICTS + 1],
	[MOST_CONFLICTS + 1, true, 'conflict', MOST_CONFLICTS + 1],
	[1, false, 'conflict', 1],
])('after %d conflicts (known: %s) a write is %s', async (conflicts, isKnown, result, times) => {
	let count = 0;
	const write = async () => {
		count += 1;
		return await (count > conflicts ? Promise.resolve('written') : Promise.reject('conflict'));
	};
	const ended = againAfterConflicts(write, () => isKnown).catch((problem: unknown) => problem);
	expect(await ended).toBe(result);
	expect(count).toBe(times);
});
