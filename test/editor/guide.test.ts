import { join } from 'node:path';

import type { INodeParameters } from 'n8n-workflow';

import type { ExampleWorkflow } from '../../start/api';
import { demoCredentials, saveCredentials } from '../../start/credentials';
import { readExamples, withCredentials } from '../../start/examples';
import { root } from '../../start/layout';
import { editorApi, useEditor } from './support/editor';
import table from './guide.json';
import { send } from './support/service';
import { storeWorkflow } from './support/workflows';

/** The pictures of the guide, in both languages. `WRITE_PICTURES=1` writes them to docs/images. */
const folder = process.env.WRITE_PICTURES ? join(root, 'docs', 'images') : undefined;
const MOST_BYTES = 80_000;

type Language = keyof typeof table.worlds;
const sandbox = process.env.SANDBOX_URL ?? '';
const bases: Record<Language, string> = { en: sandbox, ja: `${sandbox}/t/guide` };

/** A node: its parameters until the one with this label, or what it puts out, or both. */
interface Shown {
	page: string;
	type?: string;
	input?: object;
	parameters: INodeParameters;
	until?: string;
	output?: 'only' | 'table';
}

const editor = useEditor();
const made: string[] = [];
const size = { width: 1440, height: 1600 };

beforeAll(async () => {
	await send('POST', '/t/guide/_sandbox/reset', { demo: 'ja' });
	const stored = await saveCredentials(editorApi(), bases.ja, 'ja');
	made.push(...stored.map(({ id }) => id));
});

beforeEach(async () => await editor.page.setViewportSize(size));

afterAll(async () => {
	for (const id of made) await editorApi().call('DELETE', `/rest/credentials/${id}`);
});

/** What is still being fetched, and where the last text of the output is. Both run in the browser. */
const isLoaded = `![...document.querySelectorAll('[data-test-id=node-parameters] input')]
	.some((one) => /^Loading/.test(one.value + one.placeholder)) &&
	!/Fetching|Loading/.test(document.querySelector('[data-test-id=node-parameters]').innerText)`;
const lastText = `Math.max(...[...document.querySelectorAll('[data-test-id=output-panel] *')]
	.filter((one) => one.children.length === 0 && one.checkVisibility() && one.innerText?.trim())
	.map((one) => one.getBoundingClientRect().bottom))`;

describe.each(Object.keys(bases) as Language[])('in the world %s', (language) => {
	const world: Record<string, unknown> = table.worlds[language];
	const [, password, groupware] = demoCredentials(language);

	/** `@name` is what the world calls so. */
	const inWorld = (shown: object): Shown =>
		JSON.parse(JSON.stringify(shown), (_key, one: unknown) =>
			typeof one === 'string' && one.startsWith('@') ? world[one.slice(1)] : one,
		) as Shown;

	/** Keeps an element, or the part of it between these heights. */
	async function keep(name: string, selector: string, from?: number, until?: number) {
		const box = await editor.page.locator(selector).first().boundingBox();
		if (!box) throw new Error(`Nothing is at ${selector}`);
		const y = from ?? box.y;
		const clip = { ...box, y, height: (until ?? box.y + box.height) - y };
		const { length } = await editor.picture(`${language}-${name}`, clip, folder);
		expect(length).toBeLessThan(MOST_BYTES);
	}

	test.each(table.nodes)('$page', async (entry) => {
		const { page, parameters, ...shown } = inWorld(entry);
		const { type = 'recordPlatform', input = {}, until = 'Options', output } = shown;
		const pack = type.startsWith('groupware') ? 'groupware' : 'record-platform';
		const { type: sort = '', name: credential = '' } =
			(pack === 'groupware' ? groupware : password) ?? {};
		const node = {
			...{ name: 'Node', type: `n8n-nodes-${pack}.${type}`, typeVersion: 1, parameters },
			credential: [sort, credential] as [string, string],
		};
		const before = { name: 'Rows', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} };
		const { id } = await storeWorkflow(page, [node, before], [['Rows', 'main', 'Node']], {
			Rows: [{ json: input }],
		});
		await editor.visit(`/workflow/${id}/${page}-0`);
		const details = await editor.details();
		await editor.page.waitForLoadState('networkidle');
		await editor.page.waitForFunction(isLoaded);
		if (output !== 'only') {
			const panel = editor.page.getByTestId('node-parameters');
			const label = panel.getByText(until, { exact: true }).or(panel.getByPlaceholder(until));
			const end = await label.first().boundingBox();
			const above = await panel.getByTestId('node-credentials-slot').boundingBox();
			const from = (above?.y ?? 0) + (above?.height ?? 0);
			await keep(page, '[data-test-id=node-parameters]', from, (end?.y ?? 0) - 12);
		}
		if (output === undefined) return;
		await details.execute();
		if (output === 'table') await details.table();
		const end = await editor.page.evaluate<number>(lastText);
		const name = output === 'only' ? page : `${page}-output`;
		await keep(name, '[data-test-id=output-panel]', undefined, end + 24);
	});

	test('a workflow, the credential, a record, and a week', async () => {
		const examples = await readExamples(language);
		const errors = examples.find(({ nodes }) => /continueErrorOutput/.test(JSON.stringify(nodes)));
		const workflow = withCredentials(errors as ExampleWorkflow, await editorApi().credentials());
		await editor.page.setViewportSize({ width: 1040, height: 560 });
		await editor.visit(`/workflow/${(await editorApi().createWorkflow(workflow)).id}`);
		await editor.runWorkflow();
		await keep('error-output', '[data-test-id=canvas]');
		await editor.page.setViewportSize({ ...size, width: 800 });
		const stored = (await editorApi().credentials()).find(({ name }) => name === password?.name);
		await (await editor.credential(stored?.id ?? '')).success();
		await keep('install-and-connect', '[data-test-id=editCredential-modal]');
		await editor.page.goto(`${bases[language]}/k/2/show?record=1`);
		await editor.page.getByRole('button', { name: String(world.person) }).click();
		const comments = await editor.page.locator('h2').first().boundingBox();
		await keep('write-a-table-output', 'main', undefined, (comments?.y ?? 0) - 12);
		await editor.page.setViewportSize({ ...size, width: 1200 });
		await editor.page.goto(`${bases[language]}/g/`);
		await keep('week', 'main');
	});
});
