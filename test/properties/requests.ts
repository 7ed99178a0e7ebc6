import type { Exchange } from '../contract/relay';
import type { Combination, Condition } from '../../sandbox/record-platform/query/ast';
import { parseQuery } from '../../sandbox/record-platform/query/parser';

/** A request as a tree, in which text that came from a parameter is one leaf, whatever it holds. */
export interface RequestTree {
	method: string;
	/** Decoded. */
	segments: string[];
	/** Whether `.` or `..` is among them: whoever passes the request on would shorten its path. */
	climbs: boolean;
	/** In the query string or the body: a long query string is sent as a body. */
	parameters: unknown;
}

/** Files and cursors have keys that the service draws by lot. */
const KEY = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Each execution has another page for the answer of a question, and a key made of its URL. */
const ANSWER = /http:\/\/localhost:5678\/webhook-waiting\/\S+/;
const OF_QUESTION = /^[\da-z]{9,11}$/;

/** A service that reads no query refuses the request, so that it asks for nothing. */
const UNREADABLE = { unreadable: true };

export async function treeOf({ sent, target, bytes }: Exchange): Promise<RequestTree> {
	const [path = '', query] = target.split(/\?(.*)/s);
	const parameters: Record<string, unknown> = {};
	for (const [name, value] of new URLSearchParams(query)) {
		const [, list] = /^(.*)\[\d+\]$/.exec(name) ?? [];
		if (list === undefined) parameters[name] = parsed(name, value);
		else parameters[list] = [...((parameters[list] ?? []) as unknown[]), value];
	}
	const body = await bodyOf(sent.contentType ?? '', bytes);
	const steps = path.split('/').map(decodeURIComponent);
	// The name of an API has steps of its own.
	const isName = steps[3] === 'apis';
	return {
		method: sent.method,
		segments: isName ? [...steps.slice(0, 4), steps.slice(4).join('/')] : steps,
		climbs: steps.some((step) => /^\.\.?$/.test(step)),
		parameters:
			isObject(body) && !Array.isArray(body) ? { ...parameters, ...body } : (body ?? parameters),
	};
}

async function bodyOf(type: string, bytes: Buffer): Promise<unknown> {
	if (bytes.length === 0) return undefined;
	if (type.includes('json')) {
		return JSON.parse(bytes.toString('utf8'), (key, value: unknown) =>
			typeof value === 'string' ? parsed(key, value) : value,
		);
	}
	if (!type.startsWith('multipart/')) return bytes.toString('utf8');
	const form = await new Response(new Uint8Array(bytes), {
		headers: { 'content-type': type },
	}).formData();
	return [...form].map(([name, value]) => ({
		name,
		...(typeof value === 'string' ? { value } : { fileName: value.name, type: value.type }),
	}));
}

/** What is a query in a request is read as the service reads it. */
function parsed(name: string, value: string): unknown {
	if (name === 'notificationKey' && OF_QUESTION.test(value)) return 'the key of a question';
	if (name !== 'query') return value.replace(ANSWER, 'the page for the answer');
	try {
		return parseQuery(value);
	} catch {
		return UNREADABLE;
	}
}

/**
 * Whether a request is of the form of another: they differ in free leaves only, and in how many
 * entries a list has. Alternatives of a query are a list; what narrows it must all be there.
 */
export function fits(
	model: RequestTree,
	other: RequestTree,
	isFree: (leaf: string) => boolean,
): boolean {
	const matches = (one: unknown, two: unknown): boolean => {
		if (two === UNREADABLE) return true;
		if (isCondition(one) && isCondition(two)) return matchesCondition(one, two);
		if (Array.isArray(one) && Array.isArray(two)) {
			return one.length > 0 === two.length > 0 && two.every((b) => one.some((a) => matches(a, b)));
		}
		if (isObject(one) && isObject(two)) return matchesObject(one, two);
		const [leaf, given] = [String(one), String(two)];
		return (
			leaf === given || (KEY.test(leaf) && KEY.test(given)) || (!isObject(two) && isFree(leaf))
		);
	};
	const matchesCondition = (one: Condition, two: Condition): boolean => {
		if (one.kind === 'or' || two.kind === 'or') {
			return partsOf('or', two).every((b) => partsOf('or', one).some((a) => matches(a, b)));
		}
		if (one.kind === 'and' && two.kind === 'and') {
			return (
				two.parts.every((b) => one.parts.some((a) => matches(a, b))) &&
				one.parts.every((a) => two.parts.some((b) => matches(a, b)))
			);
		}
		return matchesObject(one, two);
	};
	const matchesObject = (one: object, two: object): boolean => {
		const entries = Object.entries(one);
		return (
			Object.entries(two).every(([key, b]) =>
				entries.some(([name, a]) => (name === key || isFree(name)) && matches(a, b)),
			) && entries.every(([name]) => isFree(name) || Object.hasOwn(two, name))
		);
	};
	const { segments: ways, ...rest } = model;
	const { segments, ...others } = other;
	return (
		ways.length === segments.length &&
		segments.every((segment, at) => matches(ways[at], segment)) &&
		matches(rest, others)
	);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isCondition = (value: unknown): value is Condition =>
	isObject(value) && 'kind' in value && ['and', 'or', 'comparison'].includes(String(value.kind));

const partsOf = (kind: Combination['kind'], condition: Condition): Condition[] =>
	condition.kind === kind ? condition.parts : [condition];
