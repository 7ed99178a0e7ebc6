import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { examples } from '../../start/layout';
import { editorApi, EditorPage } from './support/editor';

const files = readdirSync(examples).filter((file) => file.endsWith('.json'));
const names = files.map((file) => {
	const { name } = JSON.parse(readFileSync(join(examples, file), 'utf8')) as { name: string };
	return [file.replace('.json', ''), name] as const;
});

let editor: EditorPage;
let ids: Map<string, string>;

beforeAll(async () => {
	editor = await EditorPage.open();
	ids = new Map((await editorApi().workflows()).map(({ id, name }) => [name, id]));
});

afterAll(async () => await editor?.close());

test.each(names)('%s runs as it was imported', async (file, name) => {
	await editor.visit(`/workflow/${ids.get(name) ?? ''}`);
	await editor.canvasNodes.first().waitFor();
	expect(await editor.runWorkflow()).toMatch(/success/i);
	await editor.picture(`example-${file}`);
});
