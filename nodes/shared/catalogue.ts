import type {
	IDataObject,
	IHttpRequestMethods,
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Connection } from './connection';
import type { Explanation, FailedReply, InputError } from './errors';

/** A service as data, interpreted by the code in this folder. */
export interface Service<C extends Connection = Connection> {
	/** The node's display name, for messages. */
	name: string;
	resources: Resource[];
	/** Credential types the node accepts, chosen by the node parameter `authentication`. */
	credentials: CredentialChoice[];
	/**
	 * Reads what requests need from a decrypted credential. Throws `InputError` for invalid values, such
	 * as the base URL.
	 */
	connect(credential: IDataObject, choice: CredentialChoice): C;
	/** Turns an operation's path into the full path for this connection and the item's choices. */
	route(operation: Operation, path: string, connection: C, item: ItemView): string;
	/** Throws `InputError` for an item that must not be sent with this connection, before anything is read. */
	check?: (item: ItemView) => void;
	/** The service's error in a failed response; undefined if the body is not from the service. */
	explain(reply: FailedReply, connection: C): Explanation | undefined;
	/** What the headers say is missing in a response; undefined if it is complete. */
	incomplete?: (headers: Record<string, string>) => string | undefined;
	/** Advice for an error that needs a request to the service; undefined for others. */
	advise?: (explanation: Explanation, item: ItemView) => Promise<string | undefined>;
	/** The service's bulk request, if it has one. */
	bulk?: BulkRule;
	/** What requests work on, for the output of a dry run (`{apps: ['12']}`). */
	about?: (requests: RequestSpec[]) => IDataObject;
}

export interface CredentialChoice {
	/** Value of the node parameter `authentication`. */
	value: string;
	/** Label in the editor. */
	name: string;
	/** Name of the credential type. */
	credential: string;
	oauth2: boolean;
}

export interface Resource {
	value: string;
	name: string;
	description?: string;
	/** Value of the operation that is chosen first. */
	first: string;
	operations: Operation[];
}

/** One entry of an operation dropdown. */
export interface Operation {
	/** The operation in docs/api (`records.create`). Two entries may have the same. */
	id: string;
	/** Stored in workflows, never changes. Unique in its resource. */
	value: string;
	name: string;
	/** The sentence in the node panel, without articles. */
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** `{name}` is replaced by a parameter sent in the path. */
	path: string;
	/** Environments of the operation; `both` lets the user choose. Default: production. */
	environment?: 'production' | 'preview' | 'both';
	/** Whether the operation is available in guest spaces. */
	guestSpace?: boolean;
	/** First version of the package edition that has it; `never` where no package edition does. */
	since?: string;
	/** Required permissions, for error messages. */
	rights?: string;
	/** Accepted sign-in methods, for error messages. */
	signIn?: string[];
	parameters: Parameter[];
	/** `file` streams the answer, `json` (default) parses it, `none` takes an empty one too. */
	reply?: 'json' | 'file' | 'none';
	/** The response has at least one of these keys; an empty list for the response `{}`. */
	answer?: string[];
	/**
	 * Keys of the body that only identify what is changed. If the expressions of an item returned
	 * nothing else to send, the item is refused.
	 */
	identifies?: string[];
	/** True if the request changes nothing although its method is not GET, so it can be repeated. */
	readOnly?: boolean;
	run: Run;
}

/**
 * A control of the node: an n8n property (so that n8n's linters read it where it stands)
 * and where its value goes. A `collection`'s options are parameters themselves.
 */
export interface Parameter extends Omit<INodeProperties, 'options'> {
	send?: Send;
	options?: Array<Parameter | INodePropertyOptions | INodePropertyCollection>;
}

export interface Send {
	/**
	 * `element` is the item's part of a list that many items share (see `BatchRun`). What such a run
	 * sends elsewhere depends only on the parameters: without expressions, it is built once.
	 */
	in: 'path' | 'query' | 'body' | 'element' | 'file';
	/** Dotted path of the key; empty for the whole body or element. */
	key: string;
	/** Turns what the person chose into what the service takes; undefined leaves it out. May throw `InputError`. */
	as?: (value: unknown, item: ItemView) => unknown;
	/** Sends '' and [] too, and '' for null. By default, they count as not set. */
	keepEmpty?: boolean;
}

/** An item, as conversions and custom runs see it. */
export interface ItemView {
	readonly index: number;
	readonly json: IDataObject;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	readonly node: INode;
	readonly connection: Connection;
	readonly operation: Operation;
	/** The value of a node parameter for this item; dots go into collections. */
	read(name: string, fallback?: unknown): unknown;
	/** Runs `load` once per execution and caches the result, also a failure. */
	once<T>(key: string, load: () => Promise<T>): Promise<T>;
	/**
	 * Sends a further request for this item and gives the parsed body. Throws `RequestError`, and `InputError`
	 * for a response that is incomplete according to the service (see `RequestSpec.partial`).
	 */
	request(request: RequestSpec): Promise<unknown>;
	/** Shows a hint above the output, once per execution, with its items. */
	hint(message: string): void;
	/** Sends the bytes of a binary field, or of another source. Throws `RequestError` or `InputError`. */
	upload(request: RequestSpec, file: string | FileSource): Promise<unknown>;
	/** Name and type of a binary field of the item. Throws `InputError` if it doesn't exist. */
	binary(property: string): BinaryFacts;
	/** The bytes of a binary field, as Base64. */
	binaryBase64(property: string): Promise<string>;
}

export interface BinaryFacts {
	fileName: string;
	mimeType: string;
	/** Bytes, or a text such as `12 kB`, where n8n knows it. */
	size?: number | string | undefined;
}

/** A file to send that is read while it is sent. */
export interface FileSource extends BinaryFacts {
	/** Size in bytes, announced to the service. */
	size: number;
	/** Opens the file again for each attempt. */
	open(): Promise<AsyncIterable<Uint8Array>>;
	/** Releases a file that was not read completely. */
	release?(): void;
}

/** A request before the connection's prefix, host and credentials. Plain data. */
export interface RequestSpec {
	method: IHttpRequestMethods;
	/** Complete path below the base URL (`/k/v1/records.json`). */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Streams a binary field of the item `item`, or another source, as the part `field` of a multipart body. */
	file?: { field: string } & ({ property: string; item: number } | { source: FileSource });
	reply?: 'json' | 'file' | 'none';
	/** The response has at least one of these keys (see `Operation.answer`). */
	answer?: string[];
	/** Size of the file in a `file` response, if known. Any other size is an error. */
	bytes?: number;
	/** True if it can be sent twice without harm. */
	repeatable: boolean;
	/** Sent and waited for although the execution was canceled: it frees what the service keeps open, or tells its ID. */
	afterCancel?: boolean;
	/** Accepts an incomplete response with a hint. By default, it is an error. */
	partial?: boolean;
	/** Error codes without a retry, because the caller handles them. */
	notAgainOn?: string[];
}

/** An item's request, and its part of the list that many items share where there is one. */
export interface Prepared {
	index: number;
	spec: RequestSpec;
	element: unknown;
	/** More items of the element (see `BatchRun.shared`). */
	also?: number[];
}

/** How an operation's items become requests and its responses items again. */
export type Run = PerItemRun | BatchRun | PaginateRun | CustomRun | AllItemsRun;

/** One output row of an item. */
export interface Row {
	json: IDataObject;
	/** Binary fields by name. */
	files?: Record<string, FileContent>;
}

/** By default, name and type are those of the response. */
export interface FileContent extends Partial<BinaryFacts> {
	/** Base64 text, or a function that opens the file. */
	content: string | (() => Promise<FileReply>);
	/** The location of the file, for errors (`Record 17, field "Files"`). */
	about?: string;
}

/** The content of a `file` response. */
export interface FileReply {
	/** A stream that fails if the file is incomplete or the service stops sending. */
	stream: AsyncIterable<Uint8Array>;
	contentType: string;
	/** From Content-Disposition, if present. */
	fileName?: string;
	/** Closes the connection of a file that was not read completely. */
	release(): void;
}

/** One request an item. */
export interface PerItemRun {
	kind: 'perItem';
	result: (body: unknown, item: ItemView) => Row | Row[];
	/** Polls work that the service does in the background. */
	until?: Until;
	/** Requests in flight; the runner's default when left out. */
	concurrency?: number;
	target?: Target;
}

/**
 * What an item of a write changes: items with the same target are run one after the other, in their
 * order. Left out, it is the path of the request. `new` where each item creates something that no
 * other item can meet; undefined where an item can be run beside all others.
 */
export type Target = 'new' | ((item: ItemView, spec: RequestSpec) => string | undefined);

export interface Until {
	/** False for an item that should not wait. */
	wanted: (item: ItemView) => boolean;
	request: (item: ItemView, body: unknown) => RequestSpec;
	/** `wait` asks again; a `InputError` ends the item with an error; rows end it well. */
	judge: (
		body: unknown,
		item: ItemView,
	) => { wait: true } | { row: Row | Row[] } | { failed: InputError };
	everyMs: number;
	/** Parameter with the longest time to wait, in seconds. */
	limitSeconds: (item: ItemView) => number;
}

/** Many items a request: items with the same path, query and body share a list of elements. */
export interface BatchRun {
	kind: 'batch';
	/** Most elements in a request. */
	max: number;
	/**
	 * Puts the elements into the request (`{records: [...]}`); query for methods without a body.
	 * A request of another method than the operation's has another answer, too.
	 */
	assemble: (
		elements: unknown[],
	) => Partial<Pick<RequestSpec, 'method' | 'answer' | 'body' | 'query'>>;
	/** Takes the response apart: one part an element, in order. */
	split: (body: unknown, count: number) => unknown[];
	/** `element` is what was sent. */
	result: (part: unknown, item: ItemView, element: unknown) => Row | Row[];
	/** Items that have one element in common (ten table rows for one record). */
	groupBy?: ItemGrouping;
	/** Whether requests can be sent in a bulk request. */
	bulk?: boolean;
	/** False sends one element a request; read per item. */
	mayShareRequest?: (item: ItemView) => boolean;
	/** Names what an element changes (a record): changes of the same thing are sent one after the other. */
	recordKey?: (element: unknown) => string | undefined;
	/** Says of what kind an element is, where those of different kinds never share a call. */
	kindOf?: (element: unknown) => string;
	/** Each element calls a webhook, of which the service delivers so many a minute. */
	webhooksPerMinute?: number;
	/**
	 * Looks at the service for many elements at once before they are sent: those of one step with
	 * the same spec (the same app). Gives one answer for each, in order.
	 */
	prefetch?: (waiting: PendingElement[]) => Promise<PrefetchResult[]>;
	/** Whether an item's element needs that look before it is sent first; left out, each one does. */
	needsPrefetch?: (item: ItemView, element: unknown) => boolean;
	/**
	 * Whether the service refused an element because what `ready` saw had changed: it is made
	 * ready anew and sent again, three times at the most.
	 */
	isConflict?: (explanation: Explanation, item: ItemView, refused: RefusedElement) => boolean;
	/**
	 * Whether single elements may be to blame for a refusal although its code does not say so; asked
	 * once a refused request, which is then sent in smaller pieces.
	 */
	canNarrow?: (explanation: Explanation, item: ItemView) => boolean;
	concurrency?: number;
}

/** How items that have an element in common find together; the element is a list of `Part`s. */
export interface ItemGrouping {
	/**
	 * The same for items that belong together; `element` is there unless the item was refused. May
	 * throw `InputError` where the item has no key.
	 */
	key: (item: ItemView, element?: unknown) => string;
	/** One row for all items of an element instead of one each. */
	oneRow?: boolean;
	/**
	 * Whether an element that the service refused may be written for some of its items without
	 * the others. Left out: all of its items are written, or none.
	 */
	divisible?: (explanation: Explanation) => boolean;
}

/** What one item adds to an element that it shares with others. */
export interface ItemPart {
	item: number;
	element: unknown;
}

/** An element that is about to be sent. */
export interface PendingElement {
	item: ItemView;
	/** As it was prepared, also when it is made ready anew. */
	element: unknown;
	spec: RequestSpec;
	/** 1, or more after a conflict. */
	attempt: number;
}

/** What the service refused: the element as it was prepared, and how often it was sent. */
export type RefusedElement = Pick<PendingElement, 'element' | 'attempt'>;

/** What is sent, or what the item leaves with unsent: its rows, or a problem. */
export type PrefetchResult =
	| { element: unknown; refused?: RefusedItems }
	| { rows: Row | Row[]; refused?: RefusedItems }
	| { problem: unknown };

/** Items of a shared element that leave it, each with its problem. */
export type RefusedItems = Map<number, unknown>;

/** Many rows, page by page. */
export interface PaginateRun {
	kind: 'paginate';
	/** `wanted` is the number of rows the person asked for, Infinity for all. */
	pages: (spec: RequestSpec, wanted: number, item: ItemView) => Pagination | Promise<Pagination>;
	/** Makes output of each row that is found; asked once an item, so that choices are read once. */
	result: (item: ItemView) => (row: IDataObject) => Row | Row[];
	/** Hint if nothing was found. */
	emptyHint?: string;
	/** Several walks in place of one, a few at a time, for what one would read slowly or not at all. */
	split?: SplitReads;
}

export interface SplitReads {
	/** The requests that the walks begin with; `wanted` as in `walk`. */
	split: (
		spec: RequestSpec,
		wanted: number,
		item: ItemView,
	) => RequestSpec[] | Promise<RequestSpec[]>;
	/** One list of the rows of all walks; not asked where there is only one. */
	merge: (rows: IDataObject[][], item: ItemView) => IDataObject[];
}

export type Pagination = PageSequence | PageReader;

/** Each request follows from the answer before it. */
export interface PageSequence {
	first: RequestSpec;
	rows: (body: unknown) => IDataObject[];
	next: (page: Page) => RequestSpec | undefined;
}

/** Reads by rules of its own, several requests at once, through `item.request`, and hands over page by page. */
export interface PageReader {
	read: (take: TakePage) => Promise<void>;
	/** Rows that count, from the first; it may hand over more. */
	wanted: number;
}

/**
 * Takes a page's rows. Pages are put in the order of their places (growing), those without a
 * place in the order in which they come.
 */
export type TakePage = (rows: IDataObject[], place?: number) => void;

export interface Page {
	request: RequestSpec;
	body: unknown;
	/** Rows in this page, and in all pages so far. */
	rows: number;
	total: number;
}

/** Written by hand, by the same rules: everything goes through `item.request`. */
export interface CustomRun {
	kind: 'custom';
	run: (item: ItemView, spec: RequestSpec) => Promise<Row | Row[]>;
	concurrency?: number;
	target?: Target;
}

/** All items together, in several batches of writes that follow from each other; written by hand. */
export interface AllItemsRun {
	kind: 'allItems';
	/** Items that could not be prepared are not among them (see `Whole.refused`). */
	run: (prepared: Prepared[], whole: AllItems) => Promise<void>;
}

/** What a run over all items works with. */
export interface AllItems {
	view: (item: number) => ItemView;
	/** Writes elements like a batch run; each item leaves with its row or its problem. */
	write: (run: BatchRun, entries: Prepared[]) => Promise<void>;
	done: (item: number, rows: Row | Row[]) => Promise<void>;
	/** The same for an item for which there was nothing to write. */
	unsent: (item: number, rows: Row | Row[]) => Promise<void>;
	/** The same problem for each of the items. */
	refuse: (items: number[], problem: unknown) => void;
	/** A problem of what was to be done once all items were written; they keep their rows. */
	failedAfterwards: (problem: unknown) => void;
	/** True once an item was refused. */
	readonly refused: boolean;
	/** True once a problem ends the run: nothing new is to be started then. */
	readonly ended: boolean;
	/** Shows a hint above the output. */
	hint: (message: string) => void;
}

/** Several writes in one transaction. */
export interface BulkRule {
	/** Most requests in a bulk request. */
	max: number;
	/** False where the connection's sign-in does not allow it. */
	allowed: (connection: Connection) => boolean;
	/** Only requests with the same key can be in one bulk request. */
	key: (request: RequestSpec) => string;
	wrap: (requests: RequestSpec[]) => RequestSpec;
	/** One body a request, in order. */
	unwrap: (body: unknown, count: number) => unknown[];
	/** Which request of the failed bulk request was refused, with its own error as the reply's body. */
	refused: (reply: FailedReply) => { index: number; reply: FailedReply } | undefined;
	/** Advice if requests can't be in one transaction: because of the sign-in, or of their keys. */
	words: { notAllowed: string; apart: string };
}
