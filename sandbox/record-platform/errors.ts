import { randomInt } from 'node:crypto';
import type { Reply } from '../types';

/** What `errors` of an error body holds: call parameter or cell path → what is wrong with it. */
export type ErrorDetails = Record<string, { messages: string[] }>;

interface ErrorDefinition {
	status: number;
	message: string;
}

/**
 * Codes the service answers with, after the facts (record platform, section 4). Not in the facts, because what the
 * service says there was not established: CB_OA01, CB_NF01, GAIA_CO03, GAIA_SP01, GAIA_TH01, GAIA_PL01, UNEXPECTED.
 */
export const ERRORS = {
	CB_VA01: { status: 400, message: 'Missing or invalid input.' },
	CB_IJ01: { status: 400, message: 'The JSON of the request is invalid.' },
	CB_IL02: { status: 400, message: 'Illegal request.' },
	CB_AU01: { status: 401, message: 'Please sign in.' },
	CB_WA01: { status: 401, message: 'The login name or the password is wrong.' },
	CB_OA01: { status: 401, message: 'The OAuth token is invalid.' },
	CB_NO02: { status: 403, message: 'No privilege to proceed.' },
	CB_NF01: { status: 404, message: 'The requested API does not exist.' },
	GAIA_NO01: { status: 403, message: 'The specified API token may not run this API.' },
	GAIA_IA02: { status: 400, message: 'The specified API token does not exist.' },
	GAIA_AP01: { status: 404, message: 'The app was not found. It may have been deleted.' },
	GAIA_RE01: { status: 404, message: 'The specified record was not found.' },
	GAIA_BL01: { status: 404, message: 'The specified file was not found.' },
	GAIA_RE02: { status: 400, message: 'The specified comment was not found.' },
	GAIA_CN01: { status: 404, message: 'The specified cursor was not found.' },
	GAIA_TM12: { status: 429, message: 'Too many cursors are open. At most 10 can be open at once.' },
	GAIA_TO04: { status: 429, message: 'Too many API calls run at the same time.' },
	GAIA_CO02: {
		status: 409,
		message: 'The revision is not the latest. Someone may have updated the record.',
	},
	GAIA_CO03: {
		status: 409,
		message: 'The revision is not the latest. Someone may have updated the settings.',
	},
	GAIA_DA02: { status: 400, message: 'The database is locked. Try again.' },
	GAIA_QU01: { status: 400, message: 'limit must be 500 or less.' },
	GAIA_QU02: { status: 400, message: 'offset must be 10,000 or less.' },
	GAIA_IQ03: { status: 400, message: 'The operator cannot be used with this field.' },
	GAIA_IQ07: {
		status: 400,
		message: 'The operators = and != cannot be used with a field of a table.',
	},
	GAIA_IQ10: { status: 400, message: 'The value is not an option of the field.' },
	GAIA_IQ11: { status: 400, message: 'The specified field was not found.' },
	GAIA_IQ23: { status: 400, message: 'The day given to a date function is invalid.' },
	GAIA_IQ25: { status: 400, message: 'The unit given to a date function is invalid.' },
	GAIA_IL08: { status: 400, message: 'The number of arguments of a function is wrong.' },
	GAIA_IR02: { status: 400, message: 'The field is not a list of related records.' },
	GAIA_LO03: {
		status: 400,
		message: 'The key field of the lookup does not prohibit duplicate values.',
	},
	GAIA_LO04: { status: 400, message: 'The lookup found no record with the given key.' },
	GAIA_FC01: { status: 400, message: 'The specified field code was not found.' },
	GAIA_IL01: { status: 400, message: 'The formula is wrong.' },
	GAIA_IL03: {
		status: 400,
		message:
			'Failed to update the status. The settings or the status itself may have been changed by someone.',
	},
	GAIA_ST02: { status: 400, message: 'Process management is not enabled.' },
	GAIA_IL23: {
		status: 400,
		message: 'The app belongs to a guest space. Use the path of the guest space.',
	},
	GAIA_OF02: { status: 400, message: 'The feature is switched off.' },
	GAIA_SA01: { status: 400, message: 'Specify the assignee.' },
	GAIA_SI01: { status: 400, message: 'Two rows of a table have the same ID.' },
	GAIA_SP01: { status: 404, message: 'The space was not found. It may have been deleted.' },
	GAIA_TH01: { status: 404, message: 'The thread was not found. It may have been deleted.' },
	GAIA_PL01: { status: 404, message: 'The plug-in is not installed.' },
	UNEXPECTED: { status: 520, message: 'An unexpected error occurred in the sandbox.' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** An answer of the service that is an error. Thrown anywhere below the router; rolls back the transaction. */
export class ServiceError extends Error {
	readonly status: number;

	constructor(
		readonly code: ErrorCode,
		details: { message?: string; errors?: ErrorDetails } = {},
	) {
		super(details.message ?? ERRORS[code].message);
		this.status = ERRORS[code].status;
		this.errors = details.errors;
	}

	readonly errors: ErrorDetails | undefined;
}

/** CB_VA01 with one complaint, keyed as section 4 of the facts says (`query`, `record.<code>.value` …). */
export function invalid(key: string, ...messages: string[]): ServiceError {
	return new ServiceError('CB_VA01', { errors: { [key]: { messages } } });
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The 20 random characters every error body is identified by. */
export function errorId(): string {
	return Array.from({ length: 20 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('');
}

/** The JSON body of an error. */
export function errorBody(
	code: string,
	message: string,
	errors?: ErrorDetails,
): { code: string; id: string; message: string; errors?: ErrorDetails } {
	return { code, id: errorId(), message, ...(errors ? { errors } : {}) };
}

/** An error as the service sends it: JSON and the code in `X-Cybozu-Error`. */
export function errorReply(
	status: number,
	code: string,
	message: string,
	errors?: ErrorDetails,
): Reply {
	return {
		status,
		headers: { 'x-cybozu-error': code },
		body: errorBody(code, message, errors),
	};
}

/** The failure of one call of a bulk request. */
export class BulkError extends Error {
	constructor(
		readonly failure: ServiceError,
		private readonly index: number,
		private readonly count: number,
	) {
		super(failure.message);
	}

	/** The failing call's status, and a body in which only its place is filled (facts, section 4). */
	reply(): Reply {
		const { status, code, message, errors } = this.failure;
		return {
			status,
			headers: { 'x-cybozu-error': code },
			body: {
				results: Array.from({ length: this.count }, (_, index) =>
					index === this.index ? errorBody(code, message, errors) : {},
				),
			},
		};
	}
}
