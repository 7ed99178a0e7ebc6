import { Readable } from 'node:stream';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { FileSource, RequestSpec, Service } from '../../../nodes/shared/catalogue';
import { BrokenFile } from '../../../nodes/shared/transport/download';
import {
	type RequestResult,
	type Context,
	openSession,
	type Session,
} from '../../../nodes/shared/transport/session';
import { toyService } from '../../support/toy';

/** What n8n's helper gives, or throws. */
type Given = { status?: number; headers?: IDataObject; body?: unknown } | { throws: unknown };

interface Sent {
	options: IHttpRequestOptions;
	type: string;
	decrypted: { id: string; name: string; type: string; data: object } | undefined;
	signal: AbortSignal | undefined;
}

interface Scene {
	session: Session;
	sent: Sent[];
	/** Requests under way at once, at the most. */
	most(): number;
}

const AT_ONCE = { 'retry-after': '0' };

/** A session whose requests are answered by `answer`, each a moment later. */
async function scene(
	answer: (count: number, sent: Sent) => Given | Promise<Given>,
	{
		cancel,
		parameters = {},
		credential = {},
		service = {},
		mode = 'manual',
	}: {
		cancel?: AbortSignal;
		parameters?: IDataObject;
		credential?: IDataObject;
		service?: Partial<Service>;
		mode?: string;
	} = {},
): Promise<Scene> {
	const sent: Sent[] = [];
	let running = 0;
	let most = 0;
	const context = {
		getNode: () => ({ credentials: { toyApi: { id: '7', name: 'Mine' } } }),
		getInputData: () => [],
		getMode: () => mode,
		getNodeParameter: (name: string, _: number, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () =>
			await Promise.resolve({
				baseUrl: 'https://toys.example',
				secret: 'do-not-tell',
				...credential,
			}),
		...(cancel && { getExecutionCancelSignal: () => cancel }),
		helpers: {
			async httpRequestWithAuthentication(
				this: { getExecutionCancelSignal?: () => AbortSignal },
				type: string,
				options: IHttpRequestOptions,
				more?: { credentialsDecrypted: Sent['decrypted'] },
			) {
				const one = {
					options,
					type,
					decrypted: more?.credentialsDecrypted,
					signal: this.getExecutionCancelSignal?.(),
				};
				sent.push(one);
				most = Math.max(most, (running += 1));
				const given = await answer(sent.length, one);
				await new Promise((resolve) => setImmediate(resolve));
				running -= 1;
				if ('throws' in given) throw given.throws;
				const { status = 200, headers = {}, body = '{}' } = given;
				return { statusCode: status, headers, body };
			},
		},
	} as unknown as Context;
	return {
		session: await openSession(context, { ...toyService(), ...service }),
		sent,
		most: () => most,
	};
}

const read: RequestSpec = { method: 'GET', path: '/things', repeatable: true };
const write: RequestSpec = { method: 'POST', path: '/things', body: { a: 1 }, repeatable: false };
const refusal = (status: number, code = 'BAD', more: IDataObject = {}): Given => ({
	status,
	headers: AT_ONCE,
	body: JSON.stringify({ code, message: 'No', ...more }),
});
const failureOf = (answer: RequestResult | undefined) =>
	answer?.ok === false ? answer.failure : undefined;
const sendAll = async ({ session }: Scene, count: number, spec = read) =>
	await Promise.all(Array.from({ length: count }, async () => await session.send(spec)));

describe('a request', () => {
	it('goes with the chosen credential, which n8n need not read again', async () => {
		const one = await scene(() => ({ body: '{"id":"1"}' }));
		expect(await one.session.send(write)).toEqual({ ok: true, body: { id: '1' } });
		expect(one.session.sent).toBe(1);
		expect(one.session.connection).toEqual({ baseUrl: 'https://toys.example', signIn: 'password' });
		expect(one.sent[0]).toMatchObject({
			type: 'toyApi',
			decrypted: { id: '7', name: 'Mine', type: 'toyApi', data: { secret: 'do-not-tell' } },
			options: { method: 'POST', url: 'https://toys.example/things', timeout: 300_000 },
		});
		expect(one.sent[0]?.options.headers?.['User-Agent']).toContain('Toy');
	});

	it.each(['[]', 'null', '7', '"done"', '{"message":"gateway"}'])(
		'may have been done where a 2xx says %s',
		async (body) =>
			expect(await (await scene(() => ({ status: 200, body }))).session.send(write)).toMatchObject({
				ok: false,
				failure: { outcome: 'unknown' },
			}),
	);

	it('that is answered with nothing is done only where nothing is to come', async () => {
		const nothing = await scene(() => ({ status: 204, body: ' ' }));
		expect(await nothing.session.send({ ...write, reply: 'none' })).toEqual({ ok: true, body: {} });
		expect(failureOf(await nothing.session.send(write))?.outcome).toBe('unknown');
		const page = await scene(() => ({ body: '<p>Sign in</p>' }));
		expect(failureOf(await page.session.send({ ...write, reply: 'none' }))?.reply?.body).toBe(
			'<p>Sign in</p>',
		);
	});
});

describe('the answer to a write', () => {
	const answered = async (spec: RequestSpec, body: IDataObject) =>
		await (await scene(() => ({ body: JSON.stringify(body) }))).session.send(spec);

	it.each(['code', 'detail', 'error', 'errors', 'message', 'status'])(
		'with the key "%s" comes from a gateway: nobody knows whether it was written',
		async (key) => {
			const answer = await answered(write, { [key]: 'x' });
			expect(answer).toMatchObject({ ok: false, failure: { outcome: 'unknown' } });
			// A read has no keys of its own to tell by, and does no harm.
			expect((await answered(read, { [key]: 'x' })).ok).toBe(true);
		},
	);

	it('may have any of the keys that the operation names, and has to have one', async () => {
		const spec = { ...write, answer: ['id', 'ids'] };
		expect((await answered(spec, { ids: [1], message: 'fine' })).ok).toBe(true);
		expect((await answered(spec, { id: 1 })).ok).toBe(true);
		expect((await answered(spec, { other: 1 })).ok).toBe(false);
		expect((await answered({ ...read, answer: ['id'] }, { other: 1 })).ok).toBe(false);
	});

	it.each(['Missing: half', undefined])('comes with what it lacks: %s', async (lack) => {
		const incomplete = ({ 'x-missing': half }: Record<string, string>) => half && lack;
		const one = await scene(() => ({ headers: { 'X-Missing': 'half' } }), {
			service: { incomplete },
		});
		const answer = { ok: true, body: {}, ...(lack && { incomplete: lack }) };
		expect(await one.session.send(read)).toEqual(answer);
	});
});

describe('the credential', () => {
	const credentials = [
		{ value: 'token', name: 'Token', credential: 'toyTokenApi', oauth2: false },
		{ value: 'oauth2', name: 'OAuth2', credential: 'toyOAuth2Api', oauth2: true },
	];

	it.each([
		['oauth2', 'toyOAuth2Api'],
		['token', 'toyTokenApi'],
		[undefined, 'toyTokenApi'],
		['removed', 'toyTokenApi'],
	])('is the one that the node names, else the first: %s', async (authentication, type) => {
		const parameters = authentication === undefined ? {} : { authentication };
		const one = await scene(() => ({}), { parameters, service: { credentials } });
		await one.session.send(read);
		expect(one.sent.map((sent) => sent.type)).toEqual([type]);
	});
});

describe('tries', () => {
	it('end with the first success, or with the fifth failure', async () => {
		const third = await scene((count) => (count < 3 ? refusal(429) : { body: '{"n":3}' }), {
			cancel: new AbortController().signal,
		});
		expect(await third.session.send(write)).toEqual({ ok: true, body: { n: 3 } });
		expect(third.sent).toHaveLength(3);
		const never = await scene(() => refusal(429));
		expect(failureOf(await never.session.send(write))).toMatchObject({ attempts: 5 });
		expect(never.sent).toHaveLength(5);
		expect(never.session.sent).toBe(5);
	});

	it('of a write end where nobody knows what became of it', async () => {
		for (const given of [
			{ status: 502, headers: AT_ONCE },
			{ status: 200, body: '{"cut' },
			{ throws: { cause: { code: 'ECONNRESET' } } },
		]) {
			const one = await scene(() => given);
			expect(failureOf(await one.session.send(write))).toMatchObject({
				outcome: 'unknown',
				attempts: 1,
			});
			expect(one.sent).toHaveLength(1);
		}
	});

	it('are over when the execution is cancelled while one is waited for', async () => {
		const cancel = new AbortController();
		const one = await scene(
			() => {
				setTimeout(() => cancel.abort(), 20);
				return { status: 429, headers: { 'retry-after': '3' } };
			},
			{ cancel: cancel.signal },
		);
		const begun = Date.now();
		expect(failureOf(await one.session.send(write))).toMatchObject({
			kind: 'reply',
			outcome: 'refused',
		});
		expect(one.sent).toHaveLength(1);
		expect(Date.now() - begun).toBeLessThan(2500);
	});
});

it('a host that was given up is asked once more by each, until it answers', async () => {
	const down = { throws: { cause: { code: 'ECONNREFUSED' } } };
	const one = await scene((count) => (count === 7 || count === 13 ? {} : down));
	for (const sent of [5, 6, 7, 12, 13]) {
		await one.session.send(read);
		expect(one.sent).toHaveLength(sent);
	}
	// What is canceled before it is sent says nothing of the host.
	await one.session.send(read, () => false);
	await one.session.send(read);
	expect(one.sent).toHaveLength(18);
});

describe('what is no longer wanted', () => {
	it('is not sent', async () => {
		const one = await scene(() => ({}));
		expect(failureOf(await one.session.send(write, () => false))).toMatchObject({
			kind: 'cancelled',
			outcome: 'notSent',
		});
		expect(one.sent).toEqual([]);
		expect(one.session.sent).toBe(0);
	});

	it('is not sent again', async () => {
		const one = await scene(() => refusal(429));
		expect(failureOf(await one.session.send(write, () => one.sent.length === 0))).toMatchObject({
			kind: 'cancelled',
			outcome: 'notSent',
			attempts: 2,
		});
		expect(one.sent).toHaveLength(1);
	});

	it('is everything once the execution is cancelled, but for what frees the service', async () => {
		const one = await scene(() => ({}), { cancel: AbortSignal.abort() });
		expect(failureOf(await one.session.send(write))?.kind).toBe('cancelled');
		expect(one.sent).toEqual([]);
		expect((await one.session.send({ ...write, afterCancel: true })).ok).toBe(true);
		// n8n itself must not end it by the execution's own signal.
		expect(one.sent[0]?.signal?.aborted).toBe(false);
	});
});

describe('signing in', () => {
	const wrong = refusal(401, 'WRONG');
	const soon = { 'retry-after': '0.1' };

	it('is tried by the first request alone', async () => {
		const one = await scene(async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			return wrong;
		});
		const answers = await sendAll(one, 20);
		expect(one.sent).toHaveLength(1);
		expect(answers.map((answer) => failureOf(answer)?.explanation?.code)).toEqual(
			Array(20).fill('WRONG'),
		);
		// What was not sent has no tries, so that nobody takes it for twenty wrong passwords.
		expect(answers.map((answer) => failureOf(answer)?.attempts)).toEqual([
			1,
			...(Array(19).fill(0) as number[]),
		]);
		expect(failureOf(await one.session.send(read))?.reply?.status).toBe(401);
		expect(one.sent).toHaveLength(1);
		const expired = await scene(() => ({ throws: { cause: { code: 'EAUTH' } } }));
		await sendAll(expired, 3);
		expect(expired.sent).toHaveLength(1);
	});

	it('with OAuth2 is tried again, so that n8n renews the token even if it threw nothing', async () => {
		const credentials = [{ value: 'a', name: 'A', credential: 'toyApi', oauth2: true }];
		const one = await scene(
			(_, { options }) =>
				options.ignoreHttpStatusErrors ? wrong : { throws: { httpCode: '400' } },
			{ service: { credentials } },
		);
		expect(failureOf(await one.session.send(write))).toMatchObject({
			outcome: 'refused',
			reply: { status: 400 },
		});
		expect(one.sent).toHaveLength(2);
	});

	it('that OAuth2 could not renew is told in the words of the service', async () => {
		const data = { code: 'EXPIRED', message: 'Token expired' };
		for (const given of [data, JSON.stringify(data)]) {
			const one = await scene(() => ({
				throws: { cause: { response: { status: 401, headers: {}, data: given } } },
			}));
			expect(failureOf(await one.session.send(read))).toMatchObject({
				kind: 'reply',
				outcome: 'refused',
				reply: { status: 401, body: data },
				explanation: data,
			});
		}
	});

	it('has succeeded where the service refuses for another reason, and the others follow together', async () => {
		const one = await scene((count) => (count === 1 ? refusal(400) : {}));
		expect((await sendAll(one, 20)).filter(({ ok }) => ok)).toHaveLength(19);
		expect(one.most()).toBe(5);
	});

	it.each<[string, string, Given, number]>([
		['goes on where the service is busy', 'aba', { ...refusal(503), headers: soon }, 1],
		['waits until a first request that meets too many is let in', 'aaab', refusal(429), 2],
	])('%s', async (_, order, given, times) => {
		const one = await scene((count) => (count <= times ? given : {}));
		const paths = ['/a', '/b'];
		await Promise.all(paths.map(async (path) => await one.session.send({ ...read, path })));
		expect(one.sent.map(({ options }) => options.url.at(-1)).join('')).toBe(order);
	});

	it.each([
		['a password', 'Password', 'trigger', [0, 6], 1],
		['a token', 'API token', 'trigger', [10, 7], 7],
		['a token in the editor', 'API token', 'manual', [0, 6], 1],
	])('%s that was accepted within the minute', async (name, signIn, mode, room, tries) => {
		const credential = { secret: name };
		const service = { connect: () => ({ baseUrl: 'https://toys.example', signIn }) };
		const free = {
			headers: { 'x-concurrencylimit-limit': '100', 'x-concurrencylimit-running': '1' },
		};
		const open = async (given: Given) => await scene(() => given, { credential, mode, service });
		await sendAll(await open(free), 7);
		const known = await open(free);
		await sendAll(known, 7);
		expect([known.session.room, known.most()]).toEqual(room);
		const changed = await open(wrong);
		await sendAll(changed, 7);
		await sendAll(changed, 7);
		const later = await open(wrong);
		await sendAll(later, 7);
		expect([changed.sent.length, later.sent.length]).toEqual([tries, 1]);
	});

	it('is tried by the next where the first could not be sent for want of its file', async () => {
		const one = await scene(() => ({}));
		const source = {
			fileName: 'a',
			mimeType: 'a/b',
			size: 1,
			open: async () => await Promise.reject(new Error('gone')),
		};
		await expect(one.session.send({ ...write, file: { field: 'file', source } })).rejects.toThrow(
			'gone',
		);
		expect(one.sent).toEqual([]);
		expect((await one.session.send(write)).ok).toBe(true);
	});
});

it('a busy service gets fewer requests at once', async () => {
	const busy = await scene(() => ({
		headers: { 'X-ConcurrencyLimit-Limit': '100', 'X-ConcurrencyLimit-Running': '95' },
	}));
	await sendAll(busy, 1);
	await sendAll(busy, 20);
	expect(busy.most()).toBe(2);
});

describe('a file', () => {
	const file: RequestSpec = { method: 'GET', path: '/file', repeatable: true, reply: 'file' };
	const text = async (answer: RequestResult) => {
		const { stream } = (answer as { body: { stream: AsyncIterable<Uint8Array> } }).body;
		const chunks: Uint8Array[] = [];
		for await (const chunk of stream) chunks.push(chunk);
		return Buffer.concat(chunks).toString();
	};
	const bytes = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

	it('that is read comes as its bytes, as many as were told', async () => {
		const one = await scene(() => ({ body: bytes('hel', 'lo') }));
		expect(await text(await one.session.send({ ...file, bytes: 5 }))).toBe('hello');
		await expect(text(await one.session.send({ ...file, bytes: 9 }))).rejects.toThrow(BrokenFile);
		expect(one.sent[0]?.signal?.aborted).toBe(false);
	});

	it('waits for no other request', async () => {
		const one = await scene(() => ({ body: bytes('a') }));
		await sendAll(one, 20, file);
		expect(one.most()).toBe(19);
	});

	it('that breaks off ends its request', async () => {
		const one = await scene(() => ({ body: bytes('hello') }));
		await expect(text(await one.session.send({ ...file, bytes: 9 }))).rejects.toThrow('5 of 9');
		expect(one.sent[0]?.signal?.aborted).toBe(true);
	});

	it('that is refused is told in the words of the service, as far as they come', async () => {
		const one = await scene(() => ({
			status: 404,
			body: bytes('{"code":"BAD",', '"message":"No"}'),
		}));
		expect(failureOf(await one.session.send(file))?.explanation).toMatchObject({ code: 'BAD' });
		const cut = await scene(() => ({
			status: 404,
			headers: { 'content-length': '99' },
			body: bytes('not fou'),
		}));
		expect(failureOf(await cut.session.send(file))?.reply).toMatchObject({
			status: 404,
			body: 'not fou',
		});
	});

	const source = (content: () => AsyncIterable<Uint8Array>): FileSource => ({
		fileName: 'a.txt',
		mimeType: 'text/plain',
		size: 5,
		open: async () => await Promise.resolve(content()),
	});
	const upload = (one: FileSource): RequestSpec => ({
		...write,
		body: undefined,
		file: { field: 'file', source: one },
	});
	/** Reads the form as n8n's HTTP client does, and answers. */
	const taking = async ({ options }: Sent): Promise<Given> => {
		const [[, part]] = [...(options.body as FormData)] as never as [[string, { stream(): never }]];
		const chunks: Uint8Array[] = [];
		try {
			for await (const chunk of part.stream() as AsyncIterable<Uint8Array>) chunks.push(chunk);
		} catch (problem) {
			return { throws: { cause: { code: 'ECONNRESET', message: String(problem) } } };
		}
		return { body: JSON.stringify({ got: Buffer.concat(chunks).toString() }) };
	};

	it('that is sent has no limit but that it moves, and is let go afterwards', async () => {
		let released = 0;
		const one = await scene(async (_, sent) => await taking(sent));
		const send = async (...parts: string[]) =>
			await one.session.send(
				upload({ ...source(() => bytes(...parts)), release: () => released++ }),
			);
		expect(await send('hel', 'lo')).toEqual({ ok: true, body: { got: 'hello' } });
		expect(one.sent[0]?.options.timeout).toBe(0);
		// What ends the request is the reason told.
		await expect(send('hell')).rejects.toThrow('"a.txt" has 4 bytes');
		expect(released).toBe(2);
	});

	it('that the service takes no more of is a time-out', async () => {
		const stuck = async ({ signal }: Sent): Promise<Given> =>
			await new Promise((resolve) => {
				signal?.addEventListener('abort', () =>
					resolve({ throws: { cause: { code: 'ERR_CANCELED', message: 'canceled' } } }),
				);
			});
		const one = await scene(async (_, sent) => await stuck(sent), {
			credential: { timeoutSeconds: 0.1 },
		});
		expect(failureOf(await one.session.send(upload(source(() => bytes('hello')))))).toMatchObject({
			kind: 'timeout',
			outcome: 'unknown',
			networkCode: 'ETIMEDOUT',
		});
	});

	it('is ended with the execution', async () => {
		const cancel = new AbortController();
		const one = await scene(
			async (_, { signal }) =>
				await new Promise<Given>((resolve) => {
					signal?.addEventListener('abort', () =>
						resolve({ throws: { cause: { code: 'ERR_CANCELED' } } }),
					);
					cancel.abort();
				}),
			{ cancel: cancel.signal },
		);
		expect(failureOf(await one.session.send(file))).toMatchObject({ kind: 'cancelled' });
	});
});
