import type { Names } from './names';

/** What the service says to each code in English, where a request gives it nothing more to say. */
export const english = {
	CB_VA01: 'Missing or invalid input.',
	CB_IJ01: 'The JSON of the request is invalid.',
	CB_IL02: 'Illegal request.',
	CB_AU01: 'Please login.',
	CB_WA01:
		'Password authentication failed. The value in http header of X-Cybozu-Authorization is not valid.',
	CB_OA01: 'The OAuth token is invalid.',
	CB_NO02: 'No privilege to proceed.',
	CB_NF01: 'The requested API does not exist.',
	GAIA_NO01: 'The specified API token may not run this API.',
	GAIA_IA02: 'The specified API token does not exist.',
	GAIA_AP01: 'The app was not found. It may have been deleted.',
	GAIA_RE01: 'The specified record was not found.',
	GAIA_BL01: 'The specified file was not found.',
	GAIA_RE02: 'The specified comment does not exist. The comment may have been deleted.',
	GAIA_CN01: 'The specified cursor was not found.',
	GAIA_TM12: 'Too many cursors are open. At most 10 can be open at once.',
	GAIA_TO04: 'The number of concurrent API requests exceeds the limit.',
	GAIA_CO02: 'The revision is not the latest. Someone may have updated the record.',
	GAIA_CO03: 'The revision is not the latest. Someone may have updated the settings.',
	GAIA_DA02: 'The database is locked. Try again.',
	GAIA_QU01: 'limit must be 500 or less.',
	GAIA_QU02: 'offset must be 10,000 or less.',
	GAIA_IQ03: 'The operator cannot be used with this field.',
	GAIA_IQ07: 'The operators = and != cannot be used with a field of a table.',
	GAIA_IQ10: 'The value is not an option of the field.',
	GAIA_IQ11: 'The specified field was not found.',
	GAIA_IQ23: 'The day given to a date function is invalid.',
	GAIA_IQ25: 'The unit given to a date function is invalid.',
	GAIA_IL08: 'The number of arguments of a function is wrong.',
	GAIA_IR02: 'The field is not a list of related records.',
	GAIA_LO02: 'The field is the key of a lookup in another app.',
	GAIA_LO03: 'The key field of the lookup does not prohibit duplicate values.',
	GAIA_LO04: 'The lookup found no record with the given key.',
	GAIA_FC01: 'The specified field code was not found.',
	GAIA_IL01: 'The formula is wrong.',
	GAIA_IL03:
		'Failed to update the status. The settings or the status itself may have been changed by someone.',
	GAIA_ST02: 'Your request failed. The process management feature has been disabled.',
	GAIA_IL23: 'The app belongs to a guest space. Use the path of the guest space.',
	GAIA_OF02: 'The feature is switched off.',
	GAIA_SA01: 'Specify the assignee.',
	GAIA_SI01: 'Two rows of a table have the same ID.',
	GAIA_SP01: 'The space was not found. It may have been deleted.',
	GAIA_TH01: 'The thread was not found. It may have been deleted.',
	GAIA_PL01: 'The plug-in is not installed.',
	UNEXPECTED: 'An unexpected error occurred in the sandbox.',
} as const;

export type ErrorCode = keyof typeof english;

export const englishNames: Names = {
	fields: {
		RECORD_NUMBER: ['Record_number', 'Record number'],
		CREATOR: ['Created_by', 'Created by'],
		CREATED_TIME: ['Created_datetime', 'Created datetime'],
		MODIFIER: ['Updated_by', 'Updated by'],
		UPDATED_TIME: ['Updated_datetime', 'Updated datetime'],
		STATUS: ['Status', 'Status'],
		STATUS_ASSIGNEE: ['Assignee', 'Assignee'],
		CATEGORY: ['Categories', 'Categories'],
	},
	statuses: ['Not started', 'In progress', 'Completed'],
	actions: ['Start', 'Complete'],
};
