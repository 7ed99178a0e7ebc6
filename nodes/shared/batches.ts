import type { IDataObject } from 'n8n-workflow';

import type { Explanation } from './errors';
import type { ItemContext, Prepared, RequestSpec, Row } from './items';

/**
 * Many items a request: items with the same path, query and body share a list of elements.
 * @typeParam Element what the parameters of an item make (see `batchOperation`)
 * @typeParam Found what the prefetch found for an element
 * @typeParam Sent what is sent of an element; the element itself unless the prefetch changes it
 * @typeParam Part the response's part for an element
 */
export interface BatchRun<Element = unknown, Found = unknown, Sent = Element, Part = unknown> {
	kind: 'batch';
	max: number;
	/**
	 * Puts the elements into the request (`{records: [...]}`); query for methods without a body.
	 * A request of another method than the operation's has another answer, too.
	 */
	assemble: (
		elements: Sent[],
	) => Partial<Pick<RequestSpec, 'method' | 'answer' | 'body' | 'query'>>;
	/** Takes the response apart: one part an element, in order; undefined if it lacks them. */
	split: (body: unknown, count: number) => Part[] | undefined;
	/** `element` is what was sent; `found` is undefined where nothing was read before. */
	result: (part: Part, item: ItemContext, element: Sent, found: Found | undefined) => Row | Row[];
	/** Items that have one element in common (ten table rows for one record). */
	groupBy?: ItemGrouping;
	bulk?: boolean;
	/** Names what an element changes (a record): changes of the same thing are sent one after the other. */
	recordKey?: (element: Element) => string | undefined;
	/** Says of what kind an element is, before and after the prefetch; different kinds never share a request. */
	kindOf?: (element: Element | Sent) => string;
	/**
	 * Reads from the service for many elements at once before they are sent: those of one step with
	 * the same spec (the same app). Gives one answer for each, in order.
	 */
	prefetch?: Prefetch<Element, Found, Sent>;
	/** Whether an item's element needs the prefetch before it is sent first; left out, each one does. */
	needsPrefetch?: (item: ItemContext, element: Element) => boolean;
	/** For a dry run: items by what would be done with them (`{created: [{item: 0}]}`). Reads only. */
	foresee?: (
		sent: Array<Prepared<Sent>>,
		item: ItemContext,
	) => Promise<Record<string, IDataObject[]>>;
	/**
	 * Whether the service refused an element because what the prefetch read has changed: it is
	 * prepared and sent again, three times at the most.
	 */
	isConflict?: (
		explanation: Explanation,
		item: ItemContext,
		refused: RefusedElement<Element>,
	) => boolean;
	/**
	 * Whether single elements may be to blame for a refusal although its code does not say so; asked
	 * once a refused request, which is then sent in smaller pieces.
	 */
	canNarrow?: (explanation: Explanation, item: ItemContext) => boolean;
	concurrency?: number;
	/** Whether a refused item keeps all others from being sent. */
	isTransaction?: boolean;
}

export type Prefetch<Element = unknown, Found = unknown, Sent = Element> = (
	waiting: Array<PendingElement<Element, Found>>,
) => Promise<Array<PrefetchResult<Sent, Found>>>;

/** How items that have an element in common find together; the element is then `ItemParts`. */
export interface ItemGrouping<Element = unknown> {
	/**
	 * Items with equal keys share an element. `element` is there unless the item was refused. May
	 * throw `InputError` where the item has no key.
	 */
	key: (item: ItemContext, element?: Element) => string;
	oneRow?: boolean;
	/**
	 * Whether an element that the service refused may be written for some of its items without
	 * the others. Left out: all of its items are written, or none.
	 */
	divisible?: (explanation: Explanation) => boolean;
	/** Whether the last part of an element that is divided is written first: each is put before the others. */
	lastFirst?: (parts: ItemParts<Element>) => boolean;
}

/** What one item adds to an element that it shares with others. */
export interface ItemPart<Element = unknown> {
	item: number;
	element: Element;
}

/** The element of items that share it, in their order. */
export type ItemParts<Element> = [ItemPart<Element>, ...Array<ItemPart<Element>>];

export interface PendingElement<
	Element = unknown,
	Found = unknown,
> extends RefusedElement<Element> {
	item: ItemContext;
	spec: RequestSpec;
	/** What the last prefetch found for this element, if it is prepared again. */
	earlier?: Found;
}

/** What the service refused, and how often it was sent. */
export interface RefusedElement<Element = unknown> {
	/** As it was prepared, also when it is prepared again. */
	element: Element;
	/** 1, or more after a conflict. */
	attempt: number;
}

/** What is sent, or what the item leaves with unsent: its rows, or a problem. */
export type PrefetchResult<Sent = unknown, Found = unknown> =
	| { element: Sent; found?: Found; refused?: RefusedItems }
	| { rows: Row | Row[]; refused?: RefusedItems }
	| { problem: unknown };

/** Items of a shared element that leave it, each with its problem. */
export type RefusedItems = Map<number, unknown>;

/** All items together, in several batches of writes that follow from each other; written by hand. */
export interface AllItemsRun<Element = unknown> {
	kind: 'allItems';
	/** Items that could not be prepared are not among them (see `AllItems.refused`). */
	run: (prepared: Array<Prepared<Element>>, whole: AllItems) => Promise<void>;
}

/** What a run over all items works with. */
export interface AllItems {
	itemAt: (item: number) => ItemContext;
	/** Writes elements like a batch run; each item leaves with its row or its problem. */
	write<Element, Found, Sent, Part>(
		run: BatchRun<Element, Found, Sent, Part>,
		entries: Array<Prepared<Element>>,
	): Promise<void>;
	done: (item: number, rows: Row | Row[]) => Promise<void>;
	/** Gives an item its rows, and counts it as one for which there was nothing to write. */
	unsent: (item: number, rows: Row | Row[]) => Promise<void>;
	refuse: (items: number[], problem: unknown) => void;
	/** A problem of what was to be done once all items were written; they keep their rows. */
	failedAfterwards: (problem: unknown) => void;
	readonly refused: boolean;
	/** True once a problem ends the run: nothing new is to be started then. */
	readonly ended: boolean;
	hint: (message: string) => void;
}

/**
 * What happens to the others when an item is refused: nothing more is sent (`stop`), they are
 * written (`others`), or none is, because all are in one transaction (`undo`).
 */
export type WhenRefused = 'stop' | 'others' | 'undo';

/** How the items of a write are run. They run together, so all have the same options. */
export interface WriteOptions {
	/** Undefined where the node's own On Error setting decides. */
	whenRefused?: WhenRefused;
	/** Reports what would be sent, and writes nothing. */
	dryRun: boolean;
}

/** A run as the engine sees it: the engine passes elements on, and never looks into them. */
export function engineRun<Element, Found, Sent, Part>(
	run: Omit<BatchRun<Element, Found, Sent, Part>, 'groupBy'>,
): BatchRun {
	return run as BatchRun;
}
