import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import type { AppSettings, Design } from './design';
import { fieldNotFound } from './entities';
import { readSettingsFile } from './files';
import type { OpenApp } from './store';

export const THEMES = [
	'WHITE',
	'CLIPBOARD',
	'BINDER',
	'PENCIL',
	'CLIPS',
	'RED',
	'GREEN',
	'BLUE',
	'YELLOW',
	'BLACK',
] as const;
const SWITCHES = [
	'enableThumbnails',
	'enableBulkDeletion',
	'enableComments',
	'enableDuplicateRecord',
	'enableInlineRecordEditing',
] as const;
const ROUNDING_MODES = ['HALF_EVEN', 'UP', 'DOWN'] as const;

/** Changes the general settings that were sent (docs/api: app.settings.update). */
export async function changeSettings(
	context: Context,
	app: OpenApp,
	design: Design,
	given: Parameters,
): Promise<void> {
	const { settings } = design;
	if (given.has('name')) design.name = given.text('name', { maximum: 64 });
	if (given.has('description')) {
		settings.description = given.optionalText('description', { maximum: 10_000 }) ?? '';
	}
	settings.theme = given.oneOf('theme', THEMES) ?? settings.theme;
	for (const name of SWITCHES) settings[name] = given.optionalBoolean(name) ?? settings[name];
	const icon = given.inside('icon');
	if (icon) settings.icon = await readIcon(context, app, icon, settings.icon);
	const title = given.inside('titleField');
	if (title) settings.titleField = readTitle(title, design);
	const precision = given.inside('numberPrecision');
	if (precision) settings.numberPrecision = readPrecision(precision, settings.numberPrecision);
	if (given.has('firstMonthOfFiscalYear')) {
		settings.firstMonthOfFiscalYear = whole(given, 'firstMonthOfFiscalYear', 1, 12);
	}
}

async function readIcon(
	context: Context,
	app: OpenApp,
	icon: Parameters,
	before: AppSettings['icon'],
): Promise<AppSettings['icon']> {
	const type = icon.oneOf('type', ['PRESET', 'FILE'] as const) ?? icon.missing('type');
	if (type === 'FILE') {
		const file = icon.inside('file') ?? icon.missing('file');
		const kept = before.type === 'FILE' ? [before.file] : [];
		return { type, file: await readSettingsFile(context, app.id, file, kept) };
	}
	const key = icon.text('key');
	const number = /^APP([1-9]\d?)$/.exec(key)?.[1];
	if (number === undefined || Number(number) > 90) {
		throw invalid(icon.path('key'), 'must be one of the enum value');
	}
	return { type, key };
}

function readTitle(title: Parameters, design: Design): AppSettings['titleField'] {
	const selectionMode =
		title.oneOf('selectionMode', ['AUTO', 'MANUAL'] as const) ?? title.missing('selectionMode');
	if (selectionMode === 'AUTO') return { selectionMode };
	const code = title.text('code');
	if (!Object.hasOwn(design.fields, code)) throw fieldNotFound(code);
	return { selectionMode, code };
}

function readPrecision(
	given: Parameters,
	before: AppSettings['numberPrecision'],
): AppSettings['numberPrecision'] {
	return {
		// How many digits the service allows is not established; beyond these, numbers could not be computed.
		digits: given.has('digits') ? whole(given, 'digits', 1, 1000) : before.digits,
		decimalPlaces: given.has('decimalPlaces')
			? whole(given, 'decimalPlaces', 0, 100)
			: before.decimalPlaces,
		roundingMode: given.oneOf('roundingMode', ROUNDING_MODES) ?? before.roundingMode,
	};
}

function whole(given: Parameters, name: string, minimum: number, maximum: number): string {
	return String(given.integer(name, { minimum, maximum, default: minimum }));
}

export function describeSettings({ design }: OpenApp): object {
	return { name: design.name, ...design.settings, revision: design.revision };
}
