import { pages } from '../../../nodes/Groupware/values/pages';
import { walkApps } from '../../../nodes/RecordPlatform/catalogue/appPages';
import { walkPages } from '../../../nodes/RecordPlatform/catalogue/pages';
import type { Draft, ItemView, Walk } from '../../../nodes/shared/catalogue';
import { follow } from '../../../nodes/shared/run/walk';

const draft: Draft = { method: 'GET', path: '/list', repeatable: true };
const walks: Array<[string, Walk]> = [
	['events', pages(draft, 'events')],
	['apps', walkApps(draft, Infinity)],
	['spaces', walkPages('spaces', 100)(draft, Infinity)],
];
const answered = async (walk: Walk, body: unknown) =>
	await follow(walk, Infinity, {
		ask: async () => await Promise.resolve(body),
	} as never as ItemView);

describe.each(walks)('an answer to a call for %s', (key, walk) => {
	it.each([{ ok: true }, {}, null, 'fine', [], { [key]: { id: 1 } }])(
		'without a list is not one of no rows: %j',
		async (body) => {
			await expect(answered(walk, body)).rejects.toThrow(
				'The service answered in a form that does not fit the call',
			);
		},
	);

	it('with an empty list is', async () => {
		expect(await answered(walk, { [key]: [] })).toEqual([]);
	});
});
