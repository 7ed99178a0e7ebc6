import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec } from '../../../../nodes/shared/catalogue';
import { watchMessages } from '../../../../nodes/Groupware/trigger/messages';
import { Oldest, PER_POLL } from '../../../../nodes/Groupware/trigger/portions';
import { itemWith } from '../../../support/item';

const PER_SECOND = 7;

describe('of many changes', () => {
	it.each([
		['as many as there is room for come first', PER_POLL, PER_POLL, false],
		[
			'all of a second come together, so that the next poll begins after it',
			PER_POLL + 20,
			5005,
			true,
		],
	])('%s', (_name, count, kept, left) => {
		const oldest = new Oldest<number>((number) => Math.floor(number / PER_SECOND));
		for (let number = count - 1; number >= 0; number--) oldest.add(number);
		expect(oldest.take()).toEqual({ entries: Array.from({ length: kept }, (_, at) => at), left });
	});
});

describe('messages that are left by a poll', () => {
	it('come with the next one, also where a later one is among them', async () => {
		const begin = Date.parse('2026-02-01T00:00:00Z');
		const all = Array.from({ length: PER_POLL + 20 }, (_, at) => ({
			id: String(at + 1),
			createdAt: new Date(begin + Math.floor(at / PER_SECOND) * 1000).toISOString(),
		}));
		all.push({ id: 'last', createdAt: new Date(begin + 86_400_000).toISOString() });
		const item = itemWith(
			{},
			{
				request: async ({ query = {} }: RequestSpec) => {
					const { rangeStart, limit, offset } = query as IDataObject;
					const from = Date.parse(String(rangeStart));
					const found = all.filter(({ createdAt }) => Date.parse(createdAt) >= from);
					const end = Number(offset) + Number(limit);
					const messages = found.slice(Number(offset), end);
					return await Promise.resolve({ messages, hasNext: found.length > end });
				},
			},
		);
		const first = await watchMessages.look(item, { newest: begin - 1000, ids: [] });
		const second = await watchMessages.look(item, first.state);
		const keys = [...first.changes, ...second.changes].map(({ key }) => key);
		expect(keys.sort()).toEqual(all.map(({ id }) => id).sort());
	});
});
