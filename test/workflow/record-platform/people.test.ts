import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { cells, passwordOf } from '../../sandbox/record-platform/api';
import { builtIn } from '../../support/built-in-fields';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import { Api, byId, jsonOf, runRecordPlatform } from './world';

const sandbox = useSandbox();
const { searchPeople } = methods.listSearch;
let api: Api;
let app: string;

const entity = (code: string) => ({ entity: { type: 'USER', code } });
const state = (index: number, ...entities: object[]) => ({
	index,
	assignee: { type: 'ONE', entities },
});

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(
		{ Key: { type: 'SINGLE_LINE_TEXT' }, Owner: { type: 'USER_SELECT' } },
		{
			states: {
				New: state(0),
				Work: state(1, entity('sato'), entity('ito')),
				End: state(2),
			},
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
	it('has those of the records with their names, and those of the process management', async () => {
		const people = await listed();
		expect(people.map(({ value }) => value).sort()).toEqual(['admin', 'ito', 'sato', 'suzuki']);
		expect(people).toContainEqual({ name: 'Kenji Suzuki (suzuki)', value: 'suzuki' });
		// The process management tells no names.
		expect(people).toContainEqual({ name: 'ito', value: 'ito' });
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

	it('has those that an API token can know', async () => {
		const { token } = (await sandbox.control('tokens', { app, permissions: ['view'] })) as {
			token: string;
		};
		const people = await listed(undefined, app, { signInWith: 'apiTokens', apiTokens: token });
		expect(people.map(({ value }) => value)).toEqual(expect.arrayContaining(['sato', 'suzuki']));
	});

	it("is the service's reason if nothing can be read, and empty without an app", async () => {
		const account = { signInWith: 'password', username: 'admin', password: 'wrong' };
		await expect(listed(undefined, app, account)).rejects.toThrow('CB_WA01');
		expect(await listed(undefined, '')).toEqual([]);
	});
});

describe('the next assignee', () => {
	const act = async (assignee: unknown, typeVersion: number, items: IDataObject[] = [{}]) => {
		const id = await api.create(app, cells({ Key: 'c' }));
		const { error } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'updateStatusOfOne',
			parameters: { app: byId(app), recordId: byId(id), action: 'Start', assignee } as IDataObject,
			items,
			typeVersion,
		});
		expect(error).toBeUndefined();
		expect((await api.values(app, id))[builtIn.status]).toBe('Work');
		return await assigneesOf(id);
	};

	it.each<[string, unknown, number]>([
		['picked from the list', { __rl: true, mode: 'list', value: 'ito' }, 1.1],
		['typed', { __rl: true, mode: 'id', value: ' ito ' }, 1.1],
		['given by an expression', { __rl: true, mode: 'id', value: '={{ $json.who }}' }, 1.1],
		['given as text', 'ito', 1.1],
		['given as text in version 1', 'ito', 1],
		['given by an expression in version 1', '={{ $json.who }}', 1],
	])('is the one that was %s', async (_, assignee, typeVersion) => {
		expect(await act(assignee, typeVersion, [{ who: 'ito' }])).toEqual(['ito']);
	});
});

describe('assignees', () => {
	it.each(['sato、ito', 'sato，ito', 'sato, ito', '={{ "sato、ito" }}'])(
		'are separated by any comma: %s',
		async (assignees) => {
			const id = await api.create(app, cells({ Key: 'd' }));
			const outcome = await runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'updateAssignees',
				parameters: { app: byId(app), recordId: byId(id), assignees },
			});
			expect(jsonOf(outcome)).toHaveLength(1);
			expect((await assigneesOf(id)).sort()).toEqual(['ito', 'sato']);
		},
	);
});
