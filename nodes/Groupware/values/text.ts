import { Refusal } from '../../shared/errors';

/** What an expression gives as text; nothing for null. Throws `Refusal` for an object, which has no words. */
export function textOf(value: unknown, label: string): string {
	const text = String(value ?? '');
	if (typeof value !== 'object' || !/\[object \w+\]/.test(text)) return text;
	throw new Refusal(
		`"${label}" is an object, not text`,
		'Use one of its values, for example {{ $json.order.title }}',
	);
}
