import type { Resource } from '../../shared/catalogue';
import { choices, textParameter } from '../../shared/parameters';
import { textOf } from '../../shared/input/text';
import { api } from '../api';
import { PendingFile } from '../codec/encode';
import { uploadFiles } from '../writing/files';
import { bodySwitch, bodyText, changedSettings } from './parameters';
import { changeSettings, language, readSettings } from './settingsOperations';

const get = readSettings({
	...api['app.settings.get'],
	value: 'get',
	name: 'Get',
	action: 'Get app settings',
	description: 'Get the name, description, icon, theme, and other general settings of an app',
	lang: language,
});

const update = changeSettings({
	...api['app.settings.update'],
	value: 'update',
	name: 'Update',
	action: 'Update app settings',
	description: 'Update general settings of an app in its test environment',
	parameters: [
		changedSettings(
			bodySwitch(
				'Allow Bulk Deletion',
				'enableBulkDeletion',
				'Whether many records can be deleted at once',
			),
			bodySwitch('Allow Comments', 'enableComments', 'Whether records can be commented on'),
			bodySwitch('Allow Duplicating', 'enableDuplicateRecord', 'Whether records can be duplicated'),
			bodySwitch(
				'Allow Inline Editing',
				'enableInlineRecordEditing',
				'Whether records can be edited in a view without opening them',
			),
			{
				displayName: 'Decimal Places',
				name: 'decimalPlaces',
				type: 'number',
				default: 4,
				description: 'Number of decimal places in calculations',
				send: { in: 'body', key: 'numberPrecision.decimalPlaces', as: String },
			},
			textParameter({
				displayName: 'Description',
				name: 'description',
				typeOptions: { rows: 3 },
				description: 'Description of the app. HTML is allowed.',
				send: { in: 'body', key: 'description', keepEmpty: true },
			}),
			{
				displayName: 'Digits',
				name: 'digits',
				type: 'number',
				default: 16,
				description: 'Total number of digits in calculations',
				send: { in: 'body', key: 'numberPrecision.digits', as: String },
			},
			{
				displayName: 'First Month of Fiscal Year',
				name: 'firstMonthOfFiscalYear',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 12 },
				default: 1,
				description: 'First month of the fiscal year',
				send: { in: 'body', key: 'firstMonthOfFiscalYear', as: String },
			},
			textParameter({
				displayName: 'Icon',
				name: 'icon',
				placeholder: 'e.g. APP60',
				description:
					'Key of a built-in icon, APP1 to APP90. An image of your own takes precedence.',
				send: { in: 'body', key: 'icon', as: presetIcon },
			}),
			{
				displayName: 'Icon Input Binary Field',
				name: 'iconBinaryPropertyName',
				type: 'string',
				default: 'data',
				hint: 'The name of the input binary field containing the image to upload as icon',
				send: { in: 'body', key: 'icon', as: uploadedIcon },
			},
			bodyText('Name', 'name', 'Name of the app, up to 64 characters'),
			{
				displayName: 'Rounding',
				name: 'roundingMode',
				...choices('HALF_EVEN', { DOWN: 'Down', HALF_EVEN: 'Half to Even', UP: 'Up' }),
				description: 'Rounding method for calculations',
				send: { in: 'body', key: 'numberPrecision.roundingMode' },
			},
			bodySwitch(
				'Show Thumbnails',
				'enableThumbnails',
				'Whether images in records are shown as thumbnails',
			),
			{
				displayName: 'Theme',
				name: 'theme',
				...choices('WHITE', {
					BLACK: 'Black',
					BLUE: 'Blue',
					GREEN: 'Green',
					RED: 'Red',
					WHITE: 'White',
					YELLOW: 'Yellow',
				}),
				description: 'Color theme of the app',
				send: { in: 'body', key: 'theme' },
			},
			textParameter({
				displayName: 'Title Field',
				name: 'titleField',
				description:
					'Code of the field whose value is the title of a record. If empty, the service selects the field.',
				send: { in: 'body', key: 'titleField', as: titleField },
			}),
		),
	],
	complete: async (item, spec) => await uploadFiles(spec.body, item),
});

function presetIcon(value: unknown) {
	const key = textOf(value, 'Icon').trim();
	return key === '' ? undefined : { type: 'PRESET', key };
}

function uploadedIcon(value: unknown) {
	return { type: 'FILE', file: new PendingFile(textOf(value, 'Icon Input Binary Field')) };
}

function titleField(value: unknown) {
	const code = textOf(value, 'Title Field').trim();
	return code === '' ? { selectionMode: 'AUTO' } : { selectionMode: 'MANUAL', code };
}

export const appSettingsResource: Resource = {
	value: 'appSettings',
	name: 'App Setting',
	admin: true,
	description: 'General settings of an app',
	operations: [get, update],
};
