import {
	type Explanation,
	type FailedReply,
	type FieldReason,
	InputError,
	type Outcome,
	RequestError,
} from '../shared/errors';
import { quoteShort } from '../shared/messages';
import { turnedAway } from '../shared/transport/failure';

/** What to do, by the service's error code. */
const ADVICE: Record<string, string> = {
	CB_AU01:
		'The request had no valid authentication. Check the credential. If you use a host of your own, also check the header names under Advanced Settings',
	CB_WA01:
		'The login name or password is incorrect. Correct the credential before the next run, because the service may lock the user after several failed attempts',
	GAIA_IA02:
		'The API token is not valid. Check that you copied it completely. To activate a new token, click "Update App" in the settings of its app',
	GAIA_NO01:
		"Add a token of this app to the credential, or select the permission for this operation in the app's settings under API Token (View records, Add records, Edit records, Delete records, or Manage app) and update the app. Some operations don't support API tokens: use a password or OAuth2 for them",
	CB_IL02:
		'The service could not read the authentication or another part of the request. Check the login name, the password, and the header names in the credential',
	CB_NO02:
		'The signed-in user has no permission for the app, the record, or a field. If the app is in a guest space, also check the option Guest Space',
	GAIA_AP01:
		'Check the app. It may have been deleted, or it has never been deployed. The error can also be about the source app of a lookup',
	GAIA_IL23:
		'The app or space is in a guest space. Set the option Guest Space to the ID of the space, or select the app or space by its URL',
	GAIA_SP01: 'Check the ID of the space or template. It may have been deleted',
	GAIA_TH01: 'Check the ID of the thread. It may have been deleted with its space',
	GAIA_PL01:
		'Check the ID of the plugin. Get Many of the resource Plugin lists the installed plugins',
	GAIA_RE01: 'Check the record ID. The record may have been deleted, or it belongs to another app',
	GAIA_RE02: 'Check the comment ID. The comment may have been deleted',
	GAIA_RE20: 'Check the value. To create missing records, use Create or Update',
	GAIA_BL01:
		'To download a file, use a file key from a record that was read right before. To attach a file, use a file key from an upload. To attach files of another record, pass them as returned by Get (with fileKey, name, contentType, and size), or use the File operation Copy to Record',
	GAIA_CN01:
		'The cursor was read to the end, was deleted, or expired after ten minutes without use. Create a new one, or use Get Many, which manages its own cursor',
	GAIA_FC01: "Check the field codes in the app's form settings",
	CB_IJ01:
		'A part of the request has the wrong format. Check IDs, numbers, and values that you entered as JSON',
	GAIA_LO03:
		'The key field of the lookup is not unique in its source app. Prohibit duplicate values in that field, or use another key field',
	GAIA_LO04:
		'A lookup found no record with this key in its source app. With API tokens, the credential also needs a token of the source app',
	GAIA_CO02:
		'Somebody changed the record after it was read. Read it again and repeat the change, or leave the revision empty to skip the check',
	GAIA_IL03:
		"The action is not available in the record's current status, or the user is not an assignee. Choose an action that is available in this status",
	GAIA_SA01: 'The next status has several possible assignees. Select one in "Next Assignee"',
	GAIA_ST02: "Turn on process management in the app's settings and update the app",
	GAIA_OF02:
		'The feature is turned off. An administrator can turn it on in the update options of the service',
	GAIA_SI01: 'Two rows of a table have the same row ID. Leave out the ID for new rows',
	GAIA_QU01: 'Remove "limit" from the query, and use Return All or Limit',
	GAIA_QU02: 'Remove "offset" from the query, and use Return All, which can read more records',
	GAIA_IQ03:
		"The field type doesn't support this operator. Use Is Any Of or Is None Of (in, not in) for choices, users, and statuses, and Contains (like) for long text",
	GAIA_IQ07: 'Use Is Any Of (in) instead of Equals (=) for a field in a table',
	GAIA_IQ10: 'The field has no such choice. Check the spelling in the form settings',
	GAIA_IQ11:
		'The app has no field with a code that is used in the query. Use field codes instead of labels. They are case-sensitive',
	GAIA_IL08: 'A function in the query has the wrong number of arguments. Check the query',
	GAIA_IR02: 'A field code with a dot must begin with the code of a related records field',
	GAIA_DA02: "The app's data was locked by another change. Run it again",
	GAIA_RE18: "The app's data was locked by another change. Run it again",
	GAIA_TO04:
		'The service accepts only 100 concurrent requests. Run it again, or run your workflows at different times',
	GAIA_TM12:
		'The service allows only ten open cursors. Wait up to ten minutes until unused cursors expire, or use Get Many without a sort order, which needs no cursor',
};

/** Codes that no single record can have caused: the sign-in, the app, or a setting did. */
const OF_REQUEST = new Set([
	'GAIA_IA02',
	'GAIA_AP01',
	'GAIA_IL23',
	'GAIA_SP01',
	'GAIA_TH01',
	'GAIA_PL01',
	'GAIA_ST02',
	'GAIA_OF02',
]);

/** Codes after which nothing was changed, and a retry may succeed. */
const TRANSIENT = new Set(['GAIA_DA02', 'GAIA_RE18', 'GAIA_TO04']);

const CHECK_QUERY =
	'Check the query: its fields, operators, and values. Text needs straight double quotes, such as Name = "Sato"';

/** What to do about an error; undefined for an unknown code. */
export function adviceFor(code: string): string | undefined {
	if (Object.hasOwn(ADVICE, code)) return ADVICE[code];
	if (code.startsWith('GAIA_IQ')) return CHECK_QUERY;
	return code.startsWith('GAIA_LO') ? 'Check the value of the lookup field' : undefined;
}

/** Codes of the service. Gateways have codes too: `504`, `GATEWAY_TIMEOUT`. */
const OWN_CODE = /^(?:CB|GAIA|SLASH)_[A-Z0-9_]+$/;

interface ServiceError {
	code: string;
	message: string;
	/** A gateway may have changed it. */
	errors?: Record<string, { messages?: string | string[] } | null>;
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
			fields: fields.map(({ path, label, element: _, ...reason }) => ({
				...reason,
				path: `requests[${index}] ${path}`,
				label: `Step ${index + 1}, ${label ?? path}`,
			})),
		}),
	};
}

function isServiceError(body: unknown): body is ServiceError {
	const { code, message } = (body ?? {}) as Partial<ServiceError>;
	return typeof code === 'string' && typeof message === 'string';
}

function explained({ code, message, errors }: ServiceError, status: number): Explanation {
	const fields = Object.entries(errors ?? {}).map(([path, found]) => {
		const messages = [found?.messages ?? []].flat();
		return { ...readable(path), messages, ...(namesCode(messages) && { advice: CODES }) };
	});
	const advice = adviceFor(code);
	const isTransient = TRANSIENT.has(code) || (status === 429 && code !== 'GAIA_TM12');
	return {
		message,
		code,
		...(fields.length > 0 && { fields }),
		...(blamesRecords(code, status, fields) && { blames: 'elements' }),
		...(advice && { advice }),
		...(isTransient && { transient: true }),
	};
}

/** Whether the service doesn't know the code of a person, in English and Japanese alike. */
const namesCode = (messages: string[]) => /[(（]code ?[:：]/i.test(messages.join());
const CODES =
	'Use login names of users and codes of departments and groups instead of display names, or objects as the node returned them';

/** Whether single records may have caused the error: it names one, or it is about the data and names nothing. */
function blamesRecords(code: string, status: number, fields: FieldReason[]): boolean {
	if (fields.length > 0) return fields.some(({ element }) => element !== undefined);
	return [400, 404, 409].includes(status) && !OF_REQUEST.has(code) && !TRANSIENT.has(code);
}

/** Field codes have up to 128 characters, so a longer path isn't one. */
const LONGEST_PATH = 1000;

/** Labels of parameters by their paths in a request. */
const PARAMETERS = new Map([
	['comment.mentions', 'Mentions'],
	['comment.text', 'Text'],
	['updateKey.field', 'Match By'],
]);

/**
 * Reads the service's path of a field: `records[3].Amount.value` is field Amount of record 3,
 * `record.Lines.value[0].value.Price.value` is Price in row 1 of Lines, `record[Amount].value`
 * is Amount. The bare name of a request parameter is kept.
 */
export function readable(path: string): Omit<FieldReason, 'messages'> {
	if (path.length > LONGEST_PATH) return { path };
	const parameter = PARAMETERS.get(/^[a-zA-Z.]+/.exec(path)?.[0] ?? '');
	if (parameter) return { path, label: parameter };
	const record = /^record(?:s\[(\d+)\])?(?=[.[])(.*)$/s.exec(path);
	const listed = /^(?:ids|revisions)\[(\d+)\]$/.exec(path);
	if (listed) return { path, element: Number(listed[1]) };
	if (!record) return { path };
	const [, index, rest = ''] = record;
	const label = PARAMETERS.get(rest.slice(1)) ?? fieldLabel(rest);
	return { path, ...(label && { label }), ...(index !== undefined && { element: Number(index) }) };
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

/**
 * The problem with what else became of the item.
 * @param outcome what became of the request, if more is known of it
 */
export function withNote(problem: unknown, note: string, outcome?: Outcome): unknown {
	const known = outcome && { outcome };
	if (problem instanceof RequestError)
		return new RequestError({ ...problem.failure, note, ...known });
	if (!(problem instanceof InputError)) return problem;
	const { message, advice, options } = problem;
	const text = [advice, note].filter(Boolean).join('. ');
	return new InputError(message, text, known ? {} : options);
}
