import type { Member } from '../member';
import type { ZonedTime } from '../time';

export const eventTypes = ['REGULAR', 'REPEATING', 'ALL_DAY', 'TEMPORARY'] as const;
export type EventType = (typeof eventTypes)[number];

export type Visibility = 'PUBLIC' | 'PRIVATE' | 'SET_PRIVATE_WATCHERS';

export const companyKeys = [
	'name',
	'zipCode',
	'address',
	'route',
	'routeTime',
	'routeFare',
	'phone',
] as const;
export type CompanyInfo = Partial<Record<(typeof companyKeys)[number], string>>;

export const daysOfWeek = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

export const repeatTypes = [
	'EVERY_DAY',
	'EVERY_WEEKDAY',
	'EVERY_WEEK',
	'EVERY_1STWEEK',
	'EVERY_2NDWEEK',
	'EVERY_3RDWEEK',
	'EVERY_4THWEEK',
	'EVERY_LASTWEEK',
	'EVERY_MONTH',
] as const;

/** How a series repeats, as the service tells it. */
export interface RepeatInfo {
	type: (typeof repeatTypes)[number];
	/** First and last day, `YYYY-MM-DD`. */
	period: { start: string; end: string };
	/** Begin and end of each occurrence, `HH:mm`. */
	time: { start: string; end: string };
	timeZone: string;
	isAllDay: boolean;
	isStartOnly: boolean;
	dayOfWeek?: (typeof daysOfWeek)[number];
	/** `1` to `31`, or `EOM` for the last day of the month. */
	dayOfMonth?: string;
	exclusiveDateTimes: Array<{ start: string; end: string }>;
}

/** When an event of one date is. `end` is missing exactly when it is start-only. */
export interface Timing {
	start: ZonedTime;
	end: ZonedTime | undefined;
	allDay: boolean;
	startOnly: boolean;
}

/** Everything of an event a writer decides. */
export interface EventContent {
	menu: string;
	subject: string;
	notes: string;
	visibility: Visibility;
	attendanceCheck: boolean;
	company: CompanyInfo;
	usingPurpose: string;
	additionalItem: string;
}

export interface Occurrence {
	repeatId: string | null;
	start: Date;
	end: Date;
	/** The facility of one candidate of a tentative event. */
	facilityId: number | null;
}

export interface Attendee extends Member {
	status: 'PENDING' | 'ACCEPTED' | 'DECLINED';
	comment: string;
}

export interface ReservedFacility {
	id: number;
	code: string;
	name: string;
	/** Set where the facility is used by application only. */
	usageStatus: 'IN_PROGRESS' | 'REJECTED' | 'APPROVED' | null;
}

export interface Attachment {
	id: number;
	name: string;
	contentType: string;
	size: number;
	key: string;
}

/** An event with all that hangs on it. */
export interface StoredEvent extends EventContent {
	id: number;
	type: EventType;
	creator: string;
	createdAt: Date;
	updater: string;
	updatedAt: Date;
	/** The zone its begin is told in. */
	zone: string;
	/** Undefined for repeating and tentative events. */
	timing: Timing | undefined;
	repeat: RepeatInfo | undefined;
	attendees: Attendee[];
	watchers: Member[];
	facilities: ReservedFacility[];
	attachments: Attachment[];
	/** Read for tentative events only. */
	candidates: Array<Occurrence & { facility: ReservedFacility | undefined }>;
}
