import type { Language } from '../language';
import type { Reply } from '../types';
import { textsOf } from './texts';
import type { ErrorCode } from './texts/en';

export type { ErrorCode };

/** Status per code (docs/api/groupware.md, section 6). */
const statuses = {
	GRN_REST_API_00001: 401,
	GRN_REST_API_00003: 401,
	GRN_REST_API_00005: 401,
	GRN_REST_API_00006: 401,
	GRN_REST_API_00007: 401,
	FW00007: 401,
	FW00008: 401,
	SLASH_OA08: 401,
	GRN_REST_API_00101: 400,
	GRN_REST_API_00102: 405,
	GRN_REST_API_00103: 415,
	GRN_REST_API_00105: 400,
	GRN_REST_API_00201: 400,
	GRN_REST_API_00202: 400,
	GRN_REST_API_00203: 400,
	GRN_REST_API_00204: 400,
	GRN_REST_API_00205: 400,
	GRN_REST_API_00206: 400,
	GRN_REST_API_00207: 400,
	GRN_REST_API_00209: 400,
	GRN_REST_API_00210: 400,
	GRN_REST_API_00211: 400,
	GRN_REST_API_00212: 400,
	GRN_REST_API_00213: 400,
	GRN_REST_API_00214: 400,
	GRN_REST_API_00216: 400,
	GRN_REST_API_00220: 400,
	GRN_REST_API_00221: 400,
	GRN_REST_API_00223: 400,
	GRN_REST_API_00224: 400,
	GRN_REST_API_00225: 400,
	GRN_REST_API_00226: 400,
	GRN_CMMN_00022: 403,
	GRN_CMMN_00105: 404,
	GRN_CMMN_00106: 520,
	GRN_SCHD_13001: 404,
	GRN_SCHD_13002: 403,
	GRN_SCHD_13044: 403,
	GRN_SCHD_13045: 403,
	GRN_SCHD_13203: 404,
	GRN_SCHD_13205: 400,
	GRN_SCHD_13207: 400,
	GRN_SCHD_13208: 400,
	GRN_MSSG_15003: 400,
	GRN_SPACE_00001: 400,
} as const satisfies Record<ErrorCode, number>;

/** A refusal in the service's own words; `reason` says what was wrong with this request. */
export class GroupwareError extends Error {
	constructor(
		readonly errorCode: ErrorCode,
		readonly reason: string,
	) {
		super(`${errorCode}: ${reason}`);
	}

	toReply(language: Language): Reply {
		const { message, cause, counterMeasure } = textsOf(this.errorCode, this.reason, language);
		return errorReply(statuses[this.errorCode], this.errorCode, message, cause, counterMeasure);
	}
}

/** The service's error body, with the code repeated in `X-Cybozu-Error` (docs/api/groupware.md, section 6). */
export function errorReply(
	status: number,
	errorCode: string,
	message: string,
	cause: string,
	counterMeasure: string,
): Reply {
	return {
		status,
		headers: { 'X-Cybozu-Error': errorCode },
		body: { error: { errorCode, message, cause, counterMeasure } },
	};
}

export const missing = (name: string) =>
	new GroupwareError('GRN_REST_API_00201', `The parameter ${name} is required.`);

export const badValue = (name: string) =>
	new GroupwareError('GRN_REST_API_00202', `The value of ${name} is not valid.`);

export const notAmong = (name: string, allowed: readonly string[]) =>
	new GroupwareError('GRN_REST_API_00212', `${name} takes one of: ${allowed.join(', ')}.`);

export const mustAccompany = (name: string, other: string) =>
	new GroupwareError('GRN_REST_API_00205', `${name} is required when ${other} is given.`);

export const notAllowed = (reason: string) => new GroupwareError('GRN_REST_API_00226', reason);

export const tooLong = (name: string, most: number) =>
	new GroupwareError('GRN_REST_API_00209', `${name} is longer than ${most} characters.`);

export const tooSmall = (name: string, least: number) =>
	new GroupwareError('GRN_REST_API_00210', `${name} must be at least ${least}.`);

export const tooLarge = (name: string, most: number) =>
	new GroupwareError('GRN_REST_API_00211', `${name} must be at most ${most}.`);

export const unknownObject = (name: string) =>
	new GroupwareError('GRN_REST_API_00206', `What ${name} names does not exist.`);

/** Throws where neither people nor facilities are given. */
export function requireSomeone(attendees: unknown[], facilities: unknown[]): void {
	if (attendees.length > 0 || facilities.length > 0) return;
	const message = 'One of these parameters is required: attendees, facilities.';
	throw new GroupwareError('GRN_REST_API_00216', message);
}
