import type { Operation } from '../../../shared/catalogue';
import { listed } from '../../../shared/messages';
import { api } from '../../api';
import {
	type Field,
	type FormField,
	formFields,
	isEditable,
	isSystem,
	loadStatuses,
	type LookupSource,
	titleOf,
} from '../../codec/form';
import { app } from '../locators';
import { options } from '../parameters';
import { rights } from '../requirements';
import { appOf } from '../settingsOperations';
import { allTypes } from './types';

const NAMES = new Map(allTypes.map(({ name, value }) => [value, name.toLowerCase()]));

export const describe: Operation = {
	...api['form.fields.get'],
	// The test environment is for those who change forms.
	environment: 'production',
	admin: false,
	value: 'describe',
	name: 'Describe',
	action: 'Describe form',
	description:
		'Get the fields of an app as a short text for an AI model: names, codes, types, choices, and which can be written',
	rights: rights.readSettings,
	parameters: [app('query'), options()],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const form = formFields(await item.request(spec));
			const statuses = await loadStatuses(item);
			return { json: { app: appOf(item), form: describedForm(form, statuses) } };
		},
	},
};

/** Fields of process management, which every form has. */
const OF_PROCESS = ['STATUS', 'STATUS_ASSIGNEE'];

/** A line for each field that records have: `Channel (channel): drop-down, required, "Phone" and "Fair"`. */
export function describedForm(form: FormField[], statuses: string[]): string {
	const shown = form.filter(
		({ type }) => type !== 'GROUP' && (statuses.length > 0 || !OF_PROCESS.includes(type)),
	);
	return shown
		.flatMap((field) => [
			lineOf(field.type === 'STATUS' ? { ...field, choices: statuses } : field),
			...(field.columns ?? []).map((column) => `- ${lineOf(column)}`),
		])
		.join('\n');
}

function lineOf(field: FormField): string {
	const { type, required, unique, choices = [], lookup } = field;
	const isWritten = isEditable(field) && !isSystem(field);
	const facts = [
		NAMES.get(type) ?? type,
		lookup !== undefined && lookupText(lookup),
		isWritten ? required && 'required' : 'read-only',
		unique && 'no duplicates',
		choices.length > 0 && listed(choices),
	];
	return `${titleOf(field as Field)}: ${facts.filter(Boolean).join(', ')}`;
}

function lookupText(source: LookupSource | null): string {
	if (source === null) return 'lookup';
	const copied = source.copies.map(({ to }) => to);
	return `lookup of ${source.key} in app ${source.app}${copied.length > 0 ? ` that fills in ${listed(copied)}` : ''}`;
}
