import { formAndBulks, FIELDS, keyed, list, type More, schema, useAtScale } from './at-scale-scene';
import { automatic, byId, itemsOf, jsonOf, mapping } from './world';

const { app, write, records, filled } = useAtScale();
const { sandbox } = app;

/** So many items, of which some have a key that is taken. */
async function withTaken(count: number, bad: (index: number) => boolean) {
	await app.create({ Key: 'taken' });
	await sandbox.forget();
	return keyed(count).map((item, index) => (bad(index) ? { ...item, Key: 'taken' } : item));
}

describe('refused records leave, the others are written', () => {
	test('twenty bad records among 10,000, all others written', async () => {
		const bad = new Set(list(20, (index) => (index * 487 + 133) % 10_000));
		const items = await withTaken(10_000, (index) => bad.has(index));
		const { output } = await write('create', items, { onError: 'continueRegularOutput' });
		expect(new Set(itemsOf(output.filter(({ error }) => error)))).toEqual(bad);
		expect(output).toHaveLength(10_000);
		// Each request tells one refused call, and all bad records of that call.
		expect((await sandbox.calls()).length).toBeLessThanOrEqual(1 + 7 + 20);
		const found = await records();
		expect(found).toHaveLength(9981);
		expect(new Set(found.map(({ key }) => key)).size).toBe(9981);
	});
});

describe('all or nothing', () => {
	const undo = { options: { whenRefused: 'undo' } };

	test('items of several apps are written together, or not at all', async () => {
		const other = await app.api.makeApp(FIELDS);
		await app.api.create(other, { Key: { value: 'taken' } });
		await sandbox.forget();
		const items = keyed(1500).map((item, index) => ({ ...item, app: index % 2 ? app.id : other }));
		const more: More = {
			...undo,
			parameters: {
				app: byId('={{ $json.app }}'),
				fields: mapping({ Key: '={{ $json.Key }}' }, { schema }),
			},
		};
		const bad = items.map((item, index) => (index === 40 ? { ...item, Key: 'taken' } : item));
		const { output } = await write('create', bad, { ...more, onError: 'continueRegularOutput' });
		expect(output).toHaveLength(1500);
		expect(output.every(({ error }) => error?.message.endsWith('(CB_VA01) [item 40]'))).toBe(true);
		expect(await records()).toEqual([]);
		expect(await records(other)).toHaveLength(1);
		await sandbox.forget();
		expect(jsonOf(await write('create', items, more))).toHaveLength(1500);
		expect(await sandbox.calls()).toEqual(formAndBulks(1, { apps: 2 }));
	});

	test('an item that cannot be sent keeps all others from being sent', async () => {
		const items = [...keyed(20), { Key: 'x', Amount: 'many' }];
		const { output } = await write('create', items, { ...undo, onError: 'continueRegularOutput' });
		expect(await app.writes()).toEqual([]);
		expect(output).toHaveLength(21);
		expect(output[20]?.error?.message).toContain('"Amount" is not a valid number');
		expect(output[0]?.error?.message).toMatch(
			/^Not sent: the run stopped at item 20 \("Amount" is not a valid number.*\) \[item 0\]$/,
		);
	});
});

describe('a record that is refused without being named', () => {
	const withStranger = (ids: string[], at: number) =>
		[...ids.slice(0, at), '999999', ...ids.slice(at)].map((id) => ({ $id: id, Amount: 5 }));
	const untouched = async () => new Set((await records()).map(({ amount }) => amount));

	test.each(['stop', 'undo'])(
		'is named by the error all the same, with %s',
		async (whenRefused) => {
			const ids = await filled(950);
			const { error } = await write('update', withStranger(ids, 437), {
				parameters: {
					fields: automatic({ schema, matchingColumns: ['$id'] }),
					options: { whenRefused },
				},
			});
			expect(error?.message).toMatch(/\(GAIA_RE01\) \[item 437\]$/);
			expect(error?.description).toContain('Nothing was written');
			expect(await sandbox.calls()).toEqual(formAndBulks(3));
			expect((await untouched()).size).toBe(950);
		},
	);
});
