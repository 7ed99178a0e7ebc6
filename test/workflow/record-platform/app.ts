import type { IDataObject } from 'n8n-workflow';

import { Api, cells, type Fields, passwordOf, useApi } from '../../sandbox/record-platform/api';
import type { TestSandbox } from '../../support/sandbox';
import type { NodeOutcome } from '../../support/workflow';
import { byId, type Run, runRecordPlatform } from './world';

/** An app in the test file's own world. */
export interface TestApp {
	readonly sandbox: TestSandbox;
	/** The service past the node, as the administrator sees it. */
	readonly api: Api;
	readonly id: string;
	/** Runs an operation of records in the app; `more` may name another resource. */
	run(
		operation: string,
		parameters: IDataObject,
		more?: Partial<Omit<Run, 'parameters'>>,
	): Promise<NodeOutcome>;
	/** Makes a record of these values past the node and gives its ID. */
	create(values: Record<string, unknown>): Promise<string>;
	/** Changes a record past the node, as a user. */
	change(id: string, values: Record<string, unknown>, login?: string): Promise<void>;
	remove(...ids: string[]): Promise<void>;
	/** Makes records of these values in few requests. */
	fill(values: Array<Record<string, unknown>>): Promise<void>;
	token(...permissions: string[]): Promise<string>;
	/** The calls that were no reading. */
	writes(): Promise<string[]>;
	/** Values of all records by field code, oldest first, read past the node. */
	records(): Promise<Array<Record<string, unknown>>>;
	/** Makes the app again, where the world was emptied. */
	renew(): Promise<void>;
}

/**
 * Gives each test of the file a new app and an empty log; call it once, outside of tests. Fields
 * that depend on what the file's own `beforeAll` has made are given as a function.
 */
export function useNewApp(fields: Fields | (() => Fields), process?: object): TestApp {
	const { sandbox, api } = useApi();
	let id: string;
	const renew = async () => {
		id = await api.makeApp(typeof fields === 'function' ? fields() : fields, process);
		await sandbox.forget();
	};

	beforeEach(renew);

	return {
		sandbox,
		get api() {
			return api;
		},
		get id() {
			return id;
		},
		run: async (operation, parameters, more = {}) =>
			await runRecordPlatform(sandbox, {
				resource: 'record',
				operation,
				...more,
				parameters: { app: byId(id), options: {}, ...parameters },
			}),
		create: async (values) => await api.create(id, cells(values)),
		change: async (of, values, login = 'admin') => {
			const body = { app: id, id: of, record: cells(values) };
			await api.as(passwordOf(login)).ok('PUT', 'record.json', body);
		},
		remove: async (...ids) => {
			await api.ok('DELETE', 'records.json', { app: id, ids });
		},
		fill: async (values) => {
			for (let made = 0; made < values.length; made += 100) {
				const records = values.slice(made, made + 100).map(cells);
				await api.ok('POST', 'records.json', { app: id, records });
			}
		},
		token: async (...permissions) =>
			((await sandbox.control('tokens', { app: id, permissions })) as { token: string }).token,
		writes: async () => (await sandbox.calls()).filter((call) => !/^GET |oauth2/.test(call)),
		records: async () => await api.allValues(id),
		renew,
	};
}
