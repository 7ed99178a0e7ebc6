import './global-setup';

export default async function teardown(): Promise<void> {
	await globalThis.localCluster?.endAndDelete();
}
