import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * A disk that fails as planned, and one that keeps what was synced: loaded before the program whose files are meant
 * (`--import`). `DISK` names a file with the plan, which is read at each call; `DISK_FOLDER` the folder it is about.
 */
export interface DiskPlan {
	/** What fails: calls of these names, on paths that contain this. */
	fails?: { calls: DiskCall[]; path: string; code: string; times: number };
	/** Half of what is to be written gets there before a write fails. */
	half?: boolean;
	/** The power is cut after so many calls. */
	cutAfter?: number;
	/** Where the contents go that were synced. */
	synced?: string;
}

export type DiskCall = 'open' | 'sync' | 'write';

const file = process.env.DISK ?? '';
const folder = process.env.DISK_FOLDER ?? '';
const real = { ...fs };
const paths = new Map<number, string>();
let plan: DiskPlan = {};
let read = '';
let calls = 0;

/** Throws if the plan says so. `half` writes what of a write gets there before that. */
function pass(call: DiskCall, at: string | undefined, half?: () => void): void {
	if (at === undefined || !at.startsWith(folder)) return;
	const text = real.readFileSync(file, 'utf8');
	if (text !== read) {
		read = text;
		plan = JSON.parse(text) as DiskPlan;
		calls = 0;
	}
	calls += 1;
	if (plan.cutAfter === calls) process.kill(process.pid, 'SIGKILL');
	const { fails } = plan;
	if (!fails?.calls.includes(call) || !at.includes(fails.path) || fails.times <= 0) return;
	fails.times -= 1;
	if (plan.half) half?.();
	throw Object.assign(new Error(`${fails.code}: planned, ${call}`), { code: fails.code });
}

/** Where the synced content of a file is kept. */
function syncedAt(path: string): string | undefined {
	if (plan.synced === undefined || !path.startsWith(folder)) return undefined;
	return join(plan.synced, relative(folder, path));
}

function keepSynced(descriptor: number): void {
	const path = paths.get(descriptor);
	const kept = path === undefined ? undefined : syncedAt(path);
	if (path === undefined || kept === undefined || !real.fstatSync(descriptor).isFile()) return;
	real.mkdirSync(dirname(kept), { recursive: true });
	real.copyFileSync(path, kept);
}

/** Names of files last at once, as on file systems with a journal. */
function rename(from: string, to: string): void {
	real.renameSync(from, to);
	const [keptFrom, keptTo] = [syncedAt(from), syncedAt(to)];
	if (keptFrom === undefined || keptTo === undefined) return;
	real.rmSync(keptTo, { recursive: true, force: true });
	if (real.existsSync(keptFrom)) real.renameSync(keptFrom, keptTo);
}

type Arguments = [descriptor: number, ...rest: never[]];
type Callback = (error: unknown, ...results: unknown[]) => void;

/** The asynchronous twin of a call fails in the same way. */
function later(work: () => unknown, given: unknown[], go: (callback: Callback) => void): void {
	const callback = given.at(-1) as Callback;
	try {
		work();
	} catch (error) {
		process.nextTick(callback, error);
		return;
	}
	go(callback);
}

const writes = (flags: unknown) => flags !== undefined && flags !== 'r' && flags !== 0;

Object.assign(fs, {
	openSync(path: string, flags?: string | number, mode?: number) {
		if (writes(flags)) pass('open', path);
		const descriptor = real.openSync(path, flags ?? 'r', mode);
		paths.set(descriptor, path);
		return descriptor;
	},
	open(path: string, ...given: unknown[]) {
		const open = real.open as (...all: unknown[]) => void;
		later(
			() => writes(given[0]) && pass('open', path),
			given,
			(callback) =>
				open(path, ...given.slice(0, -1), (error: unknown, descriptor: number) => {
					if (descriptor !== undefined) paths.set(descriptor, path);
					callback(error, descriptor);
				}),
		);
	},
	writeSync(...given: Arguments) {
		const write = real.writeSync as (...all: unknown[]) => number;
		const [descriptor, bytes, from, length, position] = given as unknown as number[];
		pass('write', paths.get(given[0]), () =>
			write(descriptor, bytes, from, Math.floor((length ?? 0) / 2), position),
		);
		return write(...given);
	},
	write(...given: Arguments) {
		const write = real.write as (...all: unknown[]) => void;
		later(
			() => pass('write', paths.get(given[0])),
			given,
			() => write(...given),
		);
	},
	fsyncSync(descriptor: number) {
		pass('sync', paths.get(descriptor));
		real.fsyncSync(descriptor);
		keepSynced(descriptor);
	},
	fsync(descriptor: number, callback: Callback) {
		later(
			() => pass('sync', paths.get(descriptor)),
			[callback],
			() =>
				real.fsync(descriptor, (error) => {
					if (!error) keepSynced(descriptor);
					callback(error);
				}),
		);
	},
	ftruncateSync(descriptor: number, length: number) {
		pass('write', paths.get(descriptor));
		real.ftruncateSync(descriptor, length);
	},
	renameSync: rename,
});
syncBuiltinESMExports();
