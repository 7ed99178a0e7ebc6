import type { RepeatInfo } from '../events/model';
import type { Reading, ReadingName } from '../readings';
import type { RequestStatus, StepResult } from '../workflow/model';

/** What the groupware does from now on where nobody knows it, see `readings.ts`. */
export type Readings = { [Name in ReadingName]?: Reading<Name> };

/**
 * What a test or the demo world wants to be there and no caller of the API can make. People are named
 * by their login names; a time left out is now.
 */
export interface Scene extends Readings {
	forms?: readonly SceneForm[];
	requests?: SceneRequest[];
	/** New statuses of requests, by their IDs. */
	requestStatuses?: Array<{ id: string; status: RequestStatus }>;
	messages?: SceneMessage[];
	spaces?: SceneSpace[];
	bulletinCategories?: SceneBulletinCategory[];
	topics?: SceneTopic[];
	eventComments?: SceneEventComment[];
	presenceStatuses?: SceneStatus[];
	todoCategories?: SceneCategory[];
	todos?: SceneTodo[];
	notificationApps?: SceneNotificationApp[];
	notifications?: SceneNotification[];
	/** Login names of those who have read all their notifications. */
	notificationsRead?: string[];
	plugins?: ScenePlugin[];
	series?: SceneSeries[];
}

export interface SceneFile {
	name: string;
	/** Base64. */
	content: string;
}

export interface SceneMember {
	type: 'USER' | 'ORGANIZATION' | 'ROLE';
	code: string;
}

export interface SceneForm {
	name: string;
	items: Array<{
		type: string;
		name: string;
		/** Left out, its key is `$` and its number within the form. */
		code?: string;
	}>;
}

export interface SceneRequest {
	/** Id or name of its form. */
	form: number | string;
	name: string;
	number?: string;
	status: RequestStatus;
	applicant: string;
	/** Who handed it in for the applicant. */
	proxy?: string;
	isUrgent?: boolean;
	createdAt?: string;
	/** Values by item key in the form the API tells them, but files as they are sent. */
	items?: Record<string, unknown>;
	steps?: SceneStep[];
}

export interface SceneStep {
	/** Left out, its key is `$` and its number within the request. */
	code?: string;
	name: string;
	/** True unless said otherwise; the other kind is circulation. */
	isApprovalStep?: boolean;
	/** ALL unless said otherwise. */
	requirement?: 'ALL' | 'ONE';
	processors: Array<{
		user: string;
		proxy?: string;
		/** Left out while the processor has not acted. */
		result?: StepResult;
		comment?: string;
		operatedAt?: string;
	}>;
}

export interface SceneMessage {
	sender: string;
	title: string;
	body?: string;
	isHtmlBody?: boolean;
	isDraft?: boolean;
	acknowledgement?: boolean;
	operatorType?: 'ONLY_SENDER' | 'SELECT_USERS' | 'ALL_TO_RECIPIENTS';
	operators?: string[];
	recipients: string[];
	/** Those of the recipients who acknowledged it. */
	acknowledgedBy?: string[];
	createdAt?: string;
	/** Who changed it last, and when; left out for a message nobody changed. */
	updater?: string;
	updatedAt?: string;
	files?: SceneFile[];
}

export interface SceneSpace {
	name: string;
	isPublic?: boolean;
	category?: string;
	creator: string;
	/** The creator is one in any case. */
	members?: SceneMember[];
	createdAt?: string;
	discussions?: Array<{
		title: string;
		body?: string;
		isHtmlBody?: boolean;
		creator?: string;
		createdAt?: string;
		comments?: Array<{ body: string; creator?: string; createdAt?: string }>;
		files?: SceneFile[];
	}>;
}

export interface SceneBulletinCategory {
	name: string;
	description?: string;
	/** Name of the category that it is in. Default: the root. */
	parent?: string;
}

/** A topic of the bulletin board, or a draft of one. */
export interface SceneTopic {
	/** Name of its category. */
	category: string;
	subject: string;
	creator: string;
	body?: string;
	isHtmlBody?: boolean;
	/** Name of the sender as it was entered. */
	sender?: string;
	acknowledgement?: boolean;
	allowComments?: boolean;
	/** Login names of users who can change it, besides its creator. */
	operators?: string[];
	publicFrom?: string;
	publicUntil?: string;
	isDraft?: boolean;
	createdAt?: string;
	files?: SceneFile[];
}

export interface SceneEventComment {
	/** ID of the event. */
	event: string;
	creator: string;
	body: string;
	createdAt?: string;
	mentions?: Array<SceneMember | 'ATTENDEES'>;
}

/** A presence that an administrator added to `attend` and `absence`. */
export interface SceneStatus {
	code: string;
	name: string;
}

export interface SceneCategory {
	user: string;
	name: string;
}

export interface SceneTodo {
	user: string;
	subject: string;
	/** Name of one of the user's categories. */
	category?: string;
	dueDate?: string;
	priority?: 1 | 2 | 3;
	notes?: string;
	isCompleted?: boolean;
}

export interface SceneNotificationApp {
	code: string;
	/** Beginnings of the addresses that notifications may name. */
	urls: string[];
	isActive?: boolean;
}

export interface SceneNotification {
	/** `grn.schedule`, …: the applications of the groupware itself. */
	module: string;
	key: string;
	from: string;
	to: string[];
	title: string;
	body?: string;
	operation?: 'add' | 'modify' | 'remove';
	createdAt?: string;
	isRead?: boolean;
}

export interface ScenePlugin {
	id: string;
	isActive?: boolean;
	/** Everyone unless said otherwise. */
	appliedTo?: Array<SceneMember | 'Everyone' | 'LoginUser'>;
}

/** A repetition rule for an event that the API has made; the API cannot make series. */
export interface SceneSeries {
	/** Id of the event, which loses its own times. */
	event: string;
	repeatInfo: RepeatInfo;
}

/** What was made, in the order of the scene; ids as the API tells them. */
export interface Arranged {
	forms?: Array<{ id: string; items: string[] }>;
	requests?: Array<{ id: string; files: string[] }>;
	messages?: Array<{ id: string; files: string[] }>;
	spaces?: Array<{ id: string; discussions: Array<{ id: string; files: string[] }> }>;
	bulletinCategories?: Array<{ id: string }>;
	topics?: Array<{ id: string; files: string[] }>;
	eventComments?: Array<{ id: string }>;
	todoCategories?: Array<{ id: string }>;
	todos?: Array<{ id: string }>;
}
