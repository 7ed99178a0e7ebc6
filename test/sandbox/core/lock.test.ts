import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { releaseLock, takeLock } from '../../../sandbox/store/lock';

let folder = '';
let lock = '';
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-lock-'));
	lock = path.join(folder, 'lock');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('of several at once, one gets the lock, beside what a killed process has left', async () => {
	await writeFile(lock, '999999999');
	for (let round = 0; round < 50; round += 1) {
		const taken = await Promise.all([takeLock(lock), takeLock(lock), takeLock(lock)]);
		expect(taken.filter(Boolean)).toHaveLength(1);
		await releaseLock(lock);
	}
});

it('a lock ends with its process, however that ends', async () => {
	const script = `
		const { takeLock } = require('./sandbox/store/lock');
		void takeLock(process.argv[1]).then((taken) => { console.log(taken); setInterval(() => {}, 1000); });`;
	const args = ['--import', 'tsx', '-e', script, lock];
	const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const [said] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])) as [
		unknown,
	];
	expect(String(said).trim()).toBe('true');
	expect(await takeLock(lock)).toBe(false);
	holder.kill('SIGKILL');
	await once(holder, 'exit');
	expect(await takeLock(lock)).toBe(true);
	await releaseLock(lock);
});
