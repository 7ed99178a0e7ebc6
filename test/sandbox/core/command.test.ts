import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendTo } from '../../support/admin';
import { addressOf, run } from './running';

it.each(['SIGINT', 'SIGTERM'] as const)(
	'prints one line and ends cleanly on %s',
	async (signal) => {
		const { child, output, errors, ended } = run('--port', '0');
		await Promise.race([once(child.stdout, 'data'), ended]);
		const ready = JSON.parse(output.join('')) as { url: string; pid: number };
		expect(Object.keys(ready)).toEqual(['url', 'pid']);
		expect(ready.pid).toBe(child.pid);
		expect((await fetch(`${ready.url}/_sandbox/`)).status).toBe(200);
		child.kill(signal);
		expect(await ended).toEqual([0, null]);
		expect(await errors).toBe('');
		expect(output.join('').trim().split('\n')).toHaveLength(1);
	},
);

it('keeps a short log of its database, however often it is reset', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'log-test-'));
	const running = run('--port', '0', '--data', folder);
	const url = await addressOf(running);
	for (let resets = 0; resets < 20; resets++) await sendTo(url, 'POST', '/_sandbox/reset', {});
	const parts = await readdir(join(folder, 'database', 'pg_wal'));
	running.child.kill('SIGTERM');
	await running.ended;
	await rm(folder, { recursive: true });
	// Of 1 MB each.
	expect(parts.length).toBeLessThan(30);
});

it('says that a port is in use, and how to choose another', async () => {
	const other = createServer().listen(0, '127.0.0.1');
	await once(other, 'listening');
	const { port } = other.address() as AddressInfo;
	const { output, errors, ended } = run('--port', String(port), '--empty');
	expect((await ended)[0]).toBe(1);
	other.close();
	expect(await errors).toBe(
		`The sandbox did not start: Another program uses port ${port}. Choose another with --port, or 0 for any free one.\n`,
	);
	expect(output).toEqual([]);
});

it.each([
	[
		'--help',
		/^Usage: record-platform-sandbox \[options\]\n[^]*--demo[^]*Every password is the login name/,
	],
	['--version', /^\d+\.\d+\.\d+\n$/],
])('answers %s', async (flag, expected) => {
	const { output, ended } = run(flag);
	expect((await ended)[0]).toBe(0);
	expect(output.join('')).toMatch(expected);
});

it.each([
	[['--port', 'http'], 'A port is a number'],
	[['--tls-cert', 'missing.pem'], 'Use --tls-cert and --tls-key together'],
	[['--database', 'postgres://nobody:tell-no-one@127.0.0.1:1/none'], 'does not answer'],
	[['--fly'], 'unknown option'],
	[['--demo', 'fr'], 'Allowed choices are en, ja.'],
	[['--database', 'mysql://127.0.0.1/none'], 'begins with postgres://'],
	[
		['--tls-cert', 'missing.pem', '--tls-key', 'missing.key'],
		'--tls-cert: the file cannot be read',
	],
	[['--host', 'nowhere.invalid'], 'nowhere.invalid is no address of this machine'],
])('says why it cannot start: %j', async (flags, reason) => {
	const { output, errors, ended } = run(...flags);
	expect((await ended)[0]).toBe(1);
	expect(await errors).toContain(reason);
	expect(await errors).not.toContain('tell-no-one');
	expect(output).toEqual([]);
});
