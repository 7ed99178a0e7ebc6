import type { ItemView, Operation, Prepared, ReplacedList } from '../catalogue';
import { InputError } from '../errors';
import { counted, quoteShort } from '../messages';
import { objectOf, sameData } from '../objects';
import { oneSpelling } from '../text';
import type { Results } from './results';

/**
 * Refuses items that replace the same list with different content: sent one after the other, only
 * the content of the last one would be left. Returns the other items.
 */
export function withoutRivals(
	prepared: Prepared[],
	operation: Operation,
	views: (index: number) => ItemView,
	results: Results,
): Prepared[] {
	const listsOf = replacedBy(operation, views);
	if (listsOf === undefined || prepared.length < 2) return prepared;
	const lists = new Map<string, Array<{ index: number; list: ReplacedList }>>();
	for (const one of prepared) {
		for (const list of listsOf(one)) {
			const writers = lists.get(list.key) ?? [];
			writers.push({ index: one.index, list });
			lists.set(list.key, writers);
		}
	}
	const refused = new Set<number>();
	for (const writers of lists.values()) {
		const [first, ...others] = writers;
		if (first === undefined || others.length === 0) continue;
		const content = first.list.content();
		if (others.every(({ list }) => sameData(list.content(), content))) continue;
		const items = writers.map(({ index }) => index);
		for (const item of items) refused.add(item);
		results.refused(items, rivals(items.length, first.list));
	}
	return refused.size === 0 ? prepared : prepared.filter(({ index }) => !refused.has(index));
}

/** Finds the lists that an item replaces; undefined where the operation replaces none. */
function replacedBy(
	{ parameters, replaces }: Operation,
	views: (index: number) => ItemView,
): ((prepared: Prepared) => ReplacedList[]) | undefined {
	// A list has a control for each version of the node.
	const marked = parameters.filter(
		({ name, send }, at) =>
			send?.replaces !== undefined && parameters.findIndex((one) => one.name === name) === at,
	);
	if (marked.length === 0 && replaces === undefined) return undefined;
	return (prepared) => {
		const { index, spec, element } = prepared;
		const sent = marked.length > 0 ? { ...spec.body, ...objectOf(element) } : {};
		const lists = marked.flatMap(({ displayName, send }): ReplacedList[] => {
			if (send?.replaces === undefined || !(send.key in sent)) return [];
			const owner = send.replaces.map((key) => sent[key]);
			const key = oneSpelling(JSON.stringify([spec.path, send.key, ...owner]));
			return [{ key, content: () => sent[send.key], name: quoteShort(displayName) }];
		});
		try {
			return [...lists, ...(replaces?.(prepared, views(index)) ?? [])];
		} catch {
			// The run reports the error.
			return lists;
		}
	};
}

function rivals(count: number, { name, advice }: ReplacedList): InputError {
	return new InputError(
		`${counted(count, 'item')} replace the same list with different content: ${name}`,
		`Nothing was written for them. ${advice ?? 'Put the whole list in one item, for example with an Aggregate node before this node'}`,
	);
}
