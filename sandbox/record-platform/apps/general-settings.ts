import { choice, integer, object, optional, text } from '../../input/readers';
import type { Context } from '../context';
import { type Body, inputErrors } from '../input';
import type { AppSettings, Design } from './design';
import { fieldNotFound } from './entities';
import { readSettingsFile } from './files';
import type { OpenApp } from './store';

const SWITCHES = [
	'enableThumbnails',
	'enableBulkDeletion',
	'enableComments',
	'enableDuplicateRecord',
	'enableInlineRecordEditing',
] as const;
const ICON = object({
	type: choice(['PRESET', 'FILE']),
	key: optional(text(1)),
	file: optional(object({ fileKey: text(1) })),
});

/** Changes the general settings that were sent (docs/api: app.settings.update). */
export async function changeSettings(
	context: Context,
	app: OpenApp,
	design: Design,
	sent: Body<'app.settings.update'>,
): Promise<void> {
	const { settings } = design;
	design.name = sent.name ?? design.name;
	settings.description = sent.description ?? settings.description;
	settings.theme = sent.theme ?? settings.theme;
	for (const name of SWITCHES) settings[name] = sent[name] ?? settings[name];
	if (sent.icon) settings.icon = await readIcon(context, app, sent.icon, settings.icon);
	if (sent.titleField) settings.titleField = readTitle(sent.titleField, design);
	const { numberPrecision: before } = settings;
	const precision = sent.numberPrecision;
	settings.numberPrecision = {
		// How many digits the service allows is not established; beyond these, numbers could not be computed.
		digits: whole(precision?.digits, 'numberPrecision.digits', 1, 1000) ?? before.digits,
		decimalPlaces:
			whole(precision?.decimalPlaces, 'numberPrecision.decimalPlaces', 0, 100) ??
			before.decimalPlaces,
		roundingMode: precision?.roundingMode ?? before.roundingMode,
	};
	settings.firstMonthOfFiscalYear =
		whole(sent.firstMonthOfFiscalYear, 'firstMonthOfFiscalYear', 1, 12) ??
		settings.firstMonthOfFiscalYear;
}

async function readIcon(
	context: Context,
	app: OpenApp,
	sent: unknown,
	before: AppSettings['icon'],
): Promise<AppSettings['icon']> {
	const { type, key, file } = ICON(sent, 'icon', inputErrors);
	if (type === 'FILE') {
		if (!file) throw inputErrors.missing('icon.file');
		const kept = before.type === 'FILE' ? [before.file] : [];
		return { type, file: await readSettingsFile(context, app.id, file.fileKey, kept) };
	}
	if (!key) throw inputErrors.missing('icon.key');
	const number = /^APP([1-9]\d?)$/.exec(key)?.[1];
	if (number === undefined || Number(number) > 90) throw inputErrors.notOffered('icon.key', []);
	return { type, key };
}

function readTitle(
	{ selectionMode, code }: NonNullable<Body<'app.settings.update'>['titleField']>,
	design: Design,
): AppSettings['titleField'] {
	if (selectionMode === 'AUTO') return { selectionMode };
	if (!code) throw inputErrors.missing('titleField.code');
	if (!Object.hasOwn(design.fields, code)) throw fieldNotFound(code);
	return { selectionMode, code };
}

function whole(sent: string | undefined, path: string, minimum: number, maximum: number) {
	return sent ? String(integer(minimum, maximum)(sent, path, inputErrors)) : undefined;
}

export function describeSettings({ design }: OpenApp): object {
	return { name: design.name, ...design.settings, revision: design.revision };
}
