import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Operation, Service } from './catalogue';
import type { Connection } from './connection';
import type { Failure } from './errors';
import { type Explanation, Failed, type FieldReason, Refusal } from './errors';

/** Where a failure belongs, for its words. */
export interface Place {
	node: INode;
	service: Service;
	operation?: Operation;
	connection?: Connection;
	/** Items of the failed request. */
	items: number[];
	/** The same by element, where several items have one in common. */
	elements?: number[][] | undefined;
}

/**
 * The error that a person reads: what happened in the service's words and code, to which
 * items and fields, and what to do. `note` tells what had been done before.
 */
export function nodeError(
	problem: unknown,
	place: Place,
	note?: string,
): NodeApiError | NodeOperationError {
	if (problem instanceof Failed) return apiError(problem.failure, place, note);
	if (problem instanceof NodeApiError || problem instanceof NodeOperationError) {
		problem.context.itemIndex ??= place.items[0];
		return problem;
	}
	const { message, advice } = problem as Partial<Refusal>;
	const text = `${message ?? String(problem)}${itemsSuffix(place.items)}`;
	const error = new NodeOperationError(place.node, text, { itemIndex: place.items[0] });
	error.message = text;
	error.description = sentences(advice, note);
	return error;
}

/** The error of a failed request. */
export function apiError(failure: Failure, place: Place, note?: string): NodeApiError {
	const { reply, explanation, subject } = failure;
	const { what, advice } = wording(failure, place);
	const items = blamedItems(explanation, place.items, place.elements);
	const message = `${subject ? `${subject}: ` : ''}${what}${itemsSuffix(items)}`;
	const error = new NodeApiError(place.node, { message } as JsonObject, {
		message,
		...(reply && { httpCode: String(reply.status) }),
		itemIndex: items[0],
		...(declared(failure) && { failure: declared(failure) }),
	});
	// n8n replaces messages that merely contain a system code such as EPERM ("updatePermissions").
	error.message = message;
	error.description = sentences(
		advice,
		otherFields(explanation),
		reply?.status === 403 && place.operation?.rights && `Needed: ${place.operation.rights}`,
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

function wording(failure: Failure, { service, connection, operation }: Place): Wording {
	const host = connection ? hostOf(connection.baseUrl) : 'the service';
	switch (failure.kind) {
		case 'cancelled':
			return { what: 'The execution was cancelled' };
		case 'credential':
			return {
				what: failure.detail ?? 'The credential could not be used',
				advice: 'Open the credential, test it and save it again',
			};
		case 'timeout':
		case 'network':
			return failure.reach === 'notSent'
				? unreachable(failure, host)
				: { ...lostConnection(failure), ...afterLoss(failure, operation) };
		case 'reply':
			return failure.explanation
				? { what: reason(failure.explanation), advice: failure.explanation.advice }
				: foreignReply(failure, service, host, operation);
	}
}

/** The service's message, or the first field that it names, with its code. */
function reason({ message, code, fields }: Explanation): string {
	const first = fields?.[0];
	const text = first ? fieldText(first) : message;
	return code && !text.includes(code) ? `${text} (${code})` : text;
}

function fieldText({ label, path, messages }: FieldReason): string {
	return `${label ? `Field "${label}"` : path}: ${messages.join(' ')}`;
}

function otherFields(explanation: Explanation | undefined): string | undefined {
	const others = explanation?.fields?.slice(1, 10) ?? [];
	return others.length > 0 ? `Also refused: ${others.map(fieldText).join('; ')}` : undefined;
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
			advice: 'Check the base URL of the credential for a misspelled name',
		};
	}
	return {
		what: `No connection to ${host} could be made (${networkCode ?? detail ?? 'no reason given'})`,
		advice: 'Check the base URL of the credential, the certificate and any proxy in between',
	};
}

function lostConnection({ kind, networkCode }: Failure): { what: string } {
	if (kind === 'timeout') return { what: 'The service did not answer in time' };
	if (networkCode === 'ERR_BAD_RESPONSE') return { what: 'The reply was cut short' };
	const code = networkCode ? ` (${networkCode})` : '';
	return { what: `The connection was lost after the request had been sent${code}` };
}

function afterLoss({ reach, attempts }: Failure, operation?: Operation): { advice: string } {
	if (reach === 'unknown') {
		return {
			advice: `What these items asked for may or may not have been done (${operation?.name ?? 'write'}). Look it up in the service before running them again`,
		};
	}
	return { advice: `Nothing was changed. It was tried ${attempts} times; run it again later` };
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
			what: `${host} redirected the call${target} instead of answering it`,
			advice:
				'Redirects are not followed, because they would carry the credential along. Check the base URL (https, the right host) and that the sign-in is allowed for the API',
		};
	}
	const page = typeof body === 'string' && /<html|<!doctype/i.test(body);
	const succeeded = status >= 200 && status < 300;
	const words = foreignWords(body);
	const what = succeeded
		? page
			? `${host} answered with a web page instead of the API's answer`
			: typeof body === 'string'
				? 'The reply was cut short or is no JSON'
				: `${host} answered with JSON that is not the API's answer${words && `: ${words}`}`
		: `${host} answered ${status} ${page ? 'with a web page' : words ? `with ${words}` : 'without a reason'}`;
	if (failure.reach === 'unknown') return { what, ...afterLoss(failure, operation) };
	return {
		what,
		advice: page
			? `The page does not come from the API of ${service.name}. Check the base URL; if it is right, the service may be down for maintenance or a gateway stands in between`
			: 'Run it again later; if it stays so, check the base URL of the credential',
	};
}

/** What JSON of a gateway says, in quotation marks; nothing where it has no words. */
function foreignWords(body: unknown): string {
	const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown };
	const words = [message, (error as { message?: unknown } | null)?.message, error].find(
		(one) => typeof one === 'string' && one !== '',
	);
	return words === undefined ? '' : quoteShort(words);
}

/** n8n's own word for a failure that the engine can act on. */
function declared({ kind, reply, explanation }: Failure) {
	if (kind === 'credential' || reply?.status === 401)
		return { cause: 'credential-invalid' as const };
	if (reply?.status === 429) return { cause: 'rate-limited' as const };
	if (explanation?.transient || reply?.status === 503) {
		return { cause: 'temporarily-unavailable' as const };
	}
	return undefined;
}

/** The items whose elements the service blames; all items of the request when it names none. */
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

/** Those of a request's items that a problem is about. */
export function toBlame(
	problem: unknown,
	{ items, elements }: Omit<Place, 'node' | 'service'>,
): number[] {
	const explanation = problem instanceof Failed ? problem.failure.explanation : undefined;
	return blamedItems(explanation, items, elements);
}

/** Whether nobody knows if the service has done what was asked. */
export function outcomeUnknown(problem: unknown): boolean {
	return problem instanceof Failed
		? problem.failure.reach === 'unknown'
		: problem instanceof Refusal && problem.outcomeUnknown;
}

/** Stretches of item numbers that are told one by one. */
const MOST_STRETCHES = 8;

/** Two thousand items of one lost request tell the same list. */
const suffixes = new WeakMap<number[], string>();

/** ` [item 12]`, ` [items 200–299, 301]`, ` [500 items of 0–999]`. */
export function itemsSuffix(items: number[]): string {
	const known = suffixes.get(items) ?? suffixOf(items);
	suffixes.set(items, known);
	return known;
}

function suffixOf(items: number[]): string {
	const sorted = [...new Set(items)].sort((a, b) => a - b);
	const [first] = sorted;
	if (first === undefined) return '';
	if (sorted.length === 1) return ` [item ${first}]`;
	const stretches: Array<{ from: number; to: number }> = [];
	for (const item of sorted) {
		const last = stretches.at(-1);
		if (last?.to === item - 1) last.to = item;
		else stretches.push({ from: item, to: item });
	}
	if (stretches.length > MOST_STRETCHES) {
		return ` [${sorted.length} items of ${first}–${sorted.at(-1)}]`;
	}
	return ` [items ${stretches.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')}]`;
}

function hostOf(url: string, fallback = 'the service'): string {
	try {
		return new URL(url).host;
	} catch {
		return fallback;
	}
}

/** Joins what there is to full sentences. */
function sentences(...parts: Array<string | false | undefined>): string | undefined {
	const text = parts
		.filter((part): part is string => typeof part === 'string' && part !== '')
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(' ');
	return text === '' ? undefined : text;
}

/** Characters of a value that a message repeats. */
const QUOTED = 80;

/** A value in quotation marks for a message; a long one is cut, an object is written as JSON. */
export function quoteShort(value: unknown): string {
	const text = typeof value === 'object' && value !== null ? jsonOf(value) : String(value ?? '');
	if (text.length <= QUOTED) return `"${text}"`;
	// Half of a surrogate pair would be an unreadable character.
	const cut = text.slice(0, QUOTED).replace(/[\uD800-\uDBFF]$/, '');
	return `"${cut}…"`;
}

function jsonOf(value: object): string {
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return String(value);
	}
}
