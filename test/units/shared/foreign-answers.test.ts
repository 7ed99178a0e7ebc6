import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, Service } from '../../../nodes/shared/catalogue';
import { type Context, openSession } from '../../../nodes/shared/transport/session';
import { toyService } from '../../support/toy';

const write: RequestSpec = { method: 'POST', path: '/things', body: { a: 1 }, repeatable: false };
const read: RequestSpec = { method: 'GET', path: '/things', repeatable: true };

/** Sends one request, which is answered with this body and status. */
async function answered(
	spec: RequestSpec,
	body: unknown,
	more: Partial<Service> = {},
	status = 200,
) {
	const context = {
		getNode: () => ({}),
		getInputData: () => [],
		getNodeParameter: (_name: string, _item: number, fallback: unknown) => fallback,
		getCredentials: async () => await Promise.resolve({ baseUrl: 'https://toys.example' }),
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({
					statusCode: status,
					headers: { 'X-Missing': 'half' },
					body: typeof body === 'string' ? body : JSON.stringify(body),
				}),
		},
	} as unknown as Context;
	const session = await openSession(context, { ...toyService(), ...more });
	return await session.send(spec);
}

describe('the answer to a write', () => {
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
});

it('what the service says is missing comes with the answer', async () => {
	const incomplete = (headers: Record<string, string>) =>
		headers['x-missing'] && `Missing: ${headers['x-missing']}`;
	expect(await answered(read, { a: 1 }, { incomplete })).toEqual({
		ok: true,
		body: { a: 1 },
		incomplete: 'Missing: half',
	});
	expect(await answered(read, { a: 1 }, { incomplete: () => undefined })).toEqual({
		ok: true,
		body: { a: 1 },
	});
});

describe('the credential', () => {
	const credentials = [
		{ value: 'token', name: 'Token', credential: 'toyTokenApi', oauth2: false },
		{ value: 'oauth2', name: 'OAuth2', credential: 'toyOAuth2Api', oauth2: true },
	];
	const asked = async (authentication?: string, of = credentials) => {
		const names: string[] = [];
		const context = {
			getNode: () => ({}),
			getInputData: () => [],
			getNodeParameter: (name: string, _: number, fallback: unknown) =>
				name === 'authentication' ? (authentication ?? fallback) : fallback,
			getCredentials: async (name: string) => {
				names.push(name);
				return await Promise.resolve({ baseUrl: 'https://toys.example' } as IDataObject);
			},
		} as unknown as Context;
		await openSession(context, { ...toyService(), credentials: of });
		return names;
	};

	it('is the one that the node names, else the first', async () => {
		expect(await asked('oauth2')).toEqual(['toyOAuth2Api']);
		expect(await asked('token')).toEqual(['toyTokenApi']);
		expect(await asked()).toEqual(['toyTokenApi']);
		expect(await asked('removed')).toEqual(['toyTokenApi']);
	});

	it('is needed', async () => {
		await expect(asked('token', [])).rejects.toThrow('names no credential');
	});
});
