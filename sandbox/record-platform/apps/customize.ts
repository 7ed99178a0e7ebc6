import { choice, list, object, optional, text } from '../../input/readers';
import type { Context } from '../context';
import { invalid } from '../errors';
import { type Body, inputErrors } from '../input';
import { readSettingsFile } from './files';
import { type Customize, type CustomizeEntry, partOf, type StoredFile } from './parts';
import type { OpenApp } from './store';

const ENTRY = object({
	type: choice(['URL', 'FILE']),
	url: optional(text(1)),
	file: optional(object({ fileKey: text(1) })),
});

/** JavaScript and CSS after a change: lists that were not sent stay (docs/api: app.customize.update). */
export async function changeCustomize(
	context: Context,
	app: OpenApp,
	sent: Body<'app.customize.update'>,
): Promise<Customize> {
	const before = partOf(app.design.parts, 'customize');
	const kept = [before.desktop, before.mobile]
		.flatMap(({ js, css }) => [...js, ...css])
		.flatMap((entry) => (entry.type === 'FILE' ? [entry.file] : []));
	const lists = async (device: 'desktop' | 'mobile'): Promise<Customize['desktop']> => {
		const list = (name: 'js' | 'css') => {
			const entries = sent[device]?.[name];
			if (!entries) return before[device][name];
			return readEntries(context, app, entries, `${device}.${name}`, kept);
		};
		return { js: await list('js'), css: await list('css') };
	};
	return {
		scope: sent.scope ?? before.scope,
		desktop: await lists('desktop'),
		mobile: await lists('mobile'),
	};
}

async function readEntries(
	context: Context,
	app: OpenApp,
	sent: unknown[],
	path: string,
	kept: StoredFile[],
): Promise<CustomizeEntry[]> {
	const entries: CustomizeEntry[] = [];
	for (const [index, { type, url, file }] of list(ENTRY)(sent, path, inputErrors).entries()) {
		const at = `${path}[${index}]`;
		if (type === 'URL') {
			if (url === undefined) throw inputErrors.missing(`${at}.url`);
			if (!/^https?:\/\/\S+$/i.test(url)) throw invalid(`${at}.url`, 'Enter a URL.');
			entries.push({ type, url });
		} else {
			if (!file) throw inputErrors.missing(`${at}.file`);
			entries.push({ type, file: await readSettingsFile(context, app.id, file.fileKey, kept) });
		}
	}
	return entries;
}
