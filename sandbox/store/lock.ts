import { open, readFile, rm } from 'node:fs/promises';

const heldHere = new Set<string>();

/** Takes the lock, a file with the process ID of its holder. Returns `false` if another live process holds it. */
export async function takeLock(lock: string): Promise<boolean> {
	for (let attempt = 0; attempt < 2; attempt += 1) {
		try {
			const handle = await open(lock, 'wx');
			await handle.writeFile(String(process.pid));
			await handle.close();
			heldHere.add(lock);
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
			if (await heldByLiveProcess(lock)) break;
			await rm(lock, { force: true });
		}
	}
	return false;
}

export async function releaseLock(lock: string): Promise<void> {
	await rm(lock, { force: true });
	heldHere.delete(lock);
}

async function heldByLiveProcess(lock: string): Promise<boolean> {
	const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
	if (!Number.isInteger(holder) || holder <= 0) return false;
	// A container gives each run the same process id, so our own id may be that of a run before.
	if (holder === process.pid) return heldHere.has(lock);
	try {
		process.kill(holder, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
