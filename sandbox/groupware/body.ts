import type { Call } from '../types';
import { badValue, GroupwareError } from './errors';
import { isObject } from '../input/readers';
import type { JsonObject } from './values';

/** Deeper than any body of the service; keeps recursion over it harmless. */
const deepest = 100;

/**
 * The JSON object a request carries, `{}` when it carries none. Throws GRN_REST_API_00103 for another
 * content type, but only where there is a body (docs/api/groupware.md, section 3), and 00105 for what is
 * no JSON object.
 */
export function readBody({ body, headers, upload }: Call): JsonObject {
	const type = String(headers['content-type'] ?? '');
	if (upload === undefined && body.length === 0) return {};
	if (!/^application\/json *(;|$)/i.test(type)) {
		throw new GroupwareError('GRN_REST_API_00103', 'The content type must be application/json.');
	}
	const parsed = parse(body);
	if (!isObject(parsed)) throw unreadable();
	inspect(parsed);
	return parsed;
}

function parse(body: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
	} catch {
		throw unreadable();
	}
}

function unreadable(): GroupwareError {
	return new GroupwareError('GRN_REST_API_00105', 'The body is not a JSON object.');
}

/** Refuses what the database can't store: text with a NUL, and nesting without end. */
function inspect(root: JsonObject): void {
	let level: Array<[string, unknown]> = Object.entries(root);
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > deepest) throw unreadable();
		level = level.flatMap(([name, value]) => {
			if (name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) {
				throw badValue(name.replaceAll('\0', ''));
			}
			return typeof value === 'object' && value !== null ? Object.entries(value) : [];
		});
	}
}
