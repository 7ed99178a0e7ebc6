import { checkVersion } from '../../../nodes/shared/connection';
import { describe as describeNode } from '../../../nodes/shared/describe';
import { apiError } from '../../../nodes/shared/messages';
import { groupware } from '../../../nodes/Groupware/service';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Parameter, Service } from '../../../nodes/shared/catalogue';
import { itemWith } from '../../support/item';
import { operation, toyService } from '../../support/toy';

it.each([
	['5.9', '5.15', false],
	['6.0', '5.15', true],
	['5.15', '5.15', true],
	['5', '5.0', true],
	['4.10.1', '4.10', true],
	['4.9.9', '4.10', false],
])('version %s has what came with %s: %s', (version, since, has) => {
	const connection = { baseUrl: '', signIn: '', packaged: true, version };
	expect(checkVersion({ since, name: 'Get' }, connection) === undefined).toBe(has);
});

const readBy = (one: Parameter, value: unknown) =>
	itemWith({ [one.name]: value }, { operation: operation([one]) }).read(one.name);

describe('locators', () => {
	const app: Parameter = {
		displayName: 'App',
		name: 'app',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{ displayName: 'ID', name: 'id', type: 'string' },
			{
				displayName: 'URL',
				name: 'url',
				type: 'string',
				placeholder: 'https://example.cybozu.com/k/12/',
				extractValue: { type: 'regex', regex: '/k/(\\d+)' },
			},
		],
	};

	it('gives the id, of a URL the part that is it', () => {
		expect(readBy(app, { __rl: true, mode: 'id', value: '7' })).toBe('7');
		expect(readBy(app, { __rl: true, mode: 'url', value: 'https://x/k/12/show' })).toBe('12');
	});

	it('finds locators inside lists of people', () => {
		const people: Parameter = {
			displayName: 'People',
			name: 'people',
			type: 'fixedCollection',
			default: {},
			options: [{ displayName: 'Person', name: 'person', values: [{ ...app, name: 'user' }] }],
		};
		const value = { person: [{ user: { __rl: true, mode: 'id', value: '3' }, note: 'x' }] };
		expect(readBy(people, value)).toEqual({ person: [{ user: '3' }] });
	});
});

describe('describe', () => {
	const properties = describeNode(toyService());

	it('offers the operations in the order of the catalogue, the wanted one chosen', () => {
		const operation = properties.find(({ name }) => name === 'operation');
		expect(operation?.default).toBe('create');
		const options = operation?.options as Array<{ name: string; description: string }>;
		expect(options.map(({ name }) => name)).toEqual(['Create', 'Get']);
		expect(options[1]?.description).toBe('Get things');
	});

	it('shows each parameter with its operation and keeps what only the request needs to itself', () => {
		const id = properties.find(({ name }) => name === 'id');
		expect(id?.displayOptions?.show).toEqual({ resource: ['thing'], operation: ['get'] });
		for (const service of [recordPlatform, groupware] as unknown as Service[]) {
			expect(JSON.stringify(describeNode(service))).not.toMatch(/"(?:send|holds|role|open)":/);
		}
	});
});

describe('error messages', () => {
	const { node } = itemWith({});
	const errorContext = { node, service: toyService(), items: [3, 4, 5] };

	it('keeps words that n8n would replace by a system message', () => {
		const error = apiError(
			{
				kind: 'reply',
				outcome: 'refused',
				request: 'PUT /x',
				attempts: 1,
				reply: { status: 403, headers: {}, body: {} },
				explanation: {
					message: 'Cannot updatePermissions of space',
					code: 'X1',
					advice: 'Ask for the right',
				},
			},
			errorContext,
		);
		expect(error.message).toBe('Cannot updatePermissions of space (X1) [items 3–5]');
		expect(error.description).toBe('Ask for the right.');
		expect(error.httpCode).toBe('403');
	});

	it('blame a client certificate that cannot be read, not that of the server', () => {
		const failure = {
			kind: 'network',
			outcome: 'notSent',
			request: 'GET /x',
			attempts: 1,
		} as const;
		const { message } = apiError(
			{ ...failure, networkCode: 'ERR_OSSL_PEM_NO_START_LINE' },
			errorContext,
		);
		expect(message).toMatch(/^The client certificate of the credential can't be read/);
	});
});
