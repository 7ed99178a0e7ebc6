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

	/** Waits for the green line; a stored credential is tested when its dialog opens. */
	async success(): Promise<void> {
		const mark = this.dialog.getByTestId('credentials-config-container-test-success');
		await mark.filter({ visible: true }).waitFor();
	}
}
