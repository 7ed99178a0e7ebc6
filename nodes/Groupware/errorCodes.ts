/** Code of the service for requests that it can take later. */
export const TOO_MANY_REQUESTS = 'GRN_REST_API_00104';

const NO_RIGHT =
	"You don't have permission to do this with the event. Ask one of its attendees, or a scheduler administrator";
const NEEDS_ADMINISTRATOR =
	"Only system administrators and administrators of the application can do this. Use an administrator's credential";
const UNKNOWN_TOKEN = 'Open the credential, reconnect it, and save it';

/** What a person can do about an error, by the service's code (see docs/api/groupware.md). */
export const advices = new Map(
	Object.entries({
		GRN_REST_API_00001:
			'Check the login name and password in the credential. The service may lock the user after several failed attempts',
		GRN_REST_API_00002:
			"The service didn't find the password and expected a browser session. Check the header name in the credential, and that no gateway removes the header",
		GRN_REST_API_00003:
			'The service received no login name and password. Check the header name in the credential, and that no gateway removes the header',
		GRN_REST_API_00004: 'This user has no license for the service. Ask an administrator',
		GRN_REST_API_00005: UNKNOWN_TOKEN,
		GRN_REST_API_00006: UNKNOWN_TOKEN,
		GRN_REST_API_00007:
			"The OAuth2 client doesn't have the scope for this request. Add the scope to the client and to the credential, then reconnect the credential",
		FW00007:
			"Check the login name and password in the credential. The service may lock the user after several failed attempts. Users with two-factor authentication can't sign in with a password",
		FW00008: 'This user is inactive. Ask an administrator to activate it',
		SLASH_OA08: UNKNOWN_TOKEN,
		SLASH_LO02: 'This user is inactive, or the service is overloaded. Run it again later',
		GRN_CMMN_00003: 'An administrator has turned off the application',
		GRN_CMMN_00004: "You don't have permission to use the application. Ask an administrator",
		GRN_CMMN_00005: NEEDS_ADMINISTRATOR,
		GRN_CMMN_00022: NEEDS_ADMINISTRATOR,
		GRN_REST_API_00101:
			"The service doesn't support this request or its input. Check the base URL and the edition in the credential. Older package editions don't support newer requests",
		[TOO_MANY_REQUESTS]:
			'Too many requests were running at the same time. Run it again later, or schedule the workflows at different times',
		GRN_REST_API_00206:
			"A user, facility, file, or other ID in the request doesn't exist. Choose it again from the list, or check its ID or code. In the package edition, choose users by ID if login names are not public",
		GRN_REST_API_00207:
			"You don't have permission to use something in the request. Ask an administrator",
		GRN_REST_API_00216:
			'The request needs at least one of several inputs. For example, an event needs at least one attendee or facility',
		GRN_REST_API_00209: 'Shorten the text named in the message',
		GRN_REST_API_00220:
			"The service doesn't accept this date. The last date in package editions is 2037-12-31. Use a date such as 2026-01-05 10:00",
		GRN_REST_API_00221: 'Choose a time zone from the list',
		GRN_REST_API_00225: "Rename the file. The service doesn't accept its name",
		GRN_SCHD_13001: 'Check the ID of the event. It may have been deleted',
		GRN_SCHD_13002: NO_RIGHT,
		GRN_SCHD_13043: NO_RIGHT,
		GRN_SCHD_13044: NO_RIGHT,
		GRN_SCHD_13045: NO_RIGHT,
		GRN_SCHD_13215: NO_RIGHT,
		GRN_SCHD_13369: NO_RIGHT,
		GRN_SCHD_13203: 'Check the ID of the facility. It may have been deleted',
		GRN_SCHD_13207:
			'Facilities can be reserved only for events with a start and an end time. Set both',
		GRN_SCHD_13208:
			'The facility is already reserved at that time. Choose another time or facility, or use "Find a Slot and Book It"',
		GRN_CMMN_00105:
			'Use the login name or the ID of the user, not the display name. The user may also have been deleted',
		GRN_CMMN_00106: 'Check the ID of the organization',
		GRN_MSSG_15003:
			'Check the ID of the message. It may have been deleted. Only its sender and recipients can see it',
		GRN_SPACE_00001:
			'Check the ID of the space. It may have been deleted, or it may be open to members only',
	}),
);
