import * as fc from 'fast-check';
import { useSandbox } from '../../support/sandbox';
import { Api } from './api';

const sandbox = useSandbox();
let api: Api;

beforeAll(async () => {
	api = new Api(sandbox.url);
	await sandbox.control('reset', { demo: true });
});

const id = 1;
const app = 2;
const admins = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
const guest = { code: 'x', name: 'x', password: 'abc', timezone: 'UTC' };
const mentions = [{ type: 'USER', code: 'sato' }];
const comment = { text: 'x', mentions, files: [{ fileKey: 'x', width: 100 }] };
const payload = { app, id, record: {} };
const records = [{ id, revision: 1, record: { Customer: { value: 'x' } } }];

/** Operations with parameters that are right; deletions are left out, so that all stays. */
const CALLS: Array<[method: string, path: string, body: Record<string, unknown>]> = [
	['GET', 'record.json', { app, id }],
	['PUT', 'record.json', { ...payload, updateKey: { field: 'Order_number', value: 'x' } }],
	['POST', 'records.json', { app, records: [{ Customer: { value: 'x' } }] }],
	['PUT', 'records.json', { app, records, upsert: true }],
	['POST', 'records/cursor.json', { app, query: 'limit 1', size: 1, fields: ['x'] }],
	['POST', 'record/comment.json', { app, record: id, comment }],
	['PUT', 'record/status.json', { app, id, action: 'x', assignee: 'sato', revision: 1 }],
	['PUT', 'record/assignees.json', { app, id, assignees: ['sato'] }],
	[
		'POST',
		'bulkRequest.json',
		{ requests: [{ method: 'PUT', api: '/k/v1/record.json', payload }] },
	],
	['POST', 'preview/app/form/fields.json', { app, properties: { x: { type: 'NUMBER' } } }],
	[
		'PUT',
		'preview/app/status.json',
		{ app, states: { x: { index: 0 } }, actions: [{ name: 'x' }] },
	],
	['GET', 'space.json', { id: 2 }],
	['PUT', 'space.json', { id: 2, name: 'x', permissions: { createApp: 'ADMIN' } }],
	['POST', 'template/space.json', { id, name: 'x', isPrivate: true, members: admins }],
	['PUT', 'space/members.json', { id: 2, members: admins }],
	['GET', 'spaces/statistics.json', { limit: 1, offset: 0 }],
	['PUT', 'space/thread.json', { id: 2, name: 'x', body: 'x' }],
	['POST', 'space/thread/comment.json', { space: 2, thread: 2, comment }],
	['POST', 'guests.json', { guests: [guest] }],
	['PUT', 'space/guests.json', { id, guests: ['x@example.org'] }],
	['GET', 'plugins.json', { limit: 1, offset: 0, ids: ['x'] }],
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
			{ numRuns: 15 },
		);
	},
);
