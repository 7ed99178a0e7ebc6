import type { Locator, Page } from 'playwright-core';

/** The panel shows so many rows before it wants to be scrolled. */
const rowsAtOnce = 10;

/** The panel of one node: its parameters in the middle, what comes in and goes out beside. */
export class NodeDetails {
	constructor(private readonly page: Page) {}

	/** The control of a parameter by its name in the workflow. */
	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	async pickCredential(name: string): Promise<void> {
		const select = this.page.getByTestId('node-credentials-select');
		await select.click();
		await this.page.getByRole('option', { name }).first().click();
	}

	async chosenCredential(): Promise<string> {
		return await this.page.getByTestId('node-credentials-select').locator('input').inputValue();
	}

	/** Chooses from an options parameter. */
	async choose(parameter: string, option: string): Promise<void> {
		// An option may have a description below its name.
		const name = this.page.getByText(option, { exact: true });
		await (await this.openOptions(parameter)).filter({ has: name }).first().click();
	}

	/** Opens an options parameter. A list that is opened while it is being loaded stays empty. */
	async openOptions(parameter: string): Promise<Locator> {
		const options = this.page.getByRole('option').filter({ visible: true });
		for (let clicks = 1; clicks < 10; clicks++) {
			await this.parameter(parameter).first().click();
			const shown = await options
				.first()
				.waitFor({ timeout: 2000 })
				.then(
					() => true,
					() => false,
				);
			if (shown) break;
		}
		return options;
	}

	/** Adds one of the options at the end. Their button is a list with a placeholder, and has no text. */
	async addOption(name: string): Promise<void> {
		await this.page.getByTestId('collection-parameter-add').last().click();
		const option = this.page.getByTestId('collection-parameter-option').filter({ visible: true });
		await option.filter({ has: this.page.getByText(name, { exact: true }) }).click();
	}

	/** Types into a text parameter. */
	async type(parameter: string, text: string): Promise<void> {
		await this.parameter(parameter).locator('input').fill(text);
	}

	/** The URL of a trigger's webhook: the one while its workflow is published, or the one of a test. */
	async webhookUrl(kind: 'Production URL' | 'Test URL'): Promise<string> {
		const switches = this.page.getByText(kind, { exact: true });
		if (!(await switches.isVisible())) {
			await this.page.getByText('Webhook URLs', { exact: true }).click();
		}
		await switches.click();
		const path = kind === 'Test URL' ? '/webhook-test/' : '/webhook/';
		const url = this.page.getByTestId('ndv').getByText(new RegExp(`^http\\S+${path}\\S+$`));
		return await url.first().innerText();
	}

	/** Runs a trigger that waits for a webhook until it waits. */
	async listen(): Promise<void> {
		await this.executeButton.first().click();
		await this.page.getByText('Listening for test event').waitFor();
	}

	/** Opens the list of a resource locator, narrows it and gives what is left. */
	async searchList(parameter: string, text: string): Promise<string[]> {
		await this.openList(parameter);
		await this.page.getByTestId('rlc-search').fill(text);
		const first = this.listItems.first();
		await first.waitFor();
		await this.listItems.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
		return await this.listItems.allInnerTexts();
	}

	/** Picks an entry of a resource locator's list. */
	async pickFromList(parameter: string, entry: string): Promise<void> {
		await this.openList(parameter);
		await this.listItems.filter({ hasText: entry }).first().click();
		await this.page.getByTestId('rlc-item').first().waitFor({ state: 'hidden' });
	}

	private get listItems(): Locator {
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	private async openList(parameter: string): Promise<void> {
		if (await this.listItems.first().isVisible()) return;
		const locator = this.page.getByTestId(`resource-locator-${parameter}`);
		await locator.getByTestId('rlc-input').click();
		await this.listItems.first().waitFor();
	}

	/**
	 * Runs the node and waits until it ended, well or badly. The panel may still be storing what was
	 * typed and take no notice of a click, so one that starts nothing is made again.
	 */
	async execute(): Promise<void> {
		for (let clicks = 1; ; clicks++) {
			await this.executeButton.click();
			if (await this.ended(clicks < 3 ? 20_000 : 60_000)) return;
			if (clicks === 3) throw new Error(`The node did not run: ${await this.seen()}`);
		}
	}

	private get executeButton(): Locator {
		// A trigger has a second one on the left.
		return this.page.getByTestId('node-execute-button').last();
	}

	/** Whether a run showed its end; one under way is waited for as long as it takes. */
	private async ended(timeout: number): Promise<boolean> {
		const end = this.output
			.getByTestId('node-run-status-success')
			.or(this.output.getByTestId('node-run-status-danger'))
			.or(this.output.getByTestId('node-error-message'))
			.first();
		const shown = async (wait: number) =>
			await end.waitFor({ timeout: wait }).then(
				() => true,
				() => false,
			);
		const idle = this.executeButton.getByText(/Execute step|Fetch Test Event/);
		// Until it runs, the end of an earlier run stays.
		await idle.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => undefined);
		if (!(await shown(timeout)) && ((await idle.isVisible()) || !(await shown(90_000))))
			return false;
		await idle.waitFor();
		return true;
	}

	/** What stands on the screen, for the message of a failed test. */
	private async seen(): Promise<string> {
		const notices = await this.page.getByRole('alert').allInnerTexts();
		const button = await this.executeButton.innerText();
		return JSON.stringify({ notices, button, output: await this.output.innerText() });
	}

	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** `3 items`, as the panel says it. */
	async itemCount(): Promise<string> {
		return await this.output.getByTestId('ndv-items-count').innerText();
	}

	/** The output as a table: a header row, then one row an item. */
	async table(): Promise<string[][]> {
		await this.output.getByTestId('radio-button-table').click();
		const rows = this.output.locator('table tr');
		const items = parseInt(await this.itemCount(), 10);
		await rows.nth(Math.min(items, rowsAtOnce)).waitFor();
		const cells = await rows.all();
		return await Promise.all(
			cells.map(async (row) => (await row.locator('th, td').allInnerTexts()).map((t) => t.trim())),
		);
	}

	/** What the panel says went wrong. */
	async error(): Promise<string> {
		await this.output.getByTestId('node-error-message').waitFor();
		return await this.output.innerText();
	}

	async close(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}
}
