import type { Explanation, FailedReply, FieldReason } from '../shared/errors';
import { quoteShort } from '../shared/messages';
import { turnedAway } from '../shared/transport/failure';
import { knownCode } from './errorCodes';

/** Codes of the service. Gateways have codes too: `504`, `GATEWAY_TIMEOUT`. */
const OWN_CODE = /^(?:CB|GAIA|SLASH)_[A-Z0-9_]+$/;

/** The service's body of a refused request. */
interface ServiceError {
	code: string;
	message: string;
	errors?: Record<string, { messages?: string[] }>;
}

/**
 * The service's reason, or undefined if the body is not from the service (a gateway's page).
 * A refused bulk request is explained by the refused step.
 */
export function explain(reply: FailedReply): Explanation | undefined {
	const inHeader = reply.headers['x-cybozu-error'];
	if (isServiceError(reply.body)) {
		// Ignore a gateway's error body, unless the status alone shows the outcome.
		const own = turnedAway(reply) || inHeader !== undefined || OWN_CODE.test(reply.body.code);
		return own ? explained(reply.body, reply.status) : undefined;
	}
	const { results } = (reply.body ?? {}) as { results?: unknown };
	if (!Array.isArray(results)) return undefined;
	const index = results.findIndex(isServiceError);
	const refused: unknown = results[index];
	if (!isServiceError(refused)) return undefined;
	// A step can't be removed from the request, because it is one transaction.
	const { fields, blames: _blames, ...explanation } = explained(refused, reply.status);
	return {
		...explanation,
		message: `Step ${index + 1} of ${results.length}: ${explanation.message}`,
		...(fields && {
			fields: fields.map(({ path, label, messages }) => ({
				path: `requests[${index}] ${path}`,
				label: `Step ${index + 1}, ${label ?? path}`,
				messages,
			})),
		}),
	};
}

function isServiceError(body: unknown): body is ServiceError {
	const { code, message } = (body ?? {}) as Partial<ServiceError>;
	return typeof code === 'string' && typeof message === 'string';
}

function explained({ code, message, errors }: ServiceError, status: number): Explanation {
	const fields = Object.entries(errors ?? {}).map(([path, { messages = [] }]) => ({
		...readable(path),
		messages,
	}));
	const facts = knownCode(code);
	const advice = facts?.advice ?? (fields.some(namesCode) ? CODES : undefined);
	return {
		message,
		code,
		...(fields.length > 0 && { fields }),
		...(blamesRecords(code, status, fields) && { blames: 'elements' }),
		...(advice && { advice }),
		...((facts?.transient || (status === 429 && code !== 'GAIA_TM12')) && { transient: true }),
	};
}

/** Whether the service doesn't know the code of a person, in English and Japanese alike. */
function namesCode({ messages }: FieldReason): boolean {
	return messages.some((message) => /[(（]code ?[:：]/i.test(message));
}

const CODES =
	'Use login names of users and codes of departments and groups instead of display names, or objects as the node returned them';

/**
 * Whether single records may have caused the error: the code says so, or the code is
 * unknown and the status is about the data.
 */
function blamesRecords(code: string, status: number, fields: FieldReason[]): boolean {
	if (fields.some(({ element }) => element !== undefined)) return true;
	const facts = knownCode(code);
	if (facts) return facts.ofOneRecord === true;
	return !code.startsWith('CB_') && [400, 404, 409].includes(status);
}

/** Field codes have up to 128 characters, so a longer path isn't one. */
const LONGEST_PATH = 1000;

/** Labels of parameters by their paths in a request. */
const PARAMETERS: Record<string, string> = {
	'comment.mentions': 'Mentions',
	'comment.text': 'Text',
	'updateKey.field': 'Match By',
};

/**
 * Reads the service's path of a field: `records[3].Amount.value` is field Amount of record 3,
 * `record.Lines.value[0].value.Price.value` is Price in row 1 of Lines, `record[Amount].value`
 * is Amount. The bare name of a request parameter is kept.
 */
export function readable(path: string): Omit<FieldReason, 'messages'> {
	if (path.length > LONGEST_PATH) return { path };
	const parameter = PARAMETERS[/^[a-zA-Z.]+/.exec(path)?.[0] ?? ''];
	if (parameter) return { path, label: parameter };
	const record = /^record(?:s\[(\d+)\])?(?=[.[])(.*)$/s.exec(path);
	if (!record) return { path };
	const [, index, rest = ''] = record;
	const label = fieldLabel(rest);
	return {
		path,
		...(label && { label }),
		...(index !== undefined && { element: Number(index) }),
	};
}

/** `.Lines.value[0].value.Price.values[1].value` → `Lines, row 1, Price`. */
function fieldLabel(rest: string): string {
	const steps = rest.replace(/^\.record(?=[.[])(?!\.values?(?:\b|$))/, '');
	const cell =
		/^(?:\.(.+?)|\[(.+?)\])(?:\.value\[(\d+)\]\.value(?:\.(.+?)|\[(.+?)\]))?(?:\.values?(?:\[\d+\])?(?:\.value)?)?$/s.exec(
			steps,
		);
	if (!cell) return steps.replace(/^\./, '');
	const [, dotted, bracketed, row, inner, innerBracketed] = cell;
	const field = dotted ?? bracketed ?? '';
	return row === undefined ? field : `${field}, row ${Number(row) + 1}, ${inner ?? innerBracketed}`;
}

/** A search with Contains stops at 100,000 hits, so the list is incomplete. */
export function incomplete(headers: Record<string, string>): string | undefined {
	const warning = headers['x-cybozu-warning'];
	if (warning === undefined || !/filter aborted/i.test(warning)) return undefined;
	return `The search found too many records, so the list is incomplete: ${quoteShort(warning)}`;
}
