import './global-setup';

export default async function teardown(): Promise<void> {
	if (!globalThis.editorSuite) return;
	const { begun, browser } = globalThis.editorSuite;
	await browser.close();
	await begun.endAndDelete();
}
