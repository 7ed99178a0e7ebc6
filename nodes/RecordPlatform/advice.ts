/** What is known of an error code (facts: errors). */
export interface CodeFacts {
	/** What the person can do. */
	advice: string;
	/** The service did nothing and another try may succeed. */
	transient?: boolean;
	/** One record of several may be to blame while the others are fine. */
	ofOneRecord?: boolean;
}

const signInFacts: Record<string, CodeFacts> = {
	CB_AU01: {
		advice:
			'The call carried no sign-in that the service takes. Fill in the credential; behind a host of your own, check the header names under Advanced Settings',
	},
	CB_WA01: {
		advice:
			'The service does not know this login name and password. Correct the credential before the next run: after repeated tries the service may lock the account',
	},
	GAIA_IA02: {
		advice:
			'The service does not know the API token. A new token works only after "Update App" was pressed in the app\'s settings; also check that it was copied whole',
	},
	GAIA_NO01: {
		advice:
			"In the app's settings, under API Token, tick the box for this operation (View records, Add records, Edit records, Delete records or Manage app) and update the app, or add a token of this app to the credential. Some operations take no API tokens at all: sign in with a password or OAuth2 for those",
	},
	CB_NO02: {
		advice:
			'The signed-in user lacks a permission on the app, the record or a field. With an app in a guest space, also check the option Guest Space',
	},
};

const addressFacts: Record<string, CodeFacts> = {
	GAIA_AP01: {
		advice:
			'Check the app. It may have been deleted, or never been published; a lookup may point at such an app',
	},
	GAIA_IL23: {
		advice:
			'The app or space is in a guest space. Set the option Guest Space to the ID of the space, or choose the app or space by its URL',
	},
	GAIA_SP01: { advice: 'Check the ID of the space or template. It may have been deleted' },
	GAIA_TH01: { advice: 'Check the ID of the thread. It may have been deleted with its space' },
	GAIA_PL01: {
		advice: 'Check the ID of the plugin. Get Many of the resource Plugin lists what is installed',
	},
	GAIA_RE01: {
		advice: 'Check the record ID. The record may have been deleted, or belong to another app',
		ofOneRecord: true,
	},
	GAIA_RE02: { advice: 'Check the comment ID. The comment may have been deleted' },
	GAIA_BL01: {
		advice:
			'Take the file key from a record that was read just before. Keys from an upload serve for attaching only, keys from a record for downloading only. To write files of another record, give them as Get puts them out (with fileKey, name, contentType and size) to Create, Update or Create or Update, or use Copy to Record of the resource File',
		ofOneRecord: true,
	},
	GAIA_CN01: {
		advice:
			'The cursor is used up, deleted, or was not read for ten minutes. Create a new one, or use Get Many, which looks after its own cursor',
	},
	GAIA_FC01: { advice: "Check the field codes in the app's form settings" },
};

const valueFacts: Record<string, CodeFacts> = {
	CB_IJ01: {
		advice:
			'A part of the call is no JSON of the expected kind. Check the values that were sent as JSON',
	},
	GAIA_LO03: {
		advice:
			'The key field of the lookup is not unique in its source app. Prohibit duplicate values there, or look up by another field',
		ofOneRecord: true,
	},
	GAIA_LO04: {
		advice:
			'A lookup found no record with this key in its source app. With API tokens, the credential also needs a token of the source app',
		ofOneRecord: true,
	},
	GAIA_CO02: {
		advice:
			'Someone changed the record after it was read. Read it again and repeat the change, or leave the revision unchecked',
		ofOneRecord: true,
	},
	GAIA_IL03: {
		advice:
			"The action does not start at the record's present status, or the user is no assignee. Choose an action that is possible from there",
		ofOneRecord: true,
	},
	GAIA_ST02: { advice: "Switch on process management in the app's settings and update the app" },
	GAIA_OF02: {
		advice:
			'The feature is switched off. An administrator can switch it on among the update options',
	},
	GAIA_SI01: {
		advice: 'Two rows of a table have the same row ID. Leave the ID out for rows that are new',
		ofOneRecord: true,
	},
};

const queryFacts: Record<string, CodeFacts> = {
	GAIA_QU01: { advice: 'Leave "limit" out of the query, and use Return All or Limit' },
	GAIA_QU02: {
		advice: 'Leave "offset" out of the query, and use Return All, which has no such limit',
	},
	GAIA_IQ03: {
		advice:
			'The operator does not fit the type of the field. For choices, users and statuses use Is Any Of or Is None Of (in, not in); for long text use Contains (like)',
	},
	GAIA_IQ07: { advice: 'A field inside a table takes Is Any Of (in) instead of Equals (=)' },
	GAIA_IQ10: {
		advice: "The value is none of the field's options. Check its spelling in the form settings",
	},
	GAIA_IQ11: {
		advice:
			'A field of the query is not in the app. Use the field code, not the label, and check upper and lower case',
	},
	GAIA_IQ23: { advice: 'The number of days in a date function is not valid' },
	GAIA_IQ25: { advice: 'The unit of a date function must be DAYS, WEEKS, MONTHS or YEARS' },
	GAIA_IL08: { advice: 'A function of the query has the wrong number of arguments' },
	GAIA_IR02: { advice: 'A name with a dot must start with the code of a related-records list' },
};

const loadFacts: Record<string, CodeFacts> = {
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
			'More than 100 calls were running at once on the whole site. Run it again, or spread the workflows over time',
		transient: true,
	},
	GAIA_TM12: {
		advice:
			'Ten cursors are open on the whole site already. Each closes by itself ten minutes after its last use; Get Many without a sort order needs none',
	},
};

const knownCodes: Record<string, CodeFacts> = {
	...signInFacts,
	...addressFacts,
	...valueFacts,
	...queryFacts,
	...loadFacts,
};

/** What is known of a code. A lookup error that no fact names is treated as its family. */
export function factsOf(code: string): CodeFacts | undefined {
	if (Object.hasOwn(knownCodes, code)) return knownCodes[code];
	if (code.startsWith('GAIA_IQ'))
		return { advice: 'Check the query: its fields, operators and values' };
	if (code.startsWith('GAIA_LO'))
		return { advice: 'Check the value of the lookup field', ofOneRecord: true };
	return undefined;
}
