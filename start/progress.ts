/** The name of a step, and how long it usually takes. */
export interface Step {
	title: string;
	/** Set for steps that take longer than a few seconds. */
	usually?: string;
}

/** Prints nothing. */
export const silent = (): void => undefined;

export type Say = (line: string) => void;

/**
 * Runs `work` and tells that it runs: a line at the beginning, one every ten seconds,
 * one at the end with the seconds it took.
 */
export async function step<Result>(
	say: Say,
	{ title, usually }: Step,
	work: () => Promise<Result>,
): Promise<Result> {
	const begin = Date.now();
	const seconds = () => Math.round((Date.now() - begin) / 1000);
	say(usually ? `${title} (usually ${usually}) …` : `${title} …`);
	const timer = setInterval(() => say(`  still running, ${seconds()} s`), 10_000);
	try {
		const result = await work();
		say(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(timer);
	}
}
