import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import type { Field } from './form';

/** Maximum number of choices in a message. */
const MOST_NAMED = 12;

/** Throws `InputError` for an unknown choice, with the available choices or the nearest one. */
export function checkChoice({ label, code, choices = [] }: Field, choice: string): void {
	if (choice === '' || choices.length === 0 || choices.includes(choice)) return;
	const near = nearest(choice, choices);
	const quoted = (list: string[]) => list.map((one) => `"${one}"`).join(', ');
	const all =
		choices.length > MOST_NAMED
			? `It has ${choices.length} choices. The first ones are ${quoted(choices.slice(0, MOST_NAMED))}`
			: `Its choices are ${quoted(choices)}`;
	throw new InputError(
		`Field "${label ?? code}" has no choice ${quoteShort(choice)}`,
		near === undefined ? all : `Did you mean "${near}"? ${all}`,
	);
}

/** The choice that differs only in case, width or spaces, or in a few letters. */
function nearest(text: string, choices: string[]): string | undefined {
	const plain = (one: string) => one.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
	const wanted = plain(text);
	const far = Math.max(1, Math.floor(wanted.length / 3));
	const found = choices
		.map((choice) => ({ choice, distance: distance(wanted, plain(choice), far) }))
		.sort((a, b) => a.distance - b.distance)[0];
	return found && found.distance <= far && found.distance < wanted.length
		? found.choice
		: undefined;
}

/** Edit distance between two texts; stops counting above `far`. */
function distance(one: string, other: string, far: number): number {
	if (Math.abs(one.length - other.length) > far) return far + 1;
	let row = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let i = 1; i <= one.length; i++) {
		const next = [i];
		for (let j = 1; j <= other.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
			next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
