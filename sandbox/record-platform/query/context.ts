import type { FormFields } from '../form';

/** Who asks, when and for what: all that a query means beyond its text and the form. */
export interface QueryContext {
	now: Date;
	/** The caller's zone (IANA name); TODAY() and its relatives count days in it. */
	timeZone: string;
	/** The caller's login code, what LOGINUSER() stands for. */
	login: string;
	/** Codes of the caller's organizations, the primary one first; empty when none is set. */
	organizations: string[];
	appId: string;
	/** With an app code, record numbers read `CODE-12`; without one any prefix is taken. */
	appCode?: string;
	/** Forms of the apps that related-record lists show, by app ID; `relatedApps` tells which are needed. */
	relatedForms?: Readonly<Record<string, FormFields>>;
	/** IDs of the related records that the caller may see, by app ID; an app left out shows all of its own. */
	relatedIds?: Readonly<Record<string, string[]>>;
	/** `cursor` refuses limit and offset, `condition` refuses order by as well. */
	mode?: 'records' | 'cursor' | 'condition';
}
