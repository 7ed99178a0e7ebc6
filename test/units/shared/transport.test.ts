import fc from 'fast-check';

import type { RequestSpec } from '../../../nodes/shared/catalogue';
import type { Failure } from '../../../nodes/shared/errors';
import { retryAfterSeconds, thrownFailure } from '../../../nodes/shared/transport/failure';
import { httpOptions, queryAsBody, queryString } from '../../../nodes/shared/transport/options';
import { waitBeforeRetry } from '../../../nodes/shared/transport/retry';

const read: RequestSpec = { method: 'GET', path: '/k/v1/records.json', repeatable: true };
const write: RequestSpec = {
	method: 'POST',
	path: '/k/v1/record.json',
	body: {},
	repeatable: false,
};
const connection = { baseUrl: 'https://example.cybozu.com', signIn: 'password' };
const choices = { userAgent: 'test', timeoutSeconds: 30, oauth2: false };

describe('query strings', () => {
	it('numbers lists, repeats bracketed keys and leaves out what is missing', () => {
		expect(
			decodeURIComponent(queryString({ app: 1, ids: [3, 4], 'id[]': ['a', 'b'], none: undefined })),
		).toBe('app=1&ids[0]=3&ids[1]=4&id[]=a&id[]=b');
		expect(queryAsBody({ 'id[]': ['a'], app: 1 })).toEqual({ id: ['a'], app: 1 });
	});

	it('survives decoding whatever stands in a value', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (value) => {
				expect(new URLSearchParams(queryString({ query: value })).get('query')).toBe(
					value.replace(/\p{Surrogate}/gu, '\uFFFD'),
				);
			}),
		);
	});
});

it('replaces half a surrogate pair, which has no encoding', () => {
	expect(queryString({ a: 'x\uD800' })).toBe('a=x%EF%BF%BD');
});

describe('options for n8n', () => {
	it('sends an empty body as an empty object, and never follows redirects', () => {
		const options = httpOptions(write, connection, choices);
		expect(options).toMatchObject({
			body: Buffer.from('{}'),
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			timeout: 30_000,
			headers: { 'Content-Type': 'application/json' },
		});
		expect(httpOptions(read, connection, choices).headers).not.toHaveProperty('Content-Type');
	});

	it('sends a read whose URL would be too long as an overridden POST', () => {
		const query = 'x'.repeat(5000);
		const options = httpOptions({ ...read, query: { app: 1, query } }, connection, choices);
		expect(options).toMatchObject({
			method: 'POST',
			url: 'https://example.cybozu.com/k/v1/records.json',
			headers: { 'X-HTTP-Method-Override': 'GET' },
		});
		expect(JSON.parse(options.body as string)).toEqual({ app: 1, query });
	});
});

describe('failures', () => {
	const thrown = (code: string, more = {}) => ({ cause: { code, message: code, ...more } });

	it.each([
		['ECONNREFUSED', 'notSent'],
		['ENOTFOUND', 'notSent'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'notSent'],
		['ECONNRESET', 'unknown'],
		['ECONNABORTED', 'unknown'],
		['ERR_BAD_RESPONSE', 'unknown'],
	])('%s behind a write leaves it %s', (code, outcome) => {
		expect(thrownFailure(write, thrown(code), 1).outcome).toBe(outcome);
	});

	it('knows a time-out while connecting from one while waiting', () => {
		expect(thrownFailure(write, thrown('ETIMEDOUT', { syscall: 'connect' }), 1).outcome).toBe(
			'notSent',
		);
		expect(thrownFailure(write, thrown('ETIMEDOUT'), 1).outcome).toBe('unknown');
	});

	it('reads Retry-After as seconds and as a date', () => {
		const reply = (value: string) => ({ status: 429, headers: { 'retry-after': value }, body: '' });
		expect(retryAfterSeconds(reply('7'))).toBe(7);
		expect(retryAfterSeconds(reply(new Date(Date.now() + 5000).toUTCString()))).toBeLessThanOrEqual(
			5,
		);
		expect(retryAfterSeconds(reply('soon'))).toBeUndefined();
	});
});

describe('retries', () => {
	const reply = (
		status: number,
		outcome: Failure['outcome'],
		more: Partial<Failure> = {},
	): Failure => ({
		kind: 'reply',
		outcome,
		request: '',
		reply: { status, headers: {}, body: '' },
		attempts: 1,
		...more,
	});

	it.each([
		['a read behind a failing gateway', read, reply(502, 'refused'), true],
		['a write behind a failing gateway', write, reply(502, 'unknown'), false],
		['a write that met too many requests', write, reply(429, 'refused'), true],
		[
			'a write that met a lock',
			write,
			reply(400, 'refused', { explanation: { message: '', transient: true } }),
			true,
		],
		[
			'a write that is wrong',
			write,
			reply(400, 'refused', { explanation: { message: '' } }),
			false,
		],
		['a read that is wrong', read, reply(400, 'refused', { explanation: { message: '' } }), false],
		['a read for ever', read, reply(502, 'refused', { attempts: 5 }), false],
		[
			'a write whose connection was lost',
			write,
			thrownFailure(write, { cause: { code: 'ECONNRESET' } }, 1),
			false,
		],
		[
			'a write that nobody took',
			write,
			thrownFailure(write, { cause: { code: 'ECONNREFUSED' } }, 1),
			true,
		],
		[
			'a host that does not exist',
			read,
			thrownFailure(read, { cause: { code: 'ENOTFOUND' } }, 1),
			false,
		],
	])('%s', (_, spec, failure, repeated) => {
		expect(waitBeforeRetry(spec, failure) !== undefined).toBe(repeated);
	});

	it('waits as long as the service asks, but not for minutes', () => {
		const asked = (seconds: string) =>
			reply(429, 'refused', {
				reply: { status: 429, headers: { 'retry-after': seconds }, body: '' },
			});
		expect(waitBeforeRetry(write, asked('3'))).toBe(3);
		expect(waitBeforeRetry(write, asked('3600'))).toBeUndefined();
	});
});
