import type { Locator, Page } from 'playwright-core';

/** The dialog in which a person types how to sign in to a service. */
export class CredentialDialog {
	constructor(private readonly page: Page) {}

	private get dialog(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	async isOpen(): Promise<void> {
		await this.dialog.getByTestId('credential-save-button').waitFor();
	}

	async fill(field: string, value: string): Promise<void> {
		await this.dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
	}

	/** Saves, which tests, and waits for the green line. */
	async saveAndSucceed(): Promise<void> {
		await this.dialog.getByTestId('credential-save-button').click();
		await this.success();
	}

	/** Waits for the green line; a stored credential is tested when its dialog opens. */
	async success(): Promise<void> {
		const mark = this.dialog.getByTestId('credentials-config-container-test-success');
		await mark.filter({ visible: true }).waitFor();
	}

	/** Waits for the red line and gives what it says, details included. */
	async failure(): Promise<string> {
		const more = this.dialog.getByText('More details');
		await more.click();
		return await this.dialog.innerText();
	}
}
