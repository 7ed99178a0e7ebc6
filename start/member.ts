import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';

import { end, signalGroup, tailOf, whenReady } from './processes';
import type { Say } from './progress';

/** A member as it runs now. */
export interface RunningMember {
	name: string;
	pid: number;
	/** How often it was started again. */
	restarts: number;
}

export interface MemberOptions {
	name: string;
	launch(): ChildProcess;
	isReady(): Promise<boolean>;
	log: string;
	say: Say;
	/** Time that it may take to end, in milliseconds. */
	patience?: number;
}

/** Until a process is started again, so that one that ends at once doesn't keep the machine busy. */
const pauseMs = 1_000;
const startPatienceMs = 180_000;

/** A process that serves others. It is started again when it ends by itself, as by a service manager. */
export class Member {
	private child: ChildProcess | undefined;
	private restarts = 0;
	private isLeft = false;
	/** Called with each new process. */
	onChange: () => void = () => undefined;

	constructor(private readonly options: MemberOptions) {}

	get running(): RunningMember {
		return { name: this.options.name, pid: this.child?.pid ?? 0, restarts: this.restarts };
	}

	/** Starts the process and waits until it is ready. */
	async start(): Promise<void> {
		const { name, isReady, log } = this.options;
		const child = this.launch();
		try {
			await whenReady(child, name, isReady, startPatienceMs);
		} catch (error) {
			await this.stop();
			throw new Error(`${(error as Error).message}. ${await tailOf(log)}`);
		}
		this.keepUp(child);
	}

	/** The process is not started again. */
	leave(): void {
		this.isLeft = true;
	}

	async stop(): Promise<void> {
		this.leave();
		if (this.child) await end(this.child, this.options.patience);
	}

	private launch(): ChildProcess {
		const log = createWriteStream(this.options.log, { flags: 'a', mode: 0o600 });
		this.child = this.options.launch();
		this.child.stdout?.pipe(log, { end: false });
		this.child.stderr?.pipe(log, { end: false });
		this.child.once('close', () => log.end());
		return this.child;
	}

	private keepUp(child: ChildProcess): void {
		const { name, say } = this.options;
		const again = (how: string) => {
			if (this.isLeft) return;
			// What it started itself must not go on without it.
			if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
			say(`${name} ended (${how}) and is started again.`);
			setTimeout(() => {
				if (this.isLeft) return;
				this.restarts += 1;
				this.keepUp(this.launch());
				this.onChange();
			}, pauseMs);
		};
		child.once('exit', (code, signal) => again(signal ?? `code ${code}`));
	}
}
