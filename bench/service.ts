import { startSandbox } from '../sandbox/server';

/** The sandbox behind TLS, in a process of its own that tells what processor time it took. */
async function main(): Promise<void> {
	// The line has another port.
	const allowedHosts = ['127.0.0.1'];
	const sandbox = await startSandbox({ empty: true, tls: true, allowedHosts });
	process.on('message', () => process.send?.(process.cpuUsage()));
	process.on('disconnect', () => void sandbox.close().then(() => process.exit(0)));
	process.send?.({ url: sandbox.url, port: sandbox.port, certificate: sandbox.certificate });
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
