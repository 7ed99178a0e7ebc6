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
	GAIA_RE20:
		'No record has this value in the field to match by. To create missing records, use Create or Update',
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
	GAIA_IQ23: 'The number of days in a date function is not valid. Use a smaller whole number',
	GAIA_IQ25: 'The unit of a date function must be DAYS, WEEKS, MONTHS, or YEARS',
	GAIA_IL08: 'A function in the query has the wrong number of arguments. Check the query',
	GAIA_IR02: 'A field code with a dot must begin with the code of a related records field',
	GAIA_DA02: "The app's data was locked by another change. Run it again",
	GAIA_RE18: "The app's data was locked by another change. Run it again",
	GAIA_TO04:
		'The service accepts only 100 concurrent requests. Run it again, or run your workflows at different times',
	GAIA_TM12:
		'The service allows only ten open cursors. Wait up to ten minutes until unused cursors expire, or use Get Many without a sort order, which needs no cursor',
};

/** Codes that a single record may have caused. */
const OF_ONE_RECORD = new Set([
	'GAIA_RE01',
	'GAIA_RE20',
	'GAIA_BL01',
	'GAIA_LO03',
	'GAIA_LO04',
	'GAIA_CO02',
	'GAIA_IL03',
	'GAIA_SI01',
	'GAIA_SA01',
]);

/** Codes after which nothing was changed, and a retry may succeed. */
const TRANSIENT = new Set(['GAIA_DA02', 'GAIA_RE18', 'GAIA_TO04']);

/** What an error code means for the user. */
export interface KnownCode {
	advice: string;
	transient: boolean;
	ofOneRecord: boolean;
}

/** What is known about a code. An unknown lookup error is treated like the known ones. */
export function knownCode(code: string): KnownCode | undefined {
	if (Object.hasOwn(ADVICE, code)) {
		return {
			advice: ADVICE[code] ?? '',
			transient: TRANSIENT.has(code),
			ofOneRecord: OF_ONE_RECORD.has(code),
		};
	}
	if (code.startsWith('GAIA_IQ')) {
		const advice = 'Check the query: its fields, operators, and values';
		return { advice, transient: false, ofOneRecord: false };
	}
	if (code.startsWith('GAIA_LO')) {
		const advice = 'Check the value of the lookup field';
		return { advice, transient: false, ofOneRecord: true };
	}
	return undefined;
}
