/** What is known of an error code beyond the service's own words (facts: errors). */
export interface CodeFacts {
	/** What the person can do about it. */
	advice?: string;
	/** True when the service did nothing and another try may succeed. */
	transient?: boolean;
}

const NO_RIGHT =
	'The account may not do this with the event. Ask one of its attendees, or an administrator of the scheduler';
const NEEDS_ADMINISTRATOR =
	'Only a system administrator or an administrator of the application may do this. Use the credential of one';
const UNKNOWN_TOKEN = 'Open the credential, connect the account again and save it';

const signInFacts: Record<string, CodeFacts> = {
	GRN_REST_API_00001: {
		advice:
			'Check the user name and the password of the credential. After repeated tries the service may lock the account',
	},
	GRN_REST_API_00002: {
		advice:
			'The service took the call for one of a browser session, so it did not see the password. Check the header name in the credential, and that no gateway in between removes it',
	},
	GRN_REST_API_00003: {
		advice:
			'The service saw no user name and password. Check the header name in the credential, and that no gateway in between removes it',
	},
	GRN_REST_API_00004: { advice: 'The account has no licence for the service' },
	GRN_REST_API_00005: { advice: UNKNOWN_TOKEN },
	GRN_REST_API_00006: { advice: UNKNOWN_TOKEN },
	GRN_REST_API_00007: {
		advice:
			'The OAuth2 client was not given the scope for this call. Add the scope to the client and to the credential, then connect the account again',
	},
	FW00007: {
		advice:
			'Check the user name and the password of the credential. After repeated tries the service may lock the account. Accounts with two-factor authentication cannot sign in by password',
	},
	FW00008: { advice: 'The account is not active. An administrator can activate it' },
	SLASH_OA08: { advice: UNKNOWN_TOKEN },
	SLASH_LO02: {
		advice: 'The account is not active, or the service is overloaded. Run it again later',
	},
	GRN_CMMN_00003: { advice: 'An administrator has switched the application off' },
	GRN_CMMN_00004: { advice: 'The account may not use the application' },
	GRN_CMMN_00005: { advice: NEEDS_ADMINISTRATOR },
	GRN_CMMN_00022: { advice: NEEDS_ADMINISTRATOR },
};

const requestFacts: Record<string, CodeFacts> = {
	GRN_REST_API_00101: {
		advice:
			'The service does not know this call, or not this input. Check the base URL and the edition in the credential; an older package edition lacks newer calls',
	},
	GRN_REST_API_00104: {
		advice: 'Too many calls were running at once. Run it again, or spread the workflows over time',
		transient: true,
	},
	GRN_REST_API_00206: {
		advice:
			'Something that the call names does not exist, such as a user, a facility or a file. Choose it again from the list, or check its ID or code. In the package edition login names count only where the administrator publishes them; choose by ID there',
	},
	GRN_REST_API_00207: {
		advice: 'The account may not use something that the call names. Ask an administrator',
	},
	GRN_REST_API_00216: {
		advice:
			'The call needs one of several inputs and has none of them. An event needs at least one attendee or one facility',
	},
	GRN_REST_API_00209: { advice: 'Shorten the text that the service names' },
	GRN_REST_API_00220: {
		advice:
			'The service does not take this date. Package editions end at 2037-12-31. Write it like 2026-01-05 10:00',
	},
	GRN_REST_API_00221: { advice: 'Choose one of the time zones of the list' },
	GRN_REST_API_00225: { advice: 'Rename the file: the service does not take its name' },
};

const scheduleFacts: Record<string, CodeFacts> = {
	GRN_SCHD_13001: { advice: 'Check the ID of the event. It may have been deleted' },
	GRN_SCHD_13002: { advice: NO_RIGHT },
	GRN_SCHD_13043: { advice: NO_RIGHT },
	GRN_SCHD_13044: { advice: NO_RIGHT },
	GRN_SCHD_13045: { advice: NO_RIGHT },
	GRN_SCHD_13215: { advice: NO_RIGHT },
	GRN_SCHD_13369: { advice: NO_RIGHT },
	GRN_SCHD_13203: { advice: 'Check the ID of the facility. It may have been deleted' },
	GRN_SCHD_13207: {
		advice: 'Facilities can be reserved for a time only. Give the event a start and an end time',
	},
	GRN_SCHD_13208: {
		advice:
			'The facility is taken at that time. Choose another time or facility, or use "Find a Slot and Book It", which looks for a free one',
	},
	GRN_CMMN_00105: { advice: 'Check the user. The account may have been deleted' },
	GRN_CMMN_00106: { advice: 'Check the ID of the organization' },
};

const collaborationFacts: Record<string, CodeFacts> = {
	GRN_MSSG_15003: {
		advice:
			'Check the ID of the message. It may have been deleted, and only its sender and its recipients see it',
	},
	GRN_SPACE_00001: {
		advice: 'Check the ID of the space. It may have been deleted, or be one for its members only',
	},
};

const knownCodes: Record<string, CodeFacts> = {
	...signInFacts,
	...requestFacts,
	...scheduleFacts,
	...collaborationFacts,
};

export function factsOf(code: string): CodeFacts | undefined {
	return Object.hasOwn(knownCodes, code) ? knownCodes[code] : undefined;
}
