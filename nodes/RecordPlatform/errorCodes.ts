/** What an error code means for the user. */
export interface KnownCode {
	/** What to do. */
	advice: string;
	/** The service changed nothing, and a retry may succeed. */
	transient?: boolean;
	/** A single record may have caused the error. */
	ofOneRecord?: boolean;
}

const signInFacts: Record<string, KnownCode> = {
	CB_AU01: {
		advice:
			'The request had no valid authentication. Check the credential. If you use a host of your own, also check the header names under Advanced Settings',
	},
	CB_WA01: {
		advice:
			'The login name or password is incorrect. Correct the credential before the next run, because the service may lock the user after several failed attempts',
	},
	GAIA_IA02: {
		advice:
			'The API token is not valid. Check that you copied it completely. To activate a new token, click "Update App" in the settings of its app',
	},
	GAIA_NO01: {
		advice:
			"Add a token of this app to the credential, or select the permission for this operation in the app's settings under API Token (View records, Add records, Edit records, Delete records, or Manage app) and update the app. Some operations don't support API tokens: use a password or OAuth2 for them",
	},
	CB_IL02: {
		advice:
			'The service could not read the authentication or another part of the request. Check the login name, the password, and the header names in the credential',
	},
	CB_NO02: {
		advice:
			'The signed-in user has no permission for the app, the record, or a field. If the app is in a guest space, also check the option Guest Space',
	},
};

const addressFacts: Record<string, KnownCode> = {
	GAIA_AP01: {
		advice:
			'Check the app. It may have been deleted, or it has never been deployed. The error can also be about the source app of a lookup',
	},
	GAIA_IL23: {
		advice:
			'The app or space is in a guest space. Set the option Guest Space to the ID of the space, or select the app or space by its URL',
	},
	GAIA_SP01: { advice: 'Check the ID of the space or template. It may have been deleted' },
	GAIA_TH01: { advice: 'Check the ID of the thread. It may have been deleted with its space' },
	GAIA_PL01: {
		advice:
			'Check the ID of the plugin. Get Many of the resource Plugin lists the installed plugins',
	},
	GAIA_RE01: {
		advice: 'Check the record ID. The record may have been deleted, or it belongs to another app',
		ofOneRecord: true,
	},
	GAIA_RE02: { advice: 'Check the comment ID. The comment may have been deleted' },
	GAIA_BL01: {
		advice:
			'To download a file, use a file key from a record that was read right before. To attach a file, use a file key from an upload. To attach files of another record, pass them as returned by Get (with fileKey, name, contentType, and size), or use the File operation Copy to Record',
		ofOneRecord: true,
	},
	GAIA_CN01: {
		advice:
			'The cursor was read to the end, was deleted, or expired after ten minutes without use. Create a new one, or use Get Many, which manages its own cursor',
	},
	GAIA_FC01: { advice: "Check the field codes in the app's form settings" },
};

const valueFacts: Record<string, KnownCode> = {
	CB_IJ01: {
		advice: 'A part of the request is not valid JSON. Check the values that you entered as JSON',
	},
	GAIA_LO03: {
		advice:
			'The key field of the lookup is not unique in its source app. Prohibit duplicate values in that field, or use another key field',
		ofOneRecord: true,
	},
	GAIA_LO04: {
		advice:
			'A lookup found no record with this key in its source app. With API tokens, the credential also needs a token of the source app',
		ofOneRecord: true,
	},
	GAIA_CO02: {
		advice:
			'Somebody changed the record after it was read. Read it again and repeat the change, or leave the revision empty to skip the check',
		ofOneRecord: true,
	},
	GAIA_IL03: {
		advice:
			"The action is not available in the record's current status, or the user is not an assignee. Choose an action that is available in this status",
		ofOneRecord: true,
	},
	GAIA_ST02: { advice: "Turn on process management in the app's settings and update the app" },
	GAIA_OF02: {
		advice:
			'The feature is turned off. An administrator can turn it on in the update options of the service',
	},
	GAIA_SI01: {
		advice: 'Two rows of a table have the same row ID. Leave out the ID for new rows',
		ofOneRecord: true,
	},
};

const queryFacts: Record<string, KnownCode> = {
	GAIA_QU01: { advice: 'Remove "limit" from the query, and use Return All or Limit' },
	GAIA_QU02: {
		advice: 'Remove "offset" from the query, and use Return All, which can read more records',
	},
	GAIA_IQ03: {
		advice:
			"The field type doesn't support this operator. Use Is Any Of or Is None Of (in, not in) for choices, users, and statuses, and Contains (like) for long text",
	},
	GAIA_IQ07: { advice: 'Use Is Any Of (in) instead of Equals (=) for a field in a table' },
	GAIA_IQ10: {
		advice: 'The field has no such choice. Check the spelling in the form settings',
	},
	GAIA_IQ11: {
		advice:
			'The app has no field with a code that is used in the query. Use field codes instead of labels. They are case-sensitive',
	},
	GAIA_IQ23: {
		advice: 'The number of days in a date function is not valid. Use a smaller whole number',
	},
	GAIA_IQ25: { advice: 'The unit of a date function must be DAYS, WEEKS, MONTHS, or YEARS' },
	GAIA_IL08: {
		advice: 'A function in the query has the wrong number of arguments. Check the query',
	},
	GAIA_IR02: {
		advice: 'A field code with a dot must begin with the code of a related records field',
	},
};

const loadFacts: Record<string, KnownCode> = {
	GAIA_DA02: {
		advice: "The app's data was locked by another change. Run it again",
		transient: true,
	},
	GAIA_RE18: {
		advice: "The app's data was locked by another change. Run it again",
		transient: true,
	},
	GAIA_TO04: {
		advice:
			'The service accepts only 100 concurrent requests. Run it again, or run your workflows at different times',
		transient: true,
	},
	GAIA_TM12: {
		advice:
			'The service allows only ten open cursors. Wait up to ten minutes until unused cursors expire, or use Get Many without a sort order, which needs no cursor',
	},
};

const knownCodes: Record<string, KnownCode> = {
	...signInFacts,
	...addressFacts,
	...valueFacts,
	...queryFacts,
	...loadFacts,
};

/** What is known about a code. An unknown lookup error is treated like the known ones. */
export function knownCode(code: string): KnownCode | undefined {
	if (Object.hasOwn(knownCodes, code)) return knownCodes[code];
	if (code.startsWith('GAIA_IQ'))
		return { advice: 'Check the query: its fields, operators, and values' };
	if (code.startsWith('GAIA_LO'))
		return { advice: 'Check the value of the lookup field', ofOneRecord: true };
	return undefined;
}
