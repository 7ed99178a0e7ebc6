import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INode } from 'n8n-workflow';

import { demos } from '../../../sandbox/demo-data';
import { demoCredentials } from '../../../start/credentials';
import { isOurs } from '../../../start/examples';
import { loadPackages } from '../../../start/headless/packages';
import { examples } from '../../../start/layout';
import { Api } from '../../sandbox/record-platform/api';
import { pickerContext } from '../../support/editor';
import { useSandbox } from '../../support/sandbox';
import { Example, workflowIn } from './example';

const sandbox = useSandbox();
const packages = loadPackages();
const filesOf = (folder: string) =>
	readdirSync(join(examples, folder))
		.filter((file) => file.endsWith('.json'))
		.map((file) => join(folder, file));

describe.each(demos)('the demo world %s', (demo) => {
	beforeAll(async () => {
		await sandbox.control('reset', { demo });
	}, 60_000);

	describe.each(filesOf(demo === 'en' ? '' : demo))('%s', (file) => {
		const { nodes, connections, pinData } = workflowIn(file);
		const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

		it('is whole: notes, names, places, connections, and no data of others', () => {
			expect(nodes.some(isNote)).toBe(true);
			for (const key of ['id', 'name', 'position'] as const) {
				expect(new Set(nodes.map((node) => JSON.stringify(node[key]))).size).toBe(nodes.length);
			}
			const names = nodes.map(({ name }) => name);
			for (const [from, types] of Object.entries(connections)) {
				expect(names).toContain(from);
				for (const lists of Object.values(types)) {
					for (const { node } of (lists ?? []).flatMap((list) => list ?? [])) {
						expect(names).toContain(node);
					}
				}
			}
			const credentials = nodes.flatMap((node) => Object.entries(node.credentials ?? {}));
			for (const [type, { id, name }] of credentials) {
				expect(id).toBeNull();
				if (!isOurs(type)) continue;
				expect(demoCredentials(demo)).toContainEqual(expect.objectContaining({ type, name }));
			}
			expect(pinData).toEqual({});
		});

		it('names apps, fields, operators and choices as the lists of the editor do', async () => {
			const api = new Api(sandbox);
			const loaded = await packages;
			for (const { name, type: stored, parameters } of nodes) {
				const type = stored.replace(/Tool$/, '');
				const app = parameters.app as
					{ value: string; cachedResultName: string } | string | undefined;
				// The groupware's notifications name an application by its code.
				if (typeof app !== 'object') continue;
				const { apps } = await api.get<{ apps: Array<{ name: string }> }>('apps.json', {
					'ids[0]': app.value,
				});
				expect([name, apps[0]?.name]).toEqual([name, app.cachedResultName]);
				const { rows = [] } = (parameters.conditions ?? {}) as { rows?: IDataObject[] };
				for (const [at, row] of rows.entries()) {
					const offered = async (method: string): Promise<unknown[]> => {
						const context = pickerContext(loaded, {
							type,
							parameters: parameters as IDataObject,
							credential: {
								type: 'recordPlatformApi',
								data: {
									baseUrl: sandbox.url,
									signInWith: 'password',
									username: 'admin',
									password: 'admin',
								},
							},
							path: `parameters.conditions.rows[${at}].value`,
						});
						const list = loaded.nodes.get(type) as unknown as {
							methods: { loadOptions: Record<string, () => Promise<Array<{ value: unknown }>>> };
						};
						const found = await list.methods.loadOptions[method]?.call(context);
						return (found ?? []).map(({ value }) => value);
					};
					expect(await offered('getConditionFields')).toContain(row.field);
					expect(await offered('getOperators')).toContain(row.operator);
					if (Array.isArray(row.value)) {
						expect(await offered('getChoices')).toEqual(expect.arrayContaining(row.value));
					}
				}
			}
		}, 60_000);

		// The English ones, and forms, which somebody has to fill in, have tests of what they do.
		const isForm = ({ type }: INode) => type === 'n8n-nodes-base.formTrigger';
		if (demo === 'en' || nodes.some(isForm)) return;
		it('runs as it was imported', async () => await new Example(sandbox, file).run());
	});
});
