import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';

import { root } from '../../../start/layout';
import { N8nApi } from '../../../start/api';
import { CredentialDialog } from './credential-dialog';
import { NodeDetails } from './node-details';

const screenshots = join(root, 'test-results', 'editor');

/** The browser of all files. Each file, or test, opens a context of its own in it. */
export async function connectBrowser(): Promise<Browser> {
	return await chromium.connect(fromSetup('EDITOR_BROWSER'));
}

function fromSetup(name: string): string {
	const value = process.env[name];
	if (value === undefined) throw new Error('The editor suite runs with its own jest configuration');
	return value;
}

/** n8n's API, as the person who is signed in to the editor. */
export function editorApi(): N8nApi {
	return new N8nApi(fromSetup('EDITOR_URL'), fromSetup('EDITOR_SESSION'));
}

/** Where a picture for people is kept. */
export const pictureOf = (name: string) => join(screenshots, `${name}.png`);

export type Clip = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Runs in the browser. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** n8n's editor as a person sees it, signed in. */
export class EditorPage {
	private readonly published: string[] = [];
	private readonly url = fromSetup('EDITOR_URL');
	private browser!: Browser;
	page!: Page;

	async open(): Promise<void> {
		selectors.setTestIdAttribute('data-test-id');
		this.browser = await connectBrowser();
		const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 } });
		const [name = '', value = ''] = fromSetup('EDITOR_SESSION').split(/=(.*)/s);
		await context.addCookies([{ name, value, url: this.url }]);
		this.page = await context.newPage();
		this.page.setDefaultTimeout(30_000);
	}

	/** Closes it, and ends the workflows that were published in it. */
	async close(): Promise<void> {
		for (const id of this.published) {
			await editorApi().call('POST', `/rest/workflows/${id}/deactivate`, {});
		}
		await this.browser?.close();
	}

	async visit(path: string): Promise<void> {
		await this.page.goto(this.url + path);
	}

	/** A picture for people, under test-results/editor/ or in a folder; of a part of the page, if one is given. */
	async picture(name: string, clip?: Clip, folder = screenshots): Promise<Buffer> {
		await mkdir(folder, { recursive: true });
		const notices = this.page.getByRole('alert').locator('.el-notification__closeBtn');
		for (const notice of await notices.all()) await notice.click().catch(() => undefined);
		const path = join(folder, `${name}.png`);
		return await this.page.screenshot({ path, animations: 'disabled', ...(clip && { clip }) });
	}

	/** A new workflow that starts by hand. */
	async newWorkflow(): Promise<void> {
		await this.visit('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').click();
		await this.searchBar.fill('manual trigger');
		await this.panelItem('Manual Trigger').click();
		await this.canvasNodes.first().waitFor();
	}

	/** A new workflow that starts by hand, with an action of a node that is searched for. */
	async newAction(typed: string, node: string, action: string): Promise<NodeDetails> {
		await this.newWorkflow();
		return await this.nextAction(typed, node, action);
	}

	/** Puts a node's action behind the one that was added last. */
	async nextAction(typed: string, node: string, action: string): Promise<NodeDetails> {
		await this.search(typed, node);
		await this.actionsOf(node);
		return await this.clickAction(action);
	}

	/** A new workflow that starts with a trigger, chosen as a person does: `kintone`, `Record Platform`, `On record updated`. */
	async newTrigger(typed: string, node: string, trigger: string): Promise<NodeDetails> {
		await this.visit('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').click();
		await this.searchBar.fill(typed);
		await this.panelItem(node).first().click();
		await this.settle(this.panelItem(trigger));
		await this.picture(`triggers-of-${node}`.replace(/\W+/g, '-').toLowerCase());
		return await this.clickAction(trigger);
	}

	/** Publishes a changed workflow that was published before. */
	async publishAgain(): Promise<void> {
		const publish = (where: Page | Locator) =>
			where.getByRole('button', { name: 'Publish', exact: true }).first();
		await publish(this.page).click();
		const dialog = this.page.getByRole('dialog');
		await publish(dialog).click();
		await publish(dialog).waitFor({ state: 'hidden', timeout: 60_000 });
	}

	/** Publishes the open workflow for the first time. Gives its ID. */
	async publish(): Promise<string> {
		await this.publishAgain();
		await this.page.getByText('Workflow published', { exact: true }).waitFor({ timeout: 60_000 });
		await this.page.getByRole('button', { name: 'Got it' }).click();
		const id = /workflow\/(\w+)/.exec(this.page.url())?.[1] ?? '';
		this.published.push(id);
		return id;
	}

	get canvasNodes(): Locator {
		return this.page.getByTestId('canvas-node');
	}

	private get searchBar(): Locator {
		return this.page.getByTestId('node-creator-search-bar');
	}

	/** An entry of the node panel whose name is `name`. */
	panelItem(name: string): Locator {
		const exact = this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		return this.page.getByTestId('item-iterator-item').filter({ has: exact });
	}

	/** Types into the node panel, and gives the names it finds once `wanted` is among them. */
	async search(text: string, wanted: string): Promise<string[]> {
		if (!(await this.searchBar.isVisible())) {
			await this.page.getByTestId('node-creator-plus-button').click();
		}
		// What an earlier search has found stays for a moment.
		await this.searchBar.fill('');
		await this.panelItem(wanted).first().waitFor({ state: 'hidden' });
		await this.searchBar.fill(text);
		await this.panelItem(wanted).first().waitFor();
		return await this.page.getByTestId('node-creator-item-name').allInnerTexts();
	}

	/** The actions that the panel offers below a node. */
	async actionsOf(node: string): Promise<string[]> {
		await this.panelItem(node).first().click();
		await this.page.getByTestId('node-creator-category-item').first().waitFor();
		const names = this.page
			.locator('[data-keyboard-nav-type="action"]')
			.getByTestId('node-creator-item-name');
		// The panel adds a few entries a frame, and says in its title how many there will be.
		await this.page.waitForFunction(
			`document.querySelectorAll('[data-keyboard-nav-type="action"]').length >=
				Number(/Actions \\((\\d+)\\)/i.exec(document.body.textContent)?.[1])`,
		);
		return await names.allInnerTexts();
	}

	/** Drags a line from a node's output to a free place, where n8n asks what to put there. */
	async dragLine(from: Locator, place: { x: number; y: number }): Promise<void> {
		const handle = from.getByTestId('canvas-handle-plus');
		await this.settle(handle);
		const canvas = await this.page.getByTestId('canvas').boundingBox();
		await handle.hover();
		await this.page.mouse.down();
		await this.page.mouse.move((canvas?.x ?? 0) + place.x, (canvas?.y ?? 0) + place.y, {
			steps: 12,
		});
		await this.page.mouse.up();
		await this.searchBar.waitFor();
	}

	/** Puts an action of the panel onto the canvas and waits for the node's panel. */
	async clickAction(action: string): Promise<NodeDetails> {
		await this.settle(this.panelItem(action));
		await this.panelItem(action).click();
		return await this.details();
	}

	async details(): Promise<NodeDetails> {
		await this.page.getByTestId('ndv').waitFor();
		return new NodeDetails(this.page);
	}

	/** Runs the open workflow, waits for its end and gives what n8n says of it. */
	async runWorkflow(): Promise<string> {
		await this.page.getByTestId('execute-workflow-button').click();
		const notice = this.page.getByRole('alert').filter({ hasText: /executed|problem|error/i });
		await notice.first().waitFor({ timeout: 60_000 });
		return await notice.first().innerText();
	}

	/** The dialog of a stored credential. */
	async credential(id: string): Promise<CredentialDialog> {
		await this.visit(`/home/credentials/${id}`);
		const dialog = new CredentialDialog(this.page);
		await dialog.isOpen();
		return dialog;
	}

	/** Waits until an element that slides in has arrived. */
	private async settle(element: Locator): Promise<void> {
		await element.waitFor();
		const place = async () => JSON.stringify(await element.boundingBox());
		for (let last = '', now = await place(); last !== now;) {
			last = now;
			await this.page.evaluate(twoFrames);
			now = await place();
		}
	}
}

/** The editor of a test file, signed in while its tests run. */
export function useEditor(): EditorPage {
	const editor = new EditorPage();
	beforeAll(async () => await editor.open());
	afterAll(async () => await editor.close());
	return editor;
}
