/** Known facts about error codes (see docs/api/groupware.md). */
export interface KnownCode {
	/** What the person can do about it. */
	advice?: string;
	/** True when the service did nothing and another try may succeed. */
	transient?: boolean;
}

const NO_RIGHT =
	"You don't have permission to do this with the event. Ask one of its attendees, or a scheduler administrator";
const NEEDS_ADMINISTRATOR =
	"Only system administrators and administrators of the application can do this. Use an administrator's credential";
const UNKNOWN_TOKEN = 'Open the credential, reconnect it, and save it';

const signInFacts: Record<string, KnownCode> = {
	GRN_REST_API_00001: {
		advice:
			'Check the login name and password in the credential. The service may lock the user after several failed attempts',
	},
	GRN_REST_API_00002: {
		advice:
			"The service didn't find the password and expected a browser session. Check the header name in the credential, and that no gateway removes the header",
	},
	GRN_REST_API_00003: {
		advice:
			'The service received no login name and password. Check the header name in the credential, and that no gateway removes the header',
	},
	GRN_REST_API_00004: { advice: 'This user has no license for the service. Ask an administrator' },
	GRN_REST_API_00005: { advice: UNKNOWN_TOKEN },
	GRN_REST_API_00006: { advice: UNKNOWN_TOKEN },
	GRN_REST_API_00007: {
		advice:
			"The OAuth2 client doesn't have the scope for this request. Add the scope to the client and to the credential, then reconnect the credential",
	},
	FW00007: {
		advice:
			"Check the login name and password in the credential. The service may lock the user after several failed attempts. Users with two-factor authentication can't sign in with a password",
	},
	FW00008: { advice: 'This user is inactive. Ask an administrator to activate it' },
	SLASH_OA08: { advice: UNKNOWN_TOKEN },
	SLASH_LO02: {
		advice: 'This user is inactive, or the service is overloaded. Run it again later',
	},
	GRN_CMMN_00003: { advice: 'An administrator has turned off the application' },
	GRN_CMMN_00004: {
		advice: "You don't have permission to use the application. Ask an administrator",
	},
	GRN_CMMN_00005: { advice: NEEDS_ADMINISTRATOR },
	GRN_CMMN_00022: { advice: NEEDS_ADMINISTRATOR },
};

const requestFacts: Record<string, KnownCode> = {
	GRN_REST_API_00101: {
		advice:
			"The service doesn't support this request or its input. Check the base URL and the edition in the credential. Older package editions don't support newer requests",
	},
	GRN_REST_API_00104: {
		advice:
			'Too many requests were running at the same time. Run it again later, or schedule the workflows at different times',
		transient: true,
	},
	GRN_REST_API_00206: {
		advice:
			"A user, facility, file, or other ID in the request doesn't exist. Choose it again from the list, or check its ID or code. In the package edition, choose users by ID if login names are not public",
	},
	GRN_REST_API_00207: {
		advice: "You don't have permission to use something in the request. Ask an administrator",
	},
	GRN_REST_API_00216: {
		advice:
			'The request needs at least one of several inputs. For example, an event needs at least one attendee or facility',
	},
	GRN_REST_API_00209: { advice: 'Shorten the text named in the message' },
	GRN_REST_API_00220: {
		advice:
			"The service doesn't accept this date. The last date in package editions is 2037-12-31. Use a date such as 2026-01-05 10:00",
	},
	GRN_REST_API_00221: { advice: 'Choose a time zone from the list' },
	GRN_REST_API_00225: { advice: "Rename the file. The service doesn't accept its name" },
};

const scheduleFacts: Record<string, KnownCode> = {
	GRN_SCHD_13001: { advice: 'Check the ID of the event. It may have been deleted' },
	GRN_SCHD_13002: { advice: NO_RIGHT },
	GRN_SCHD_13043: { advice: NO_RIGHT },
	GRN_SCHD_13044: { advice: NO_RIGHT },
	GRN_SCHD_13045: { advice: NO_RIGHT },
	GRN_SCHD_13215: { advice: NO_RIGHT },
	GRN_SCHD_13369: { advice: NO_RIGHT },
	GRN_SCHD_13203: { advice: 'Check the ID of the facility. It may have been deleted' },
	GRN_SCHD_13207: {
		advice: 'Facilities can be reserved only for events with a start and an end time. Set both',
	},
	GRN_SCHD_13208: {
		advice:
			'The facility is already reserved at that time. Choose another time or facility, or use "Find a Slot and Book It"',
	},
	GRN_CMMN_00105: { advice: 'Check the user, who may have been deleted' },
	GRN_CMMN_00106: { advice: 'Check the ID of the organization' },
};

const collaborationFacts: Record<string, KnownCode> = {
	GRN_MSSG_15003: {
		advice:
			'Check the ID of the message. It may have been deleted. Only its sender and recipients can see it',
	},
	GRN_SPACE_00001: {
		advice:
			'Check the ID of the space. It may have been deleted, or it may be open to members only',
	},
};

const knownCodes: Record<string, KnownCode> = {
	...signInFacts,
	...requestFacts,
	...scheduleFacts,
	...collaborationFacts,
};

export function knownCode(code: string): KnownCode | undefined {
	return Object.hasOwn(knownCodes, code) ? knownCodes[code] : undefined;
}
