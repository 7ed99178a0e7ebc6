import type { ItemView, Parameter, Resource } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { PendingFile } from '../values/encode';
import { uploadFilesOf } from '../values/files';
import { changeSettings, language, readSettings } from './settings';

const PATH = '/k/v1/app/settings.json';

const get = readSettings({
	id: 'app.settings.get',
	value: 'get',
	name: 'Get',
	action: 'Get app settings',
	description: 'Read name, description, icon, theme and the other general settings of an app',
	path: PATH,
	lang: language,
});

const text = (value: unknown) => ((value ?? '') === '' ? undefined : String(value));

/** A switch of the app. */
function allowed(displayName: string, key: string, what: string): Parameter {
	return {
		displayName,
		name: key,
		type: 'boolean',
		default: true,
		description: `Whether ${what}`,
		send: { in: 'body', key },
	};
}

/** facts: `app.settings.update`. */
const settings: Parameter = {
	displayName: 'Settings',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'The settings to change; the others stay as they are',
	options: [
		allowed('Allow Bulk Deletion', 'enableBulkDeletion', 'many records can be deleted at once'),
		allowed('Allow Comments', 'enableComments', 'records can be commented on'),
		allowed('Allow Duplicating', 'enableDuplicateRecord', 'records can be duplicated'),
		allowed(
			'Allow Inline Editing',
			'enableInlineRecordEditing',
			'records can be edited in a view, without opening them',
		),
		{
			displayName: 'Decimal Places',
			name: 'decimalPlaces',
			type: 'number',
			default: 4,
			description: 'Digits after the decimal point in calculations',
			send: { in: 'body', key: 'numberPrecision.decimalPlaces', as: text },
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			typeOptions: { rows: 3 },
			default: '',
			description: 'What the app is for. HTML is allowed.',
			send: { in: 'body', key: 'description', keepEmpty: true },
		},
		{
			displayName: 'Digits',
			name: 'digits',
			type: 'number',
			default: 16,
			description: 'Digits in all in calculations',
			send: { in: 'body', key: 'numberPrecision.digits', as: text },
		},
		{
			displayName: 'First Month of Fiscal Year',
			name: 'firstMonthOfFiscalYear',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 12 },
			default: 1,
			description: 'Month in which the fiscal year begins',
			send: { in: 'body', key: 'firstMonthOfFiscalYear', as: text },
		},
		{
			displayName: 'Icon',
			name: 'icon',
			type: 'string',
			default: '',
			placeholder: 'e.g. APP60',
			description:
				'Key of one of the icons of the service, APP1 to APP90. Use either this or a picture of your own.',
			send: { in: 'body', key: 'icon', as: presetIcon },
		},
		{
			displayName: 'Icon Input Binary Field',
			name: 'iconBinaryPropertyName',
			type: 'string',
			default: 'data',
			hint: 'The name of the input binary field containing the picture to upload as icon',
			description: 'Use either this or the key of an icon of the service',
			send: { in: 'body', key: 'icon', as: uploadedIcon },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'Name of the app, 64 characters at the most',
			send: { in: 'body', key: 'name' },
		},
		{
			displayName: 'Rounding',
			name: 'roundingMode',
			type: 'options',
			default: 'HALF_EVEN',
			options: [
				{ name: 'Down', value: 'DOWN' },
				{ name: 'Half to Even', value: 'HALF_EVEN' },
				{ name: 'Up', value: 'UP' },
			],
			description: 'How calculations round',
			send: { in: 'body', key: 'numberPrecision.roundingMode' },
		},
		allowed('Show Thumbnails', 'enableThumbnails', 'pictures in records are shown small'),
		{
			displayName: 'Theme',
			name: 'theme',
			type: 'options',
			default: 'WHITE',
			options: [
				{ name: 'Black', value: 'BLACK' },
				{ name: 'Blue', value: 'BLUE' },
				{ name: 'Green', value: 'GREEN' },
				{ name: 'Red', value: 'RED' },
				{ name: 'White', value: 'WHITE' },
				{ name: 'Yellow', value: 'YELLOW' },
			],
			description: 'Colors of the app',
			send: { in: 'body', key: 'theme' },
		},
		{
			displayName: 'Title Field',
			name: 'titleField',
			type: 'string',
			default: '',
			description:
				'Code of the field whose value names a record. Empty: the service chooses the field.',
			send: { in: 'body', key: 'titleField', as: titleField },
		},
	],
};

function presetIcon(value: unknown) {
	const key = String(value ?? '').trim();
	return key === '' ? undefined : { type: 'PRESET', key };
}

/** There is one icon: of two that are named it would be left to chance which one is set. */
function uploadedIcon(value: unknown, item: ItemView) {
	if (presetIcon(item.read('settings.icon', '')) !== undefined) {
		throw new Refusal(
			'The app is to have two icons, one of the service and one from a binary field',
			'Remove either "Icon" or "Icon Input Binary Field"',
		);
	}
	return { type: 'FILE', file: new PendingFile(String(value)) };
}

function titleField(value: unknown) {
	if (value === undefined) return undefined;
	const code = String(value ?? '').trim();
	return code === '' ? { selectionMode: 'AUTO' } : { selectionMode: 'MANUAL', code };
}

const update = changeSettings({
	id: 'app.settings.update',
	value: 'update',
	name: 'Update',
	action: 'Update app settings',
	description: 'Change general settings of an app in its test environment',
	path: PATH,
	parameters: [settings],
	complete: async (item, draft) => await uploadFilesOf(draft.body, item),
});

export const appSettingsResource: Resource = {
	value: 'appSettings',
	name: 'App Setting',
	description: 'The general settings of an app',
	first: get.value,
	operations: [get, update],
};
