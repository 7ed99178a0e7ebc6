import { setTimeout as sleep } from 'node:timers/promises';

type Look = () => boolean | string | Promise<boolean | string>;

/** A look that takes longer counts as no answer. */
const lookSeconds = 60;

/**
 * Waits until `look` gives true. Fails when nothing has moved for some seconds, and says what it waited for.
 * A text moves when it changes. False and an error, such as a refused connection, don't move.
 * @param more what else the error says
 */
export async function waitUntil(
	what: string,
	seconds: number,
	look: Look,
	more: () => string,
): Promise<void> {
	let moved = Date.now();
	let state = '';
	for (;;) {
		const found = await inTime(look).catch((error: Error) => error);
		if (found === true) return;
		if (typeof found === 'string' && found !== state) {
			state = found;
			moved = Date.now();
		} else if (Date.now() - moved >= seconds * 1000) {
			const reason = found instanceof Error ? found.message : '';
			const facts = [`Nothing has moved for ${seconds} s while waiting for: ${what}`];
			facts.push(...[state, reason, more()].filter((fact) => fact !== ''));
			throw new Error(facts.join('\n'));
		}
		await sleep(Math.min(500, seconds * 100));
	}
}

async function inTime(look: Look): Promise<boolean | string> {
	const ended = new AbortController();
	const late = sleep(lookSeconds * 1000, undefined, ended).catch(() => undefined);
	const found = await Promise.race([Promise.resolve().then(look), late]).finally(() =>
		ended.abort(),
	);
	if (found === undefined) throw new Error(`No answer within ${lookSeconds} s`);
	return found;
}
