import { useNewApp } from './app';
import { automatic } from './world';

const app = useNewApp({
	Key: { type: 'SINGLE_LINE_TEXT' },
	Due: { type: 'DATE' },
	Sent: { type: 'DATETIME' },
	At: { type: 'TIME' },
});
const settings = { timezone: 'Asia/Tokyo' };

it('dates are written as Japanese people write them', async () => {
	const items = [{ Due: '2026年1月5日', Sent: '２０２６年１月５日１０時', At: '９：３０' }];
	const { error } = await app.run('create', { fields: automatic() }, { items, settings });
	expect(error).toBeUndefined();
	expect(await app.records()).toMatchObject([
		{ Due: '2026-01-05', Sent: '2026-01-05T01:00:00Z', At: '09:30' },
	]);
});

it.each([
	['2026年1月5日', ['A', 'B']],
	['2026年1月5日10時', ['A']],
	['２０２６年１月５日　１０：００', ['A']],
])('a condition with %s means the whole day only without a time', async (value, keys) => {
	for (const [Key, hour] of Object.entries({ A: '01', B: '02' })) {
		await app.create({ Key, Sent: `2026-01-05T${hour}:00:00Z` });
	}
	const rows = [{ field: 'Sent|DATETIME', operator: 'equals', kind: 'dateText', value }];
	const { output, error } = await app.run(
		'getAll',
		{ returnAll: true, conditions: { rows } },
		{ settings, typeVersion: 1.1 },
	);
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.Key).sort()).toEqual(keys);
});
