export type EntityType =
	'USER' | 'GROUP' | 'ORGANIZATION' | 'FIELD_ENTITY' | 'CREATOR' | 'CUSTOM_FIELD';

export interface Entity {
	type: EntityType;
	/** Null for CREATOR. */
	code: string | null;
}

export interface AppRight {
	entity: Entity;
	includeSubs: boolean;
	appEditable: boolean;
	recordViewable: boolean;
	recordAddable: boolean;
	recordEditable: boolean;
	recordDeletable: boolean;
	recordImportable: boolean;
	recordExportable: boolean;
}

export interface RecordRight {
	filterCond: string;
	entities: {
		entity: Entity;
		includeSubs: boolean;
		viewable: boolean;
		editable: boolean;
		deletable: boolean;
	}[];
}

export interface FieldRight {
	code: string;
	entities: {
		entity: Entity;
		includeSubs: boolean;
		accessibility: 'READ' | 'WRITE' | 'NONE';
	}[];
}

/** One element of a form: a field, or a LABEL, SPACER or HR. Sizes are pixels as strings. */
export interface LayoutField {
	type: string;
	code?: string;
	label?: string;
	elementId?: string;
	size?: { width?: string; height?: string; innerHeight?: string };
}

export type LayoutRow =
	| { type: 'ROW'; fields: LayoutField[] }
	| { type: 'SUBTABLE'; code: string; fields: LayoutField[] }
	| { type: 'GROUP'; code: string; layout: { type: 'ROW'; fields: LayoutField[] }[] };

export interface View {
	id: string;
	index: string;
	type: 'LIST' | 'CALENDAR' | 'CUSTOM';
	name: string;
	filterCond: string;
	sort: string;
	builtinType?: 'ASSIGNEE';
	fields?: string[];
	date?: string;
	title?: string;
	html?: string;
	pager?: boolean;
	device?: 'DESKTOP' | 'ANY';
}

export interface Report {
	id: string;
	index: string;
	name: string;
	chartType: string;
	chartMode?: string;
	filterCond: string;
	aggregations: { type: string; code?: string }[];
	groups: { code: string; per?: string }[];
	sorts: { by: string; order: string }[];
	periodicReport: { active: boolean; period: Record<string, string> } | null;
}

export interface StoredFile {
	fileKey: string;
	name: string;
	contentType: string;
	size: string;
}

export type CustomizeEntry = { type: 'URL'; url: string } | { type: 'FILE'; file: StoredFile };

export interface Customize {
	scope: 'ALL' | 'ADMIN' | 'NONE';
	desktop: { js: CustomizeEntry[]; css: CustomizeEntry[] };
	mobile: { js: CustomizeEntry[]; css: CustomizeEntry[] };
}

export interface EntityTarget {
	entity: Entity;
	includeSubs: boolean;
}

export interface GeneralNotifications {
	notifications: (EntityTarget & {
		recordAdded: boolean;
		recordEdited: boolean;
		commentAdded: boolean;
		statusChanged: boolean;
		fileImported: boolean;
	})[];
	notifyToCommenter: boolean;
}

export interface RecordNotification {
	filterCond: string;
	title: string;
	targets: EntityTarget[];
}

export interface Reminder extends RecordNotification {
	timing: { code: string; daysLater: string; hoursLater?: string; time?: string };
}

export interface AppAction {
	id: string;
	index: string;
	name: string;
	destApp: { app: string; code: string };
	mappings: { srcType: 'FIELD' | 'RECORD_URL'; srcField?: string; destField: string }[];
	entities: Entity[];
	filterCond: string;
}

export interface CategoryNode {
	name: string;
	index: string;
	children: Record<string, CategoryNode>;
}

/**
 * The settings of one side of an app that records don't depend on. A part that is missing was never changed and has
 * the value `initialPart` tells; keys of maps are names.
 */
export interface DesignParts {
	adminNotes?: { content: string; includeInTemplateAndDuplicates: boolean };
	layout?: LayoutRow[];
	views?: Record<string, View>;
	reports?: Record<string, Report>;
	plugins?: { id: string; enabled: boolean }[];
	/** By plug-in ID. */
	pluginConfigs?: Record<string, Record<string, string>>;
	customize?: Customize;
	generalNotifications?: GeneralNotifications;
	recordNotifications?: RecordNotification[];
	reminders?: { notifications: Reminder[]; timezone: string };
	appRights?: AppRight[];
	recordRights?: RecordRight[];
	fieldRights?: FieldRight[];
	actions?: Record<string, AppAction>;
	categories?: { enabled: boolean; categories: Record<string, CategoryNode> };
	/** Codes that fields of the preview side have in production when they were renamed since the last deploy. */
	fieldOrigins?: Record<string, string>;
	/** Codes that fields deleted since the last deploy have in production. */
	droppedFields?: string[];
}

/** What an app has before a part is changed for the first time. */
export const INITIAL_PARTS = {
	adminNotes: { content: '', includeInTemplateAndDuplicates: false },
	views: {},
	reports: {},
	plugins: [],
	pluginConfigs: {},
	customize: {
		scope: 'ALL',
		desktop: { js: [], css: [] },
		mobile: { js: [], css: [] },
	},
	generalNotifications: { notifications: [], notifyToCommenter: true },
	recordNotifications: [],
	reminders: { notifications: [], timezone: 'UTC' },
	recordRights: [],
	fieldRights: [],
	actions: {},
	categories: { enabled: false, categories: {} },
	appRights: [
		rightOf({ type: 'CREATOR', code: null }, true),
		rightOf({ type: 'GROUP', code: 'everyone' }, false),
	],
} satisfies Required<Omit<DesignParts, 'layout' | 'fieldOrigins' | 'droppedFields'>>;

function rightOf(entity: Entity, everything: boolean): AppRight {
	return {
		entity,
		includeSubs: false,
		appEditable: everything,
		recordViewable: true,
		recordAddable: true,
		recordEditable: true,
		recordDeletable: true,
		recordImportable: everything,
		recordExportable: everything,
	};
}

type PartName = keyof typeof INITIAL_PARTS;

/** A part as it is, or as every app starts with it. */
export function partOf<Name extends PartName>(
	parts: DesignParts,
	name: Name,
): NonNullable<DesignParts[Name]> {
	return (parts[name] ?? INITIAL_PARTS[name]) as NonNullable<DesignParts[Name]>;
}
