import { api } from './api';
import { GroupwareError } from './errors';
import type { Edition, Operation } from './operation';
import type { OperationId } from './request';

/** The three paths a groupware can have (docs/api/groupware.md, section 1); an installation id is one path segment. */
const prefixes: ReadonlyArray<[RegExp, Edition]> = [
	[/^\/g(?=\/|$)/, 'cloud'],
	[/^\/scripts\/[^/]+\/grn\.exe(?=\/|$)/i, 'package'],
	[/^\/cgi-bin\/[^/]+\/grn\.cgi(?=\/|$)/i, 'package'],
];

export interface Address {
	edition: Edition;
	/** After `/api/v1`; undefined when the path lies elsewhere in the groupware. */
	path: string | undefined;
}

/** Takes the prefix off a path; undefined when it has none of a groupware. */
export function addressOf(path: string): Address | undefined {
	for (const [pattern, edition] of prefixes) {
		const prefix = pattern.exec(path)?.[0];
		if (prefix === undefined) continue;
		const rest = path.slice(prefix.length);
		return { edition, path: /^\/api\/v1(\/.*)$/.exec(rest)?.[1] };
	}
	return undefined;
}

const operations: ReadonlyArray<Operation & { id: OperationId }> = Object.values(api);

export interface Match {
	operation: (typeof operations)[number];
	parameters: Record<string, string>;
}

/** The operation at a path; throws GRN_REST_API_00101 for no such path, 00102 for no such method there. */
export function match(edition: Edition, method: string, path: string): Match {
	const segments = decoded(path);
	const found = operations.flatMap((operation) => {
		if (operation.cloudOnly && edition === 'package') return [];
		const parameters = parametersOf(operation.path, segments);
		return parameters === undefined ? [] : [{ operation, parameters }];
	});
	if (found.length === 0) throw unknownPath();
	const matched = found.find(({ operation }) => operation.method === method);
	if (matched === undefined) {
		throw new GroupwareError('GRN_REST_API_00102', `The method ${method} is not allowed here.`);
	}
	return matched;
}

export function unknownPath(): GroupwareError {
	return new GroupwareError('GRN_REST_API_00101', 'The path was not found.');
}

/** A trailing slash is taken as well (schedule.adminFacilityGroup.create, notes). */
function decoded(path: string): string[] {
	try {
		const segments = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
		if (segments.some((segment) => segment.includes('\0'))) throw unknownPath();
		return segments;
	} catch {
		throw unknownPath();
	}
}

function parametersOf(template: string, segments: string[]): Record<string, string> | undefined {
	const parts = template.split('/');
	if (parts.length !== segments.length) return undefined;
	const parameters: Record<string, string> = {};
	for (const [index, part] of parts.entries()) {
		const segment = segments[index] ?? '';
		if (!part.startsWith('{')) {
			if (part !== segment) return undefined;
		} else if (segment === '') return undefined;
		else parameters[part.slice(1, -1)] = segment;
	}
	return parameters;
}
