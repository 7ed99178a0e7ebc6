import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { cells, passwordOf, useApi } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { editor } from './editor';
import { byId, jsonOf, runRecordPlatform } from './world';

const { sandbox, api } = useApi();
const { searchEntities, searchPeople } = methods.listSearch;
const { getAssignees } = methods.loadOptions;
let app: string;

const entity = (code: string) => ({ entity: { type: 'USER', code } });
const state = (index: number, ...entities: object[]) => ({
	index,
	assignee: { type: 'ONE', entities },
});

beforeAll(async () => {
	app = await api.makeApp(
		{ Key: 'SINGLE_LINE_TEXT', Owner: 'USER_SELECT' },
		{
			states: { New: state(0), Work: state(1, entity('sato'), entity('ito')), End: state(2) },
			actions: [
				{ name: 'Start', from: 'New', to: 'Work' },
				{ name: 'Finish', from: 'Work', to: 'End' },
			],
		},
	);
	await api.create(app, cells({ Key: 'a', Owner: [{ code: 'suzuki' }] }));
	await api.as(passwordOf('sato')).create(app, cells({ Key: 'b' }));
});

const listed = async (filter?: string, of = app, account?: IDataObject) => {
	const context = await editor(sandbox, { app: byId(of), options: {} }, account);
	return (await searchPeople.call(context, filter)).results;
};

async function assigneesOf(id: string): Promise<string[]> {
	const assignees = (await api.values(app, id))[builtIn.assignee];
	return (assignees as Array<{ code: string }>).map(({ code }) => code);
}

describe('the list of people', () => {
	it('has those of the records with their names', async () => {
		const people = await listed();
		expect(people.map(({ value }) => value).sort()).toEqual(['admin', 'sato', 'suzuki']);
		expect(people).toContainEqual({ name: 'Kenji Suzuki (suzuki)', value: 'suzuki' });
		expect(people.find(({ value }) => value === 'sato')?.name).toMatch(/^.+ \(sato\)$/);
	});

	it('is searched by part of a name or login name, in any case and width', async () => {
		for (const filter of ['kenji', 'ＳＵＺＵ', ' suzuki ']) {
			expect((await listed(filter)).map(({ value }) => value)).toEqual(['suzuki']);
		}
		expect(await listed('nobody')).toEqual([]);
	});

	it('has the members of the space', async () => {
		const { id: space } = await api.ok<{ id: string }>('POST', 'template/space.json', {
			id: 1,
			name: 'Office',
			members: [
				{ ...entity('admin'), isAdmin: true },
				{ ...entity('mori'), isAdmin: false },
			],
		});
		const { app: inside } = await api.ok<{ app: string }>('POST', 'preview/app.json', {
			name: 'Inside',
			space,
			thread: (await api.get<{ defaultThread: string }>('space.json', { id: space })).defaultThread,
		});
		await api.deploy(inside);
		const people = await listed(undefined, inside);
		expect(people.map(({ value }) => value).sort()).toEqual(['admin', 'mori']);
	});

	const UPDATE = { resource: 'record', operation: 'updateAssignees' };

	it('has several to pick as assignees, and those that the node stores', async () => {
		const parameters = { ...UPDATE, app: byId(app), assignees: ['suzuki', 'unlisted'] };
		const people = await getAssignees.call(await editor(sandbox, parameters));
		expect(people).toContainEqual({ name: 'Kenji Suzuki (suzuki)', value: 'suzuki' });
		expect(people.map(({ value }) => value).sort()).toEqual([
			...['admin', 'sato', 'suzuki', 'unlisted'],
		]);
		const typed = { ...parameters, assignees: '={{ $json.who }}' };
		expect(await getAssignees.call(await editor(sandbox, typed))).toHaveLength(3);
	});

	it('is empty for a credential that must not read any', async () => {
		await sandbox.faults({ path: '/k/v1', status: 403, code: 'CB_NO02', times: 0 });
		const context = await editor(sandbox, { ...UPDATE, app: byId(app), assignees: ['sato'] });
		const [offered, toAssign] = await Promise.all([listed(), getAssignees.call(context)]);
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(offered).toEqual([]);
		expect(toAssign).toEqual([{ name: 'sato', value: 'sato' }]);
	});

	it("is the service's reason if nothing can be read, and empty without an app", async () => {
		const account = { signInWith: 'password', username: 'admin', password: 'wrong' };
		await expect(listed(undefined, app, account)).rejects.toThrow('CB_WA01');
		expect(await listed(undefined, '')).toEqual([]);
	});
});

describe('the list of whom to mention', () => {
	const PATH = 'parameters.mentions.rows[0].code';
	const offered = async (type: string, place: IDataObject) => {
		const mentions = { rows: [{ type, code: '' }] };
		const parameters = { ...place, mentions, options: {} };
		return (await searchEntities.call(await editor(sandbox, parameters, undefined, PATH))).results;
	};

	it('has users, departments, or groups, as the type says', async () => {
		const fields = { Team: { type: 'ORGANIZATION_SELECT' }, Circle: { type: 'GROUP_SELECT' } };
		const own = await api.makeApp(fields);
		await api.create(own, cells({ Team: [{ code: 'sales' }], Circle: [{ code: 'everyone' }] }));
		const comment = (of: string) => ({ resource: 'comment', operation: 'create', app: byId(of) });
		const codes = async (type: string) =>
			(await offered(type, comment(own))).map(({ value }) => value);
		expect(await codes('USER')).toEqual(['admin']);
		expect(await codes('ORGANIZATION')).toEqual(['sales']);
		expect(await codes('GROUP')).toEqual(['everyone']);
		expect(await offered('ORGANIZATION', comment(own))).toEqual([
			{ name: expect.stringMatching(/^.+ \(sales\)$/), value: 'sales' },
		]);
	});
});

/** Ways to choose one person, as the node stores them. */
const WAYS: Array<[string, unknown]> = [
	['picked from the list', { __rl: true, mode: 'list', value: 'ito' }],
	['typed', { __rl: true, mode: 'byCode', value: ' ito ' }],
	['given by an expression', { __rl: true, mode: 'byCode', value: '={{ $json.who }}' }],
	['given as text', 'ito'],
];

/** Runs an operation on a new record, and gives the ID of the record. */
async function changed(resource: string, operation: string, parameters: object): Promise<string> {
	const id = await api.create(app, cells({ Key: 'c' }));
	const outcome = await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: { app: byId(app), recordId: byId(id), ...parameters },
		items: [{ who: 'ito' }],
	});
	expect(jsonOf(outcome)).toHaveLength(1);
	return id;
}

it.each<[string, unknown, string[]]>([
	...WAYS.map(([how, code]): [string, unknown, string[]] => [how, code, ['ito']]),
	['several', 'sato、ito', ['sato', 'ito']],
	['a list', "={{ ['sato', 'ito'] }}", ['sato', 'ito']],
	['not found by an expression', '={{ $json.none }}', []],
])('a mention is the one that was %s', async (_, code, codes) => {
	const mentions = { rows: [{ type: 'USER', code }] };
	const record = await changed('comment', 'create', { text: 'Look', mentions });
	const { comments } = await api.get<{ comments: Array<{ mentions: object[] }> }>(
		'record/comments.json',
		{ app, record },
	);
	expect(comments[0]?.mentions).toEqual(codes.map((one) => ({ code: one, type: 'USER' })));
});

it.each(WAYS)('assignees are the next one that was %s', async (_, assignee) => {
	const id = await changed('record', 'updateStatusOfOne', { action: 'Start', assignee });
	expect((await api.values(app, id))[builtIn.status]).toBe('Work');
	expect(await assigneesOf(id)).toEqual(['ito']);
});

it.each<[unknown, string[]]>([
	['sato, ito', ['ito', 'sato']],
	['={{ "sato、ito" }}', ['ito', 'sato']],
	['={{ ["sato", "ito"] }}', ['ito', 'sato']],
	[
		['sato', 'ito'],
		['ito', 'sato'],
	],
	[[], []],
	['={{ [] }}', []],
])(
	'assignees are those that were picked, or separated by any comma: %j',
	async (assignees, codes) => {
		const id = await changed('record', 'updateAssignees', { assignees });
		expect((await assigneesOf(id)).sort()).toEqual(codes);
	},
);
