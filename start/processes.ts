import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A command that ended badly, with the last of what it said. */
class CommandError extends Error {
	constructor(
		readonly command: string,
		readonly output: string,
		reason: string,
	) {
		super(`${command} ${reason}\n${output}`);
	}
}

/** Characters kept of the beginning and of the end of a command's output, for its error. */
const keptOutput = 2_000;

function shortened(text: string): string {
	if (text.length <= 2 * keptOutput + 3) return text;
	return `${text.slice(0, keptOutput)} … ${text.slice(-keptOutput)}`;
}

/** Every process that this one started and that still runs, with the signal that asks it to end. */
const children = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Starts a process that leads its own group, so that `end` reaches what it starts itself. It ends with
 * this process, also if this one is killed.
 * @param politely the signal that asks it to end
 */
export function start(
	file: string,
	args: string[],
	options: SpawnOptions,
	politely: NodeJS.Signals = 'SIGTERM',
): ChildProcess {
	const child = spawn(file, args, { ...options, detached: process.platform !== 'win32' });
	if (child.pid === undefined) return child;
	children.set(child, politely);
	tellWatcher(`+${child.pid} ${politely}`);
	child.once('exit', () => {
		children.delete(child);
		tellWatcher(`-${child.pid}`);
	});
	return child;
}

let watcher: ChildProcess | undefined;

function tellWatcher(line: string): void {
	watcher ??= startWatcher();
	watcher.stdin?.write(`${line}\n`);
}

/** A process whose input ends with this one. It keeps nobody waiting. */
function startWatcher(): ChildProcess {
	const child = spawn(process.execPath, [join(__dirname, 'watcher.mjs')], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	child.unref();
	(child.stdin as Socket).unref();
	for (const one of [child, child.stdin]) one.on('error', () => undefined);
	return child;
}

/** Ends whatever `start` and `run` started and that has not ended yet. */
export async function endAll(): Promise<void> {
	await Promise.all([...children.keys()].map(async (child) => await end(child)));
}

/** Runs a command to its end and gives its standard output. Throws `CommandError`. */
export async function run(
	file: string,
	args: string[],
	options: SpawnOptions = {},
): Promise<string> {
	const name = args.slice(0, 4).join(' ');
	return await new Promise((done, fail) => {
		const child = start(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		let all = '';
		child.stdout?.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			all = shortened(all + chunk.toString());
		});
		child.stderr?.on('data', (chunk: Buffer) => {
			all = shortened(all + chunk.toString());
		});
		child.on('error', (error) =>
			fail(new CommandError(name, all, `did not start: ${error.message}`)),
		);
		child.on('close', (code, signal) => {
			if (code === 0) done(output);
			else fail(new CommandError(name, all, `ended with ${signal ?? `code ${code}`}`));
		});
	});
}

/** Ends a child of `start` and what it started: politely, after `patience` milliseconds by force. */
export async function end(child: ChildProcess, patience = 15_000): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
	const pid = child.pid;
	const ended = new Promise<void>((done) => child.once('exit', () => done()));
	signalGroup(pid, children.get(child) ?? 'SIGTERM');
	const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), patience);
	await ended;
	clearTimeout(timer);
	signalGroup(pid, 'SIGKILL');
}

/** Sends a signal to a child of `start` and to what it started. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(process.platform === 'win32' ? pid : -pid, signal);
	} catch {
		// The group is gone already.
	}
}

/** Waits until `isReady`. Throws when the child ends before, or `patience` milliseconds have passed. */
export async function whenReady(
	child: ChildProcess,
	name: string,
	isReady: () => Promise<boolean>,
	patience: number,
): Promise<void> {
	let startError: Error | undefined;
	child.once('error', (error) => (startError = error));
	for (const until = Date.now() + patience; Date.now() < until;) {
		if (startError) throw startError;
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(
				`${name} ended while it started (${child.signalCode ?? `code ${child.exitCode}`})`,
			);
		}
		if (await isReady()) return;
		await new Promise((done) => setTimeout(done, 200));
	}
	throw new Error(`${name} did not answer in time`);
}

/** The last lines that a process wrote to its log. */
export async function tailOf(log: string): Promise<string> {
	const tail = (await readFile(log, 'utf8')).split('\n').slice(-20).join('\n');
	return `The last lines of ${log}:\n${tail}`;
}

/** True while a process with this id runs. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** The first free port on loopback from `wanted` on; 0 asks for any. Throws if the next 100 are taken. */
export async function freePort(wanted: number): Promise<number> {
	const last = wanted === 0 ? 0 : Math.min(wanted + 100, 65_535);
	for (let port = wanted; port <= last; port += 1) {
		const found = await tryPort(port);
		if (found !== undefined) return found;
	}
	throw new Error(`No port from ${wanted} to ${last} is free`);
}

async function tryPort(port: number): Promise<number | undefined> {
	const onBoth = await listenOnce(port, '127.0.0.1');
	if (onBoth === undefined) return undefined;
	// A machine without IPv6 has nobody on that side either.
	const other = await listenOnce(onBoth, '::1', true);
	return other === undefined ? undefined : onBoth;
}

async function listenOnce(
	port: number,
	host: string,
	absenceIsFree = false,
): Promise<number | undefined> {
	return await new Promise((done) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) =>
			done(absenceIsFree && error.code !== 'EADDRINUSE' ? port : undefined),
		);
		server.listen(port, host, () => {
			const address = server.address();
			const taken = address !== null && typeof address === 'object' ? address.port : port;
			server.close(() => done(taken));
		});
	});
}
