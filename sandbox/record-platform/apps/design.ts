import type { RoundingMode } from '../decimal';
import type { Language } from '../../language';
import type { FormField, FormFields } from '../form';
import { namesIn } from '../texts';
import type { BuiltIn, Names } from '../texts/names';
import type { DesignParts, Entity, StoredFile } from './parts';

export interface ProcessEntity {
	entity: Entity;
	includeSubs: boolean;
}

export interface ProcessState {
	name: string;
	/** A number as a string; the state with the lowest index is the first. */
	index: string;
	assignee: { type: 'ONE' | 'ALL' | 'ANY'; entities: ProcessEntity[] };
}

export interface ProcessAction {
	name: string;
	from: string;
	to: string;
	filterCond: string;
	type: 'PRIMARY' | 'SECONDARY';
	executableUser?: { entities: ProcessEntity[] };
}

/** Process management as `GET app/status.json` tells it; states and actions are null when it was never set up. */
export interface Process {
	enable: boolean;
	states: Record<string, ProcessState> | null;
	actions: ProcessAction[] | null;
	/** Names changed since the last deploy, oldest first; the records follow when it is deployed. */
	renames?: { from: string; to: string }[];
}

/** General settings as `GET app/settings.json` tells them, the name aside. */
export interface AppSettings {
	description: string;
	icon: { type: 'PRESET'; key: string } | { type: 'FILE'; file: StoredFile };
	theme: string;
	titleField: { selectionMode: 'AUTO' | 'MANUAL'; code?: string };
	enableThumbnails: boolean;
	enableBulkDeletion: boolean;
	enableComments: boolean;
	enableDuplicateRecord: boolean;
	enableInlineRecordEditing: boolean;
	numberPrecision: { digits: string; decimalPlaces: string; roundingMode: RoundingMode };
	firstMonthOfFiscalYear: string;
}

/** One of the two sides of an app's settings. */
export interface Design {
	revision: string;
	name: string;
	fields: FormFields;
	process: Process;
	settings: AppSettings;
	/** Everything else that can be set. */
	parts: DesignParts;
}

/** The form every app starts with. */
function systemFields({ fields }: Names): FormFields {
	const built = (type: BuiltIn, more: Partial<FormField>): FormFields => {
		const [code, label] = fields[type];
		return { [code]: { type, code, label, ...more } };
	};
	const always = { noLabel: false };
	const switchedOff = { enabled: false };
	return {
		...built('RECORD_NUMBER', always),
		...built('CREATOR', always),
		...built('CREATED_TIME', always),
		...built('MODIFIER', always),
		...built('UPDATED_TIME', always),
		...built('STATUS', switchedOff),
		...built('STATUS_ASSIGNEE', switchedOff),
		...built('CATEGORY', switchedOff),
	};
}

/** The settings of a new app, named in the language of who makes it. */
export function initialDesign(name: string, language: Language = 'en'): Design {
	return {
		revision: '2',
		name,
		fields: systemFields(namesIn(language)),
		process: { enable: false, states: null, actions: null },
		parts: {},
		settings: {
			description: '',
			icon: { type: 'PRESET', key: 'APP72' },
			theme: 'WHITE',
			titleField: { selectionMode: 'AUTO' },
			enableThumbnails: true,
			enableBulkDeletion: false,
			enableComments: true,
			enableDuplicateRecord: true,
			enableInlineRecordEditing: true,
			numberPrecision: { digits: '16', decimalPlaces: '4', roundingMode: 'HALF_EVEN' },
			firstMonthOfFiscalYear: '4',
		},
	};
}

/** The states of an app, first one first. */
export function orderedStates(process: Process): ProcessState[] {
	return Object.values(process.states ?? {}).sort(
		(left, right) => Number(left.index) - Number(right.index),
	);
}
