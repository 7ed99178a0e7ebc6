import type { Reply } from '../types';

/** Status and wording per code; statuses are those of facts section 6. */
const catalogue = {
	GRN_REST_API_00001: [401, 'Authentication failed.', 'Check the authorization header.'],
	GRN_REST_API_00003: [401, 'Authentication failed.', 'Send a login name and a password.'],
	GRN_REST_API_00005: [401, 'Authentication failed.', 'Check the access token.'],
	GRN_REST_API_00006: [401, 'Authentication failed.', 'Refresh the access token.'],
	GRN_REST_API_00007: [401, 'Authentication failed.', 'Use a token with the scope needed.'],
	FW00007: [401, 'Sign-in failed.', 'Check the login name and the password.'],
	FW00008: [401, 'Sign-in failed.', 'Ask the administrator to activate the user.'],
	SLASH_OA08: [401, 'The access token was not found.', 'Authorize the client again.'],
	GRN_REST_API_00101: [400, 'Invalid input.', 'Check the path.'],
	GRN_REST_API_00102: [405, 'Invalid input.', 'Use a method this path offers.'],
	GRN_REST_API_00103: [415, 'Invalid header.', 'Send Content-Type: application/json.'],
	GRN_REST_API_00105: [400, 'Invalid input.', 'Send a JSON object.'],
	GRN_REST_API_00201: [400, 'Invalid parameter.', 'Add the parameter.'],
	GRN_REST_API_00202: [400, 'Invalid parameter.', 'Correct the value.'],
	GRN_REST_API_00203: [400, 'Invalid parameter.', 'Correct the order of the two values.'],
	GRN_REST_API_00204: [400, 'Invalid parameter.', 'Correct the order of the two values.'],
	GRN_REST_API_00205: [400, 'Invalid parameter.', 'Add the parameter that goes with it.'],
	GRN_REST_API_00206: [400, 'Invalid parameter.', 'Name something that exists.'],
	GRN_REST_API_00207: [400, 'You cannot do this.', 'Ask those who manage it for the right.'],
	GRN_REST_API_00209: [400, 'Invalid input.', 'Shorten the value.'],
	GRN_REST_API_00210: [400, 'Invalid input.', 'Raise the value.'],
	GRN_REST_API_00211: [400, 'Invalid input.', 'Lower the value.'],
	GRN_REST_API_00212: [400, 'Invalid parameter.', 'Use one of the values allowed.'],
	GRN_REST_API_00213: [400, 'Invalid parameter.', 'Use one of the types allowed.'],
	GRN_REST_API_00214: [400, 'Invalid parameter.', 'Add one of the keys.'],
	GRN_REST_API_00216: [400, 'Invalid parameter.', 'Add one of the parameters.'],
	GRN_REST_API_00220: [400, 'Invalid parameter.', 'Write the date as RFC 3339 says.'],
	GRN_REST_API_00221: [400, 'Invalid parameter.', 'Use one of the time zones of the service.'],
	GRN_REST_API_00223: [400, 'Invalid parameter.', 'Set one of the two.'],
	GRN_REST_API_00224: [400, 'Invalid parameter.', 'Give end, or set isStartOnly to true.'],
	GRN_REST_API_00225: [400, 'Invalid input.', 'Rename the file.'],
	GRN_REST_API_00226: [400, 'Invalid input.', 'Use another value.'],
	GRN_CMMN_00022: [403, 'You cannot do this.', 'Ask an administrator of the application.'],
	GRN_CMMN_00105: [404, 'The user was not found.', 'Check the user.'],
	GRN_CMMN_00106: [520, 'The organization was not found.', 'Check the organization.'],
	GRN_SCHD_13001: [404, 'The appointment was not found.', 'It may have been deleted.'],
	GRN_SCHD_13002: [403, 'You cannot view this appointment.', 'Ask one of its attendees.'],
	GRN_SCHD_13044: [403, 'You cannot change this appointment.', 'Ask one of its attendees.'],
	GRN_SCHD_13045: [403, 'You cannot delete this appointment.', 'Ask one of its attendees.'],
	GRN_SCHD_13203: [404, 'The facility was not found.', 'It may have been deleted.'],
	GRN_SCHD_13205: [400, 'The facility group was not found.', 'It may have been deleted.'],
	GRN_SCHD_13207: [400, 'The facility cannot be reserved.', 'Give the appointment a time.'],
	GRN_SCHD_13208: [400, 'The facility cannot be reserved.', 'Choose another time or facility.'],
	GRN_MSSG_15003: [400, 'The message was not found.', 'It may have been deleted.'],
	GRN_SPACE_00001: [400, 'The space was not found.', 'It may have been deleted.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ErrorCode = keyof typeof catalogue;

/** A refusal in the service's own words; `reason` says what was wrong with this request. */
export class GroupwareError extends Error {
	constructor(
		readonly errorCode: ErrorCode,
		readonly reason: string,
	) {
		super(`${errorCode}: ${reason}`);
	}

	toReply(): Reply {
		const [status, message, counterMeasure] = catalogue[this.errorCode];
		return errorReply(status, this.errorCode, message, this.reason, counterMeasure);
	}
}

/** The service's error body, with the code repeated in `X-Cybozu-Error` (facts section 6). */
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

export const unknownObject = (name: string) =>
	new GroupwareError('GRN_REST_API_00206', `What ${name} names does not exist.`);
