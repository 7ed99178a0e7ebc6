import { randomInt } from 'node:crypto';
import type { Reply } from '../types';
import { english, type ErrorCode } from './texts/en';

/** What `errors` of an error body holds: call parameter or cell path → what is wrong with it. */
export type ErrorDetails = Record<string, { messages: string[] }>;

/**
 * Codes the service answers with (docs/api/record-platform.md, section 4). Not there, because what the service says
 * was not established: CB_OA01, CB_NF01, GAIA_CO03, GAIA_SP01, GAIA_TH01, GAIA_PL01, UNEXPECTED.
 */
const STATUS = {
	CB_VA01: 400,
	CB_IJ01: 400,
	CB_IL02: 400,
	CB_AU01: 401,
	CB_WA01: 401,
	CB_OA01: 401,
	CB_NO02: 403,
	CB_NF01: 404,
	GAIA_NO01: 403,
	GAIA_IA02: 400,
	GAIA_AP01: 404,
	GAIA_RE01: 404,
	GAIA_RE09: 400,
	GAIA_RE20: 404,
	GAIA_BL01: 404,
	GAIA_RE02: 400,
	GAIA_CN01: 404,
	GAIA_TM12: 429,
	GAIA_TO04: 429,
	GAIA_CO02: 409,
	GAIA_CO03: 409,
	GAIA_DA02: 400,
	GAIA_QU01: 400,
	GAIA_QU02: 400,
	GAIA_IQ03: 400,
	GAIA_IQ07: 400,
	GAIA_IQ10: 400,
	GAIA_IQ11: 400,
	GAIA_IQ23: 400,
	GAIA_IQ25: 400,
	GAIA_IL08: 400,
	GAIA_IR02: 400,
	GAIA_LO02: 400,
	GAIA_LO03: 400,
	GAIA_LO04: 400,
	GAIA_FC01: 400,
	GAIA_IL01: 400,
	GAIA_IL03: 400,
	GAIA_ST02: 400,
	GAIA_IL23: 400,
	GAIA_OF02: 400,
	GAIA_SA01: 400,
	GAIA_SI01: 400,
	GAIA_SP01: 404,
	GAIA_TH01: 404,
	GAIA_PL01: 404,
	UNEXPECTED: 520,
} as const satisfies Record<ErrorCode, number>;

/** An answer of the service that is an error. Thrown anywhere below the router; rolls back the transaction. */
export class ServiceError extends Error {
	readonly status: number;

	constructor(
		readonly code: ErrorCode,
		details: { message?: string; errors?: ErrorDetails } = {},
	) {
		super(details.message ?? english[code]);
		this.status = STATUS[code];
		this.errors = details.errors;
	}

	readonly errors: ErrorDetails | undefined;
}

/**
 * CB_VA01 with one complaint, keyed as docs/api/record-platform.md says in section 4 (`query`, `record.<code>.value`
 * …).
 */
export function invalid(key: string, ...messages: string[]): ServiceError {
	return new ServiceError('CB_VA01', { errors: { [key]: { messages } } });
}

/** GAIA_BL01 for a key that no file has, or one whose file is gone. */
export function fileNotFound(key: string): ServiceError {
	return new ServiceError('GAIA_BL01', { message: `The specified file (id: ${key}) not found.` });
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

	/**
	 * The failing call's status, and a body in which only its own entry is filled (docs/api/record-platform.md, section 4).
	 */
	reply({ message, errors }: Pick<ServiceError, 'message' | 'errors'>): Reply {
		const { status, code } = this.failure;
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
