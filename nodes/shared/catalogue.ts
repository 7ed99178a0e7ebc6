import type {
	IDataObject,
	IHttpRequestMethods,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { AllItemsRun, BatchRun } from './batches';
import type { Connection } from './connection';
import type { Explanation, FailedReply, InputError } from './errors';
import type { ItemContext, RequestSpec, Row } from './items';

export type * from './batches';
export type * from './items';

/** A service as data, interpreted by the code in this folder. */
export interface Service<C extends Connection = Connection> {
	name: string;
	resources: Resource[];
	/** Credential types the node accepts, chosen by the node parameter `authentication`. */
	credentials: CredentialChoice[];
	/**
	 * Reads what requests need from a decrypted credential. Throws `InputError` for invalid values, such
	 * as the base URL.
	 */
	connect(credential: IDataObject, choice: CredentialChoice): C;
	/** Turns an operation's path into the full path for the choices of an item. */
	route(operation: Operation, path: string, item: ItemContext): string;
	/** Throws `InputError` for an item that must not be sent with this connection, before anything is read. */
	check?: (item: ItemContext) => void;
	/** The service's error in a failed response; undefined if the body is not from the service. */
	explain(reply: FailedReply, connection: C): Explanation | undefined;
	/** What the headers say is missing in a response; undefined if it is complete. */
	incomplete?: (headers: Record<string, string>) => string | undefined;
	bulk?: BulkRule;
	/** What requests work on, for the output of a dry run (`{apps: ['12']}`). */
	about?: (requests: RequestSpec[]) => IDataObject;
}

export interface CredentialChoice {
	/** Value of the node parameter `authentication`. */
	value: string;
	name: string;
	credential: string;
	oauth2: boolean;
}

export interface Resource {
	value: string;
	name: string;
	description: string;
	/** What a new node does is the first one. */
	operations: Operation[];
	/** Whether it is in the node for administrators and programmers. An operation may say otherwise. */
	admin?: boolean;
}

/** What docs/api says of an operation, for the code (`api.ts` of the service). */
export interface Endpoint {
	/** The operation in docs/api (`records.create`). Two entries may have the same. */
	id: string;
	method: IHttpRequestMethods;
	/** `{name}` is replaced by a parameter sent in the path. */
	path: string;
	/** Environments of the operation; `both` lets the user choose. Default: production. */
	environment?: 'production' | 'preview' | 'both';
	/** Whether the operation is available in guest spaces. */
	guestSpace?: boolean;
	/** First version of the package edition that has it; `never` where no package edition does. */
	since?: string;
	/** `file` streams the answer, `json` (default) parses it, `none` takes an empty one too. */
	reply?: 'json' | 'file' | 'none';
	/** The response has at least one of these keys; an empty list for the response `{}`. */
	answer?: readonly string[];
}

export interface Operation extends Endpoint {
	/** Stored in workflows, never changes. Unique in its resource. */
	value: string;
	name: string;
	/** The sentence in the node panel, without articles. */
	action: string;
	description: string;
	/** Parameters as a model writes them for a typical task. */
	pattern?: string;
	/** As of its resource, where it differs from that. */
	admin?: boolean;
	/** Required permissions, for error messages. */
	rights?: string;
	parameters: Parameter[];
	/** True if the request changes nothing although its method is not GET, so it can be repeated. */
	readOnly?: boolean;
	/** True if it asks a person, once for all items, and waits for the answer (see `sendAndWait.ts`). */
	waits?: true;
	run: Run;
	/**
	 * Adds to the rows of all items what no answer of theirs has, with requests of its own. What has
	 * been done is done: it must not throw.
	 */
	finish?: (rows: FinishedRow[]) => Promise<void>;
}

export interface FinishedRow {
	json: IDataObject;
	item: ItemContext;
}

/**
 * A control of the node: an n8n property (so that n8n's linters read it where it stands)
 * and where its value goes. A `collection`'s options are parameters themselves.
 */
export interface Parameter<Name extends string = string, S extends Send = Send> extends Omit<
	INodeProperties,
	'name' | 'options'
> {
	name: Name;
	send?: S;
	options?: Array<Parameter | INodePropertyOptions | INodePropertyCollection>;
	/** Whether the service may have other choices than those offered, such as none. */
	open?: boolean;
	/**
	 * What a value of it is, where the type doesn't tell. An ID or a code: an object is replaced by its own,
	 * a list of one by its entry, and text is trimmed. Several of them: an array of texts. `any` is for
	 * `send.as`, or the operation, to read.
	 */
	holds?: 'id' | 'code' | 'ids' | 'codes' | 'any';
	/**
	 * What a blank value means, in place of what the type and the position say (`required` goes before it).
	 * `given`: undefined is refused; null and empty text clear. `selects`: it may be left empty, but an
	 * expression must not give a blank value, which would select everything. `optional`: it isn't given.
	 */
	role?: 'given' | 'selects' | 'optional';
	/** What is different in a tool, which stores the same values. Models read it first. */
	inTool?: Partial<Pick<Parameter, 'default' | 'options'>>;
}

/** A collection of options, which are parameters themselves. */
export interface Options<O extends Parameter = Parameter> extends Parameter<'options', never> {
	options: O[];
}

/** The type arguments tell the code of an operation what its parameters put into its element. */
export interface Send<
	Part extends RequestPart = RequestPart,
	Key extends string = string,
	Value = unknown,
> {
	in: Part;
	/** Dotted path of the key; empty for the whole body or element. */
	key: Key;
	/** Turns what the person chose into what the service takes; undefined leaves it out. May throw `InputError`. */
	as?: (value: unknown, item: ItemContext) => Value | Promise<Value>;
	/** Sends '' and [] too, and '' for null. By default, they count as not set. */
	keepEmpty?: boolean;
}

/**
 * `element` is the item's part of a list that many items share (see `BatchRun`). What such a run
 * sends elsewhere depends only on the parameters: without expressions, it is built once.
 */
type RequestPart = 'path' | 'query' | 'body' | 'element' | 'file';

export type Run = PerItemRun | BatchRun | PaginateRun | CustomRun | AllItemsRun;

type MakeRows = (row: IDataObject) => Row | Row[];

export interface PerItemRun {
	kind: 'perItem';
	result: (body: unknown, item: ItemContext) => Row | Row[];
	/** Polls work that the service does in the background. */
	until?: Until;
	/** Requests in flight; the runner's default when left out. */
	concurrency?: number;
	concurrencyKey?: ConcurrencyKey;
}

/**
 * What an item of a write changes: items with the same target are run one after the other, in their
 * order. Left out, it is the path of the request. `new` where each item creates something that no
 * other item can meet; undefined where an item can be run beside all others.
 */
export type ConcurrencyKey = 'new' | ((item: ItemContext, spec: RequestSpec) => string | undefined);

export interface Until {
	/** False for an item that should not wait. */
	wanted: (item: ItemContext) => boolean;
	request: (item: ItemContext, body: unknown) => RequestSpec;
	/** `wait` asks again; a `InputError` ends the item with an error; rows end it well. */
	judge: (
		body: unknown,
		item: ItemContext,
	) => { wait: true } | { row: Row | Row[] } | { failed: InputError };
	everyMs: number;
	/** Parameter with the longest time to wait, in seconds. */
	limitSeconds: (item: ItemContext) => number;
}

export interface PaginateRun {
	kind: 'paginate';
	/** `wanted` is the number of rows that the parameters Return All and Limit ask for, Infinity for all. */
	pages: (spec: RequestSpec, wanted: number, item: ItemContext) => Pagination | Promise<Pagination>;
	/** Makes output of each row that is found; asked once an item, so that choices are read once. */
	result: (item: ItemContext) => MakeRows | Promise<MakeRows>;
	emptyHint?: string;
}

export type Pagination = PageSequence | PageReader;

/** Each request follows from the answer before it. */
export interface PageSequence {
	first: RequestSpec;
	/** Undefined for a response without rows, which is not an empty page. */
	rows: (body: unknown) => IDataObject[] | undefined;
	next: (page: ReceivedPage) => RequestSpec | undefined;
}

/** Reads by rules of its own, several requests at once, through `item.request`, and hands over page by page. */
export interface PageReader {
	read: (take: TakePage) => Promise<void>;
	/** Rows that count, from the first; it may hand over more. */
	wanted: number;
}

/**
 * Takes a page's rows. Pages are put in the order of their positions (growing), those without a
 * position in the order in which they come.
 */
export type TakePage = (rows: IDataObject[], position?: number) => void;

export interface ReceivedPage {
	request: RequestSpec;
	body: unknown;
	/** Rows in this page, and in all pages so far. */
	rows: number;
	total: number;
}

/** Written by hand, by the same rules: everything goes through `item.request`. */
export interface CustomRun {
	kind: 'custom';
	run: (item: ItemContext, spec: RequestSpec) => Promise<Row | Row[]>;
	concurrency?: number;
	concurrencyKey?: ConcurrencyKey;
}

export interface BulkRule {
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
