import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import { readSettingsFile } from './files';
import { type Customize, type CustomizeEntry, partOf, type StoredFile } from './parts';
import type { OpenApp } from './store';

const SCOPES = ['ALL', 'ADMIN', 'NONE'] as const;

/** JavaScript and CSS after a change: lists that were not sent stay (docs/api: app.customize.update). */
export async function changeCustomize(
	context: Context,
	app: OpenApp,
	given: Parameters,
): Promise<Customize> {
	const before = partOf(app.design.parts, 'customize');
	const kept = [before.desktop, before.mobile]
		.flatMap(({ js, css }) => [...js, ...css])
		.flatMap((entry) => (entry.type === 'FILE' ? [entry.file] : []));
	const lists = async (device: 'desktop' | 'mobile'): Promise<Customize['desktop']> => {
		const sent = given.inside(device);
		const list = (name: 'js' | 'css') =>
			sent?.has(name) ? readEntries(context, app, sent, name, kept) : before[device][name];
		return { js: await list('js'), css: await list('css') };
	};
	return {
		scope: given.oneOf('scope', SCOPES) ?? before.scope,
		desktop: await lists('desktop'),
		mobile: await lists('mobile'),
	};
}

async function readEntries(
	context: Context,
	app: OpenApp,
	given: Parameters,
	name: 'js' | 'css',
	kept: StoredFile[],
): Promise<CustomizeEntry[]> {
	const entries: CustomizeEntry[] = [];
	for (const entry of given.elements(name)) {
		const type = entry.oneOf('type', ['URL', 'FILE'] as const) ?? entry.missing('type');
		if (type === 'URL') {
			const url = entry.text('url');
			if (!/^https?:\/\/\S+$/i.test(url)) throw invalid(entry.path('url'), 'Enter a URL.');
			entries.push({ type, url });
		} else {
			const file = entry.inside('file') ?? entry.missing('file');
			entries.push({
				type,
				file: await readSettingsFile(context, app.id, file.text('fileKey'), kept),
			});
		}
	}
	return entries;
}
