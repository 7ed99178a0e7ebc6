import { readdirSync, readFileSync } from 'node:fs';

/** What a process and all its descendants hold. */
export interface Held {
	/** Resident memory in MB. */
	memory: number;
	/** Open files, sockets, and pipes. */
	handles: number;
}

/** Reads `/proc`. Throws if the process is gone. */
export function heldBy(pid: number): Held {
	const total = { memory: 0, handles: 0 };
	for (const member of [pid, ...descendantsOf(pid)]) {
		try {
			const status = readFileSync(`/proc/${member}/status`, 'utf8');
			total.memory += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
			total.handles += readdirSync(`/proc/${member}/fd`).length;
		} catch (error) {
			// A descendant may have ended meanwhile.
			if (member === pid) throw error;
		}
	}
	return total;
}

function descendantsOf(pid: number): number[] {
	const children = new Map<number, number[]>();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		const parent = parentOf(Number(name));
		if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
	}
	const found: number[] = [];
	const add = (of: number) => {
		for (const child of children.get(of) ?? []) {
			found.push(child);
			add(child);
		}
	};
	add(pid);
	return found;
}

function parentOf(pid: number): number | undefined {
	try {
		return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
	} catch {
		return undefined;
	}
}
