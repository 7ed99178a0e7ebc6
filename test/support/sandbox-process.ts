import { type RunningSandbox, startLocalSandbox } from '../../start/sandbox';

/** A sandbox in a process of its own, started when the first test asks for it; one serves all tests of a run. */
export class SandboxProcess {
	constructor(private readonly flags: string[] = []) {}

	private started: Promise<RunningSandbox> | undefined;

	/** Origin of the running sandbox. */
	async url(): Promise<string> {
		this.started ??= startLocalSandbox(0, undefined, ['--empty', ...this.flags]);
		return (await this.started).url;
	}

	async stop(): Promise<void> {
		await (await this.started)?.stop();
	}
}
