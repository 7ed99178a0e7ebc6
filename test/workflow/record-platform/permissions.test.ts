import { builtIn } from '../../support/built-in-fields';
import { lookupScene } from '../../support/lookup-scene';
import { useNewApp } from './app';
import { automatic, byId, itemsOf, oAuth2Credential, ORDER_PROCESS } from './world';

const RECORDS = 100;
const LOCKED = 37;

const app = useNewApp(
	{ Owner: 'SINGLE_LINE_TEXT', Key: { type: 'SINGLE_LINE_TEXT', unique: true }, Amount: 'NUMBER' },
	ORDER_PROCESS,
);
const sato = { signInWith: 'password', username: 'sato', password: 'sato' };
const others = { account: sato, onError: 'continueRegularOutput' as const };
const everyone = { entity: { type: 'GROUP', code: 'everyone' } };

/** Lets nobody edit or delete the records that meet a condition. */
const lock = async (of: string, filterCond: string) =>
	await app.api.ok('PUT', 'record/acl.json', {
		app: of,
		rights: [{ filterCond, entities: [{ ...everyone, viewable: true }] }],
	});

/** Makes records of which everyone may change all but those that somebody else owns. */
async function records(isLocked: (at: number) => boolean): Promise<string[]> {
	const values = Array.from({ length: RECORDS }, (_, at) => ({
		Owner: isLocked(at) ? 'boss' : 'all',
		Key: `K${at}`,
		Amount: 1,
	}));
	await app.fill(values);
	await lock(app.id, 'Owner = "boss"');
	await app.sandbox.forget();
	return (await app.records()).map(({ $id }) => String($id));
}

const oneLocked = async () => await records((at) => at === LOCKED);
const failedOf = (output: Array<{ error?: Error }>) => output.filter(({ error }) => error);

it.each(['$id', 'Key'])(
	'an update by %s writes all records but the one that may not be edited',
	async (by) => {
		const ids = await oneLocked();
		const items = ids.map((id, at) => ({
			...(by === '$id' ? { $id: id } : { Key: `K${at}` }),
			Amount: 2,
		}));
		const fields = automatic({ matchingColumns: [by] });
		const { output } = await app.run('update', { fields }, { ...others, items });
		expect(itemsOf(failedOf(output) as never)).toEqual([LOCKED]);
		expect(output[LOCKED]?.error?.message).toContain('CB_NO02');
		const amounts = (await app.records()).map(({ Amount }) => Amount);
		expect(amounts).toEqual(ids.map((_, at) => (at === LOCKED ? '1' : '2')));
	},
);

it('a refresh of lookups updates all records but the one that may not be edited', async () => {
	const { app: orders, outdated } = await lookupScene(app.api);
	const ids = [await outdated(), await outdated(), await outdated()];
	await lock(orders, `$id = ${ids[1]}`);
	const parameters = { app: byId(orders), recordId: { mode: 'id', value: '={{ $json.$id }}' } };
	const items = ids.map(($id) => ({ $id }));
	const { output } = await app.run('updateLookups', parameters, { ...others, items });
	expect(itemsOf(failedOf(output) as never)).toEqual([1]);
	expect(output[1]?.error?.message).toContain('CB_NO02');
	expect((await app.api.allValues(orders)).map(({ Cost }) => Cost)).toEqual(['2', '1', '2']);
});

/** Assigns these of the records to somebody else, so that only they may act on them. */
async function assign(ids: string[]): Promise<void> {
	for (let at = 0; at < ids.length; at += 20) {
		const requests = ids.slice(at, at + 20).map((id) => ({
			method: 'PUT',
			api: '/k/v1/record/assignees.json',
			payload: { app: app.id, id, assignees: ['ito'] },
		}));
		await app.api.ok('POST', 'bulkRequest.json', { requests });
	}
	await app.sandbox.forget();
}

const begin = { recordId: { mode: 'id', value: '={{ $json.$id }}' }, action: 'Begin' };

it.each(['with bulk requests', 'with OAuth2, which has none'])(
	'an action runs on all records but the many that are assigned to somebody else, %s',
	async (way) => {
		const ids = await records(() => false);
		const isTheirs = (at: number) => at % 3 === 0 || (at >= 40 && at < 60);
		await assign(ids.filter((_, at) => isTheirs(at)));
		const items = ids.map(($id) => ({ $id }));
		const credential = await oAuth2Credential(app.sandbox);
		const more = way === 'with bulk requests' ? {} : { credential };
		await app.sandbox.forget();
		const { output } = await app.run('updateStatus', begin, { ...others, ...more, items });
		const theirs = ids.flatMap((_, at) => (isTheirs(at) ? [at] : []));
		expect(itemsOf(failedOf(output) as never)).toEqual(theirs);
		const statuses = (await app.records()).map((record) => record[builtIn.status]);
		expect(statuses).toEqual(ids.map((_, at) => (isTheirs(at) ? 'Not started' : 'Working')));
		expect((await app.sandbox.calls()).length).toBeLessThanOrEqual(2.2 * RECORDS);
	},
);
