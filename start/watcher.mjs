// `node watcher.mjs` ends what its parent leaves behind, however the parent ended. It reads lines: `+PID SIGNAL`
// for a process that leads a group, `-PID` for one that has ended. When its input ends, the last started ends first.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** As long as n8n gives executions under way, and a little more. */
const patienceMs = 35_000;
const left = new Map();

for await (const line of createInterface({ input: process.stdin })) {
	const [pid, signal] = line.slice(1).split(' ');
	if (line.startsWith('+')) left.set(Number(pid), signal);
	else left.delete(Number(pid));
}

for (const [pid, politely] of [...left].reverse()) {
	let isThere = send(pid, politely);
	for (
		const until = Date.now() + patienceMs;
		isThere && Date.now() < until;
		isThere = send(pid, 0)
	) {
		await sleep(100);
	}
	send(pid, 'SIGKILL');
}

function send(pid, signal) {
	try {
		return process.kill(process.platform === 'win32' ? pid : -pid, signal);
	} catch {
		return false;
	}
}
