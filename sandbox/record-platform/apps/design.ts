import type { RoundingMode } from '../decimal';
import type { FormFields } from '../form';
import type { DesignParts, Entity, StoredFile } from './parts';

export type Environment = 'production' | 'preview';

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
export function systemFields(): FormFields {
	const field = (type: FormFields[string]['type'], code: string, label: string): FormFields => ({
		[code]: { type, code, label, noLabel: false },
	});
	return {
		...field('RECORD_NUMBER', 'Record_number', 'Record number'),
		...field('CREATOR', 'Created_by', 'Created by'),
		...field('CREATED_TIME', 'Created_datetime', 'Created datetime'),
		...field('MODIFIER', 'Updated_by', 'Updated by'),
		...field('UPDATED_TIME', 'Updated_datetime', 'Updated datetime'),
		Status: { type: 'STATUS', code: 'Status', label: 'Status', enabled: false },
		Assignee: { type: 'STATUS_ASSIGNEE', code: 'Assignee', label: 'Assignee', enabled: false },
		Categories: { type: 'CATEGORY', code: 'Categories', label: 'Categories', enabled: false },
	};
}

export function initialDesign(name: string): Design {
	return {
		revision: '2',
		name,
		fields: systemFields(),
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
