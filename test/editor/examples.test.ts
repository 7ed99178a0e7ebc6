import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import type { ExampleWorkflow } from '../../start/api';
import { neededFor } from '../../start/examples';
import { examples } from '../../start/layout';
import { editorApi, useEditor, pictureOf } from './support/editor';

const all = readdirSync(examples)
	.filter((file) => file.endsWith('.json'))
	.map((file) => ({
		file: file.replace('.json', ''),
		example: JSON.parse(readFileSync(join(examples, file), 'utf8')) as ExampleWorkflow,
	}));
const alone = all.filter(({ example }) => neededFor(example) === undefined);

const editor = useEditor();
let ids: Map<string, string>;

beforeAll(async () => {
	ids = new Map((await editorApi().workflows()).map(({ id, name }) => [name, id]));
});

async function open(name: string): Promise<void> {
	await editor.visit(`/workflow/${ids.get(name) ?? ''}`);
	await editor.canvasNodes.first().waitFor();
}

const nameOf = (number: string) =>
	all.find(({ file }) => file.startsWith(number))?.example.name ?? '';

test.each(alone.map(({ file, example: { name } }) => [file, name]))(
	'%s runs as it was imported',
	async (file, name) => {
		await open(name);
		expect(await editor.runWorkflow()).toMatch(/success/i);
		await editor.picture(`example-${file}`);
	},
);

/** Fills in the test form that n8n opens, and waits until the page says something. */
async function fillIn(
	name: string,
	fill: (form: Page) => Promise<void>,
	said: RegExp,
): Promise<void> {
	await open(name);
	const opened = editor.page.context().waitForEvent('page');
	await editor.page.getByTestId('execute-workflow-button').click();
	const form = await opened;
	await form.waitForLoadState();
	await fill(form);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.waitForURL(/form-waiting/);
	const words = form.getByText(said);
	await words.first().waitFor();
	await form.screenshot({ path: pictureOf(`form-${name}`.replace(/\W+/g, '-').toLowerCase()) });
	await form.close();
}

test('the form of a task creates one, with its files', async () => {
	const fill = async (form: Page) => {
		await form.getByLabel('Subject').fill('Second monitor');
		await form.getByLabel('Login Name').fill('sato');
		await form.locator('input[type=file]').setInputFiles([
			{ name: 'desk.txt', mimeType: 'text/plain', buffer: Buffer.from('a desk') },
			{ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('a map') },
		]);
	};
	await fillIn(nameOf('13'), fill, /Your request has the number \d+/);
	await editor.picture('example-13-form-to-record');
});

test('the form of a room books it', async () => {
	const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
	const fill = async (form: Page) => {
		await form.getByLabel('Title').fill('Tasting');
		await form.getByLabel('Date').fill(date);
		await form.getByLabel('Not Before').selectOption('14:00');
		await form.getByLabel('Minutes').selectOption('60');
		await form.getByLabel('Room').selectOption('Meeting Room B');
		await form.getByLabel('People').fill('sato, tanaka');
	};
	await fillIn(nameOf('16'), fill, new RegExp(`Tasting: ${date} 14:00 to 15:00`));
	await editor.picture('example-16-book-a-room-by-form');
});
