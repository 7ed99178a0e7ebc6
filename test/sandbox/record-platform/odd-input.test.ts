import * as fc from 'fast-check';
import { useSandbox } from '../../support/sandbox';
import { Api } from './api';

const sandbox = useSandbox();
let api: Api;

beforeAll(async () => {
	api = new Api(sandbox.url);
	await sandbox.control('reset', { demo: true });
});

/** Operations on spaces and plug-ins with parameters that are right; deletions are left out, so that all stays. */
const CALLS: [method: string, path: string, body: Record<string, unknown>][] = [
	['GET', 'space.json', { id: 2 }],
	['PUT', 'space.json', { id: 2, name: 'x', permissions: { createApp: 'ADMIN' } }],
	['POST', 'space.json', { name: 'x' }],
	[
		'POST',
		'template/space.json',
		{
			id: 1,
			name: 'x',
			isPrivate: true,
			members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
		},
	],
	['PUT', 'space/body.json', { id: 2, body: 'x' }],
	['GET', 'space/members.json', { id: 2 }],
	[
		'PUT',
		'space/members.json',
		{ id: 2, members: [{ entity: { type: 'GROUP', code: 'everyone' }, isAdmin: true }] },
	],
	['GET', 'spaces/statistics.json', { limit: 1, offset: 0 }],
	['POST', 'space/thread.json', { space: 2, name: 'x' }],
	['PUT', 'space/thread.json', { id: 2, name: 'x', body: 'x' }],
	[
		'POST',
		'space/thread/comment.json',
		{
			space: 2,
			thread: 2,
			comment: {
				text: 'x',
				mentions: [{ type: 'USER', code: 'sato' }],
				files: [{ fileKey: 'x', width: 100 }],
			},
		},
	],
	['POST', 'guests.json', { guests: [{ code: 'x', name: 'x', password: 'abc', timezone: 'UTC' }] }],
	['PUT', 'space/guests.json', { id: 1, guests: ['x@example.org'] }],
	['GET', 'plugins.json', { limit: 1, offset: 0, ids: ['x'] }],
	['GET', 'plugins/required.json', { limit: 1 }],
	['GET', 'plugin/apps.json', { id: 'x', limit: 1 }],
	['POST', 'plugin.json', { fileKey: 'x' }],
	['PUT', 'plugin.json', { id: 'x', fileKey: 'x' }],
];

const odd = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.constantFrom<unknown>(
		'\0',
		'\ud800',
		'9223372036854775808',
		-1,
		1e308,
		0.5,
		'__proto__',
		{ __proto__: null, constructor: 1 },
		[null],
		[[]],
		'x'.repeat(70_000),
	),
);

/** The parameters with one of them, however deep, replaced. */
function oddly(value: unknown): fc.Arbitrary<unknown> {
	if (Array.isArray(value)) {
		return fc.oneof(
			odd,
			...value.map((entry, index) => oddly(entry).map((other) => value.with(index, other))),
		);
	}
	if (typeof value !== 'object' || value === null) return odd;
	return fc.oneof(odd, ...inside(value as Record<string, unknown>));
}

function inside(value: Record<string, unknown>): fc.Arbitrary<unknown>[] {
	return Object.entries(value).map(([name, entry]) =>
		oddly(entry).map((other) => ({ ...value, [name]: other })),
	);
}

it.each(CALLS)(
	'%s %s refuses odd input or takes it, and never fails',
	async (method, path, body) => {
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(...inside(body)),
				fc.boolean(),
				async (parameters, inGuestSpace) => {
					const caller = inGuestSpace ? api.inGuestSpace('1') : api;
					// A GET cannot carry a body here, so it goes as what overrides its method.
					const answer = await caller.send('POST', path, parameters, {
						'X-HTTP-Method-Override': method,
					});
					expect(answer.status).toBeLessThan(500);
				},
			),
			{ numRuns: 40 },
		);
	},
);
