/** The types of the fields that every app is made with. */
export type BuiltIn =
	| 'RECORD_NUMBER'
	| 'CREATOR'
	| 'CREATED_TIME'
	| 'MODIFIER'
	| 'UPDATED_TIME'
	| 'STATUS'
	| 'STATUS_ASSIGNEE'
	| 'CATEGORY';

/** What an app is made with, in one language. */
export interface Names {
	/** Code and label of each built-in field. */
	fields: Readonly<Record<BuiltIn, readonly [code: string, label: string]>>;
	/** First, second and last status of a process that was never set up. */
	statuses: readonly [string, string, string];
	/** From the first status, and to the last. */
	actions: readonly [string, string];
}
