import type { IDataObject } from 'n8n-workflow';

import { cells, options, useApi } from '../sandbox/record-platform/api';
import { eventOf, jsonOf, makeEvent, runGroupware, runnerOf, users } from './groupware/world';
import { automatic, byId, ORDER_PROCESS, runRecordPlatform } from './record-platform/world';

const { sandbox, api } = useApi();
let app: string;

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	app = await api.makeApp(
		{
			Key: { type: 'SINGLE_LINE_TEXT', unique: true },
			Text: { type: 'SINGLE_LINE_TEXT' },
			Amount: { type: 'NUMBER' },
			Due: { type: 'DATE' },
			Color: { type: 'DROP_DOWN', options: options('red') },
			Doc: { type: 'FILE' },
			Lines: {
				type: 'SUBTABLE',
				fields: { Part: { type: 'SINGLE_LINE_TEXT' }, Count: { type: 'NUMBER' } },
			},
		},
		ORDER_PROCESS,
	);
});

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	items: IDataObject[] = [{}],
	more: object = {},
) =>
	await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: { app: byId(app), ...parameters },
		items,
		settings: { timezone: 'Asia/Tokyo' },
		...more,
	});

const groupware = async (name: string, parameters: IDataObject) => {
	const settings = { timezone: 'Asia/Tokyo' };
	const outcome = await runnerOf(sandbox).run(name, parameters, { settings });
	if (outcome.error) throw outcome.error;
	return jsonOf(outcome)[0] ?? {};
};

describe('an item without a value is refused alone, or leaves what it does not give', () => {
	test('Record: Update Assignees', async () => {
		const ids = [await api.create(app, {}), await api.create(app, {}), await api.create(app, {})];
		const items = ids.map((id, at): IDataObject => ({ id, ...(at !== 1 && { who: ['sato'] }) }));
		const how = { recordId: byId('={{ $json.id }}'), assignees: '={{ $json.who }}' };
		const outcome = await run('record', 'updateAssignees', how, items, {
			onError: 'continueRegularOutput',
		});
		expect(outcome.output.map(({ error }) => error?.message)).toEqual([
			undefined,
			'"Assignee Names or IDs" is empty [item 1]',
			undefined,
		]);
	});

	test.each([
		['add', 'findBy', '"Match Record By" is empty [item 0]'],
		['delete', 'deleteBy', '"Delete" is empty [item 0]'],
	])('Table Row: %s, %s', async (operation, name, message) => {
		const id = await api.create(app, cells({ Lines: [{ value: { Part: { value: 'x' } } }] }));
		// n8n asks for what any choice needs, because it doesn't know which one an expression gives.
		const needed = { keyField: 'Key', keyValue: 'x', rowIds: '1' };
		const how = { ...needed, recordId: byId(id), table: 'Lines', columns: automatic() };
		const outcome = await run('tableRow', operation, { ...how, [name]: '={{ $json.none }}' }, [
			{ Part: 'y' },
		]);
		expect(outcome.error?.message).toBe(message);
		expect((await api.values(app, id)).Lines).toHaveLength(1);
	});

	test('Guest: Update Members, and filters by IDs', async () => {
		const none = '={{ $json.none }}';
		const guests = await run('guest', 'updateMembers', {
			guestSpaceId: '1',
			removeAll: none,
			emails: 'x',
		});
		expect(guests.error?.message).toContain('"Remove All Guests" is empty');
		const told = async (filters: IDataObject) =>
			await groupware('facility.getAllAsAdministrator', { filters }).catch(
				({ message }: Error) => message,
			);
		expect(await told({ ids: '={{ [] }}' })).toContain('"IDs" is empty');
		expect(await told({ codes: none })).toContain('"Codes" is empty');
	});
});

describe('what deletes has to say what', () => {
	test('Record: Sync by a query that has only an order', async () => {
		const other = await api.makeApp({ Key: { type: 'SINGLE_LINE_TEXT', unique: true } });
		for (const Key of ['a', 'b']) await api.create(other, cells({ Key }));
		const how = {
			...{ app: byId(other), fields: automatic({ matchingColumns: ['Key'] }), deleteOthers: true },
			...{ filterBy: 'query', query: '={{ $json.none }} order by $id asc' },
		};
		const { error } = await run('record', 'sync', how, [{ Key: 'a' }]);
		expect(error?.message).toContain('"Query" has no condition');
		const { records } = await api.get<{ records: unknown[] }>('records.json', { app: other });
		expect(records).toHaveLength(2);
	});

	test('Record: Delete of an ID that no record can have deletes the others', async () => {
		const ids = [await api.create(app, {}), '0', await api.create(app, {})];
		const outcome = await run(
			...(['record', 'delete', { recordId: byId('={{ $json.id }}') }] as const),
			...([ids.map((id) => ({ id })), { onError: 'continueRegularOutput' }] as const),
		);
		expect(outcome.output.map(({ error }) => Boolean(error))).toEqual([false, true, false]);
	});

	test('Event: Update of people by a picker with a list in text that is empty', async () => {
		const { id } = await makeEvent(sandbox);
		const people = { rows: [{ kind: 'user', user: { mode: 'id', value: '={{ "[]" }}' } }] };
		const updateFields = { attendees: people, attendeesUpdateMode: 'replace', subject: 'New' };
		await groupware('event.update', { eventId: byId(String(id)), updateFields });
		expect((await eventOf(sandbox, id)).body.attendees).toHaveLength(1);
	});
});

test('a text that no service can store is refused at its field, and the others are written', async () => {
	const items = ['a', 'b\0', '\uD83D', 'd'].map((Text, at) => ({ Key: `nul ${at}`, Text }));
	const outcome = await run('record', 'create', { fields: automatic() }, items, {
		onError: 'continueRegularOutput',
	});
	expect(outcome.output.map(({ error }) => error?.message)).toEqual([
		undefined,
		`"Text" contains the character NUL (at position 2), which can't be stored [item 1]`,
		`"Text" contains half of a character (at position 1), which can't be stored [item 2]`,
		undefined,
	]);
	const { totalCount } = await api.get<{ totalCount: string }>('records.json', {
		app,
		query: 'Key like "nul"',
		totalCount: 'true',
	});
	expect(totalCount).toBe('2');
});

describe('all that is wrong with an item is told at once', () => {
	const bad = { Key: 'a', Amount: 'many', Due: '31.02.2026', Color: 'blue', Doc: 'none', Odd: 1 };
	const NUMBER = '"Amount" is not a valid number: "many"';
	const DATE = '"Due" is not a valid date: "31.02.2026"';
	const FILE = '"Doc": This item has no binary field named "none"';
	const cells = [NUMBER, DATE, FILE];
	const mapped = (value: IDataObject) => ({ fields: { ...automatic(), ...value } });
	const byHand = { mappingMode: 'defineBelow', value: { ...bad, $id: '' }, schema: [] };
	const lines = { recordId: byId('={{ "x" }}'), table: 'Lines', columns: automatic() };

	it.each<[string, string, IDataObject, string[]]>([
		['record', 'create', mapped({}), [...cells, '"Color" has no choice "blue"']],
		[
			'record',
			'create',
			{ options: { unknownColumns: 'stop' } },
			[...cells, 'no fields "Odd" and "Count"'],
		],
		['record', 'update', mapped({ ...byHand, matchingColumns: ['$id'] }), [...cells, 'Record ID']],
		['record', 'upsert', mapped({ matchingColumns: ['Amount'] }), [NUMBER, DATE, FILE]],
		[
			'tableRow',
			'add',
			lines,
			['"x" is not a valid record', '"Lines, Count" is not a valid number'],
		],
	])('%s: %s (%#)', async (resource, operation, parameters, faults) => {
		const more: IDataObject = { ...mapped({}), ...parameters };
		const write = async (options: IDataObject) => {
			const own = { ...(more.options as IDataObject), ...options };
			return await run(resource, operation, { ...more, options: own }, [{ ...bad, Count: 'x' }]);
		};
		const { error } = await write({});
		for (const fault of faults) expect(error?.message).toContain(fault);
		expect(error?.message.split(NUMBER).length ?? 0).toBeLessThanOrEqual(2);
		const [row] = jsonOf(await write({ dryRun: true }));
		const [refused] = row?.refused as IDataObject[];
		expect(Object.keys(row ?? {}).slice(0, 2)).toEqual(['dryRun', 'refused']);
		expect(refused).toMatchObject({ reason: error?.message, advice: error?.description });
	});

	test('conditions', async () => {
		const rows = [
			{ field: 'Due|DATE', operator: 'equals', value: 'soon' },
			{ field: 'Amount|NUMBER', operator: 'less', value: 'many' },
		];
		const { error } = await run('record', 'getAll', {
			filterBy: 'conditions',
			conditions: { rows },
		});
		expect(error?.message).toMatch(/Due.*date.*Amount.*number/);
	});

	test('Event: Create', async () => {
		const wrong = { subject: 'x', start: 'soon', end: '31.02.2026', attendees: users('admin') };
		const parameters = { ...wrong, visibilityType: 'secret' };
		const event = { resource: 'event', operation: 'create', parameters };
		const { error } = await runGroupware(sandbox, event);
		expect(error?.message).toMatch(/"Start" is not a.*"End" is not a/);
	});
});
