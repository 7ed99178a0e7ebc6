import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation, Service } from './catalogue';
import type { Connection } from './connection';
import {
	attempt,
	type Explanation,
	type Failure,
	type FieldReason,
	InputError,
	RequestError,
} from './errors';
import { isCertificateCode } from './transport/failure';

/** The context of a failure, for its message. */
export interface ErrorContext {
	node: INode;
	service: Service;
	operation?: Operation;
	connection?: Connection | undefined;
	/** Items of the failed request. */
	items: number[];
	/** The items of each element, if several items share one. */
	elements?: number[][] | undefined;
}

/**
 * The error that a person reads: what happened in the service's words and code, to which
 * items and fields, and what to do. `note` says what was done before.
 */
export function nodeError(
	problem: unknown,
	errorContext: ErrorContext,
	note?: string,
): NodeApiError | NodeOperationError {
	if (problem instanceof RequestError) return apiError(problem.failure, errorContext, note);
	if (problem instanceof NodeApiError || problem instanceof NodeOperationError) {
		problem.context.itemIndex ??= errorContext.items[0];
		return problem;
	}
	const { message, advice } = problem as Partial<InputError>;
	const text = `${message ?? String(problem)}${outcomeUnknown(problem) ? OPEN : ''}${itemsSuffix(errorContext.items)}`;
	const error = new NodeOperationError(errorContext.node, text, {
		itemIndex: errorContext.items[0],
	});
	error.message = text;
	error.description = sentences(advice, note);
	return error;
}

/** Message and advice of a problem as one text, where no node runs. */
export function errorText(problem: unknown, errorContext: ErrorContext): string {
	const { message, description } = nodeError(problem, errorContext);
	return sentences(message, description ?? undefined) ?? message;
}

/** In the message, too: n8n's error outputs have nothing else. */
const OPEN = ', so the request may have been carried out';

/** Whether the message of an error says that its request may have been carried out. */
export const isOpen = (message: string): boolean => message.includes(OPEN);

/** n8n's error for a request that failed. */
export function apiError(
	failure: Failure,
	errorContext: ErrorContext,
	note?: string,
): NodeApiError {
	const { reply, explanation, subject } = failure;
	const { what, advice } = wording(failure, errorContext);
	const items = blamedItems(explanation, errorContext.items, errorContext.elements);
	const open = failure.outcome === 'unknown' ? OPEN : '';
	const cause = causeOf(failure);
	const message = `${subject ? `${subject}: ` : ''}${what}${open}${itemsSuffix(items)}`;
	const error = new NodeApiError(errorContext.node, { message } as JsonObject, {
		message,
		...(reply && { httpCode: String(reply.status) }),
		itemIndex: items[0],
		...(cause && { failure: { cause } }),
	});
	// n8n replaces messages that merely contain a system code such as EPERM ("updatePermissions").
	error.message = message;
	error.description = sentences(
		advice,
		otherFields(explanation),
		reply?.status === 403 &&
			errorContext.operation?.rights &&
			`Required: ${errorContext.operation.rights}`,
		failure.note,
		note,
	);
	error.context.data = {
		request: failure.request,
		...(explanation?.code && { code: explanation.code }),
		...(explanation?.fields && { fields: explanation.fields as unknown as JsonObject[] }),
	};
	return error;
}

interface Wording {
	what: string;
	advice?: string;
}

function wording(failure: Failure, { service, connection, operation }: ErrorContext): Wording {
	const host = connection ? hostOf(connection.baseUrl) : 'the service';
	switch (failure.kind) {
		case 'cancelled':
			return {
				what: 'The execution was canceled',
				...(failure.outcome === 'unknown' && afterLoss(failure, operation)),
			};
		case 'credential':
			return {
				what: failure.detail ?? 'The credential could not be used',
				advice: 'Open the credential, test it, and save it again',
			};
		case 'timeout':
		case 'network':
			return failure.outcome === 'notSent'
				? unreachable(failure, host)
				: { ...lostConnection(failure), ...afterLoss(failure, operation) };
		case 'reply':
			return failure.explanation
				? { what: reason(failure.explanation), advice: adviceIn(failure.explanation) }
				: foreignReply(failure, service, host, operation);
	}
}

/** The service's message, or the first field that it names, with its code. */
function reason({ message, code, fields }: Explanation): string {
	const first = fields?.[0];
	const text = first ? fieldText(first) : message;
	return code && !text.includes(code) ? `${text} (${code})` : text;
}

function adviceIn({ advice, fields = [] }: Explanation): string | undefined {
	return advice ?? fields.find((field) => field.advice !== undefined)?.advice;
}

function fieldText({ label, path, messages }: FieldReason): string {
	return `${label ? `Field "${label}"` : path}: ${messages.join(' ')}`;
}

function otherFields(explanation: Explanation | undefined): string | undefined {
	const others = explanation?.fields?.slice(1, 10) ?? [];
	return others.length > 0 ? `More errors: ${others.map(fieldText).join('; ')}` : undefined;
}

function unreachable({ networkCode, detail }: Failure, host: string): Wording {
	if (networkCode === 'ECONNREFUSED') {
		return {
			what: `${host} refused the connection`,
			advice: 'Check the base URL of the credential, its port, and that the service is running',
		};
	}
	if (networkCode === 'ENOTFOUND' || networkCode === 'EAI_AGAIN') {
		return {
			what: `The host ${host} was not found`,
			advice: 'Check the base URL of the credential for typing errors',
		};
	}
	if (/wrong version number/i.test(detail ?? '')) {
		return {
			what: `${host} doesn't use https on this port`,
			advice:
				'Check the port in the base URL of the credential. If the service has no https, begin the base URL with http://',
		};
	}
	if (/^ERR_OSSL_/.test(networkCode ?? '')) {
		return {
			what: `The client certificate of the credential can't be read (${networkCode})`,
			advice: 'Check the certificate, the private key, and the passphrase under Advanced Settings',
		};
	}
	if (networkCode !== undefined && isCertificateCode(networkCode)) {
		return {
			what: `The certificate of ${host} could not be verified (${networkCode})`,
			advice:
				'Check the base URL of the credential. If the certificate comes from an authority of your own, n8n must know it (NODE_EXTRA_CA_CERTS)',
		};
	}
	return {
		what: `Could not connect to ${host} (${networkCode ?? detail ?? 'unknown reason'})`,
		advice: 'Check the base URL of the credential, the certificate, and any proxy in between',
	};
}

function lostConnection({ kind, networkCode }: Failure): { what: string } {
	if (kind === 'timeout') return { what: "The service didn't answer in time" };
	if (networkCode === 'ERR_BAD_RESPONSE') return { what: 'The response was cut short' };
	const code = networkCode ? ` (${networkCode})` : '';
	return { what: `The connection was lost after the request was sent${code}` };
}

function afterLoss({ outcome, attempts }: Failure, operation?: Operation): { advice: string } {
	if (outcome === 'unknown') {
		return {
			advice: `${operation?.name ?? 'The request'} may or may not have succeeded for these items. Check them before you run it again`,
		};
	}
	return { advice: `This request changed nothing (attempts: ${attempts}). Run it again later` };
}

function foreignReply(
	failure: Failure,
	service: Service,
	host: string,
	operation?: Operation,
): Wording {
	const { status = 0, headers = {}, body } = failure.reply ?? {};
	if (status >= 300 && status < 400) {
		const target = headers.location ? ` to ${hostOf(headers.location, host)}` : '';
		return {
			what: `${host} redirected the request${target}`,
			advice:
				'Redirects are not followed, because they would send the credential to another address. Check the base URL (https, correct host) and that this sign-in is allowed for the API',
		};
	}
	const page = typeof body === 'string' && /<html|<!doctype/i.test(body);
	const words = foreignWords(body);
	const returned = `${host} returned ${status} ${page ? 'with a web page' : words ? `with ${words}` : 'without a reason'}`;
	if (status === 401 || status === 407) {
		return {
			what: returned,
			advice:
				'Something in front of the service asks for a sign-in. Check the base URL of the credential, and Basic authentication and the client certificate under Advanced Settings',
		};
	}
	const what = status >= 200 && status < 300 ? foreignSuccess(host, page, body, words) : returned;
	if (failure.outcome === 'unknown') return { what, ...afterLoss(failure, operation) };
	return {
		what,
		advice: page
			? `This page doesn't come from the ${service.name} API. Check the base URL. If it is correct, the service may be down for maintenance, or a gateway may have answered`
			: 'Run it again later. If it fails again, check the base URL of the credential',
	};
}

function foreignSuccess(host: string, page: boolean, body: unknown, words: string): string {
	if (page) return `${host} returned a web page instead of an API response`;
	if (typeof body === 'string') return 'The response was cut short or is not valid JSON';
	return `${host} returned JSON that is not an API response${words && `: ${words}`}`;
}

/** The quoted message in a gateway's JSON, or empty text. */
function foreignWords(body: unknown): string {
	const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
	const words = [message, (error as { message?: unknown } | null)?.message, error].find(
		(one) => typeof one === 'string' && one !== '',
	);
	return words === undefined ? '' : quoteShort(words);
}

/** n8n's name for a failure that its engine can act on. */
function causeOf({ kind, reply, explanation }: Failure) {
	if (kind === 'credential' || reply?.status === 401) return 'credential-invalid';
	if (reply?.status === 429) return 'rate-limited';
	const isTemporary = explanation?.transient || reply?.status === 503;
	return isTemporary ? 'temporarily-unavailable' : undefined;
}

/** The items of the elements named in the error, or all items of the request. */
function blamedItems(
	explanation: Explanation | undefined,
	items: number[],
	elements?: number[][],
): number[] {
	const named = (explanation?.fields ?? [])
		.flatMap(({ element = -1 }) => elements?.[element] ?? items[element])
		.filter((item): item is number => item !== undefined);
	return named.length > 0 ? [...new Set(named)].sort((a, b) => a - b) : items;
}

/** The items that an error is about: those that it names, else all of the request. */
export function toBlame(
	problem: unknown,
	{ items, elements }: Omit<ErrorContext, 'node' | 'service'>,
): number[] {
	const explanation = problem instanceof RequestError ? problem.failure.explanation : undefined;
	return blamedItems(explanation, items, elements);
}

/** Whether the request may or may not have succeeded. */
export function outcomeUnknown(problem: unknown): boolean {
	return problem instanceof RequestError
		? problem.failure.outcome === 'unknown'
		: problem instanceof InputError && problem.options.outcomeUnknown === true;
}

const MOST_STRETCHES = 8;

/** Cached, because all items of a lost request show the same list. */
const suffixes = new WeakMap<number[], string>();

/** ` [item 12]`, ` [items 200–299, 301]`, ` [500 items of 0–999]`. */
export function itemsSuffix(items: number[]): string {
	const known = suffixes.get(items) ?? (items.length === 0 ? '' : ` [${itemsText(items)}]`);
	suffixes.set(items, known);
	return known;
}

/** `item 12`, `items 200–299, 301`, `500 items of 0–999`. */
export function itemsText(items: number[]): string {
	const sorted = [...new Set(items)].sort((a, b) => a - b);
	const [first] = sorted;
	if (first === undefined) return '';
	if (sorted.length === 1) return `item ${first}`;
	const stretches: Array<{ from: number; to: number }> = [];
	for (const item of sorted) {
		const last = stretches.at(-1);
		if (last?.to === item - 1) last.to = item;
		else stretches.push({ from: item, to: item });
	}
	if (stretches.length > MOST_STRETCHES) {
		return `${sorted.length} items of ${first}–${sorted.at(-1)}`;
	}
	return `items ${stretches.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')}`;
}

function hostOf(url: string, fallback = 'the service'): string {
	return URL.canParse(url) ? new URL(url).host : fallback;
}

/** Joins the parts to full sentences. */
function sentences(...parts: Array<string | false | undefined>): string | undefined {
	const text = parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ');
	return text === '' ? undefined : text;
}

const QUOTED = 80;

/** A value in quotation marks for a message; a long one is cut, an object is JSON unless it refers to itself. */
export function quoteShort(value: unknown): string {
	const json = attempt(() => typeof value === 'object' && value && JSON.stringify(value));
	const text = String(('value' in json && json.value) || (value ?? ''));
	if (text.length <= QUOTED) return `"${text}"`;
	// Half of a surrogate pair would be an unreadable character.
	const cut = text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '');
	return `"${cut}…"`;
}

const MOST_LISTED = 10;

/** Quoted names as people write a list: `"A", "B" and "C"`; a long one is cut. */
export function listed(names: string[]): string {
	const quoted = names.map(quoteShort);
	if (names.length > MOST_LISTED) {
		return `${quoted.slice(0, MOST_LISTED).join(', ')} and ${names.length - MOST_LISTED} more`;
	}
	const last = quoted.pop() ?? '';
	return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last;
}

/** A number with its noun (`1 item`, `2,000 items`). */
export function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
