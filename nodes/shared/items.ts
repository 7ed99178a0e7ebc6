import type { IDataObject, IHttpRequestMethods, INode } from 'n8n-workflow';

import type { Connection } from './connection';
import type { InputError } from './errors';
import type { ReadCache } from './readCache';

/** An item, as conversions and custom runs see it. */
export interface ItemContext {
	readonly index: number;
	readonly json: IDataObject;
	/** The workflow's time zone, an IANA name. */
	readonly timeZone: string;
	/** When the execution started, in milliseconds since 1970: `today` is the same day for all its items. */
	readonly now: number;
	readonly node: INode;
	readonly connection: Connection;
	readonly operation: {
		name: string;
		method: IHttpRequestMethods;
		readOnly?: boolean;
		parameters: ReadonlyArray<{
			name: string;
			displayName: string;
			default: unknown;
			options?: readonly object[];
		}>;
	};
	/**
	 * The value of a node parameter for this item, as it has passed the gate (`input/gate.ts`); dots go into
	 * collections. Undefined if it isn't given, or if the person doesn't see it. Throws `InputError` for one
	 * that has not passed.
	 */
	read(name: string): unknown;
	/** What is wrong with the parameters of this item. */
	faults(): InputError[];
	/** Runs `load` once per execution and caches the result, also a failure. */
	once<T>(key: string, load: () => Promise<T>): Promise<T>;
	/**
	 * As `once`; for requests of single items and in batches, it can be what another execution of the last minute
	 * read with the same credential (see `ReadCache`).
	 */
	cached<T>(key: string, load: () => Promise<T>): Promise<T>;
	/** What `cached` gave for the key; undefined before. */
	peek(key: string): unknown;
	/** What executions with the same credential guess from others of the last minute. */
	readonly guesses: Pick<ReadCache, 'recall' | 'note'>;
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
	binary(property: string): BinaryFacts & {
		/** The bytes as Base64, unless n8n keeps them elsewhere: then their ID. */
		content?: string;
	};
	/** The bytes of a binary field, as Base64. */
	binaryBase64(property: string): Promise<string>;
	/** The page of n8n on which a person answers. In a loop, each round has a URL of its own. */
	readonly answerUrl: string;
	/** The names of the item's binary fields. */
	readonly binaryNames: string[];
}

export interface BinaryFacts {
	fileName: string;
	mimeType: string;
	/** Bytes, or a text such as `12 kB`, where n8n knows it. */
	size?: number | string | undefined;
}

/** A file to send that is read while it is sent. */
export interface FileSource extends BinaryFacts {
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
	/** The response has at least one of these keys (see `Endpoint.answer`). */
	answer?: readonly string[];
	/** Size of the file in a `file` response, if known. Any other size is an error. */
	bytes?: number;
	/** True if it can be sent twice without harm. */
	repeatable: boolean;
	/** A step of a read that can't be sent twice; the whole read can. */
	reads?: true;
	/** Sent and waited for although the execution was canceled: it frees what the service keeps open, or tells its ID. */
	afterCancel?: boolean;
	/** Accepts an incomplete response with a hint. By default, it is an error. */
	partial?: boolean;
	/** Error codes without a retry, because the caller handles them. */
	notAgainOn?: string[];
}

/** An item's request, and its part of the list that many items share where there is one. */
export interface Prepared<Element = unknown> {
	index: number;
	spec: RequestSpec;
	element: Element;
	/** More items of the element (see `BatchRun.groupBy`). */
	otherItems?: number[];
}

export interface Row {
	json: IDataObject;
	/** Binary fields by name. */
	files?: Record<string, FileContent>;
	/** For the incoming item with more files: whether it keeps its own of this name. */
	keeps?: (name: string) => boolean;
}

/** By default, name and type are those of the response. */
export interface FileContent extends Partial<BinaryFacts> {
	/** Base64 text, or a function that opens the file. */
	content: string | (() => Promise<FileReply>);
	/** The location of the file, for errors (`Record 17, field "Files"`). */
	about?: string;
}

export interface FileReply {
	/** A stream that fails if the file is incomplete or the service stops sending. */
	stream: AsyncIterable<Uint8Array>;
	contentType: string;
	/** From Content-Disposition, if present. */
	fileName?: string;
	/** Closes the connection of a file that was not read completely. */
	release(): void;
}
