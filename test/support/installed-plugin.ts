import { generateKeyPairSync, sign } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

import type { Api } from '../sandbox/record-platform/api';

/** The archive of a plugin with a key of its own, as its packer makes it. */
export async function pluginArchive(name = 'Plugin'): Promise<Buffer> {
	const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
	const key = publicKey.export({ type: 'spki', format: 'der' });
	const manifest = {
		manifest_version: 1,
		version: 1,
		type: 'APP',
		name: { en: name },
		icon: 'icon.png',
		desktop: { js: ['desktop.js'] },
	};
	const contents = await zip({
		'manifest.json': JSON.stringify(manifest),
		'desktop.js': '(() => {})();',
		'icon.png': 'icon',
	});
	return await zip({
		'contents.zip': contents,
		PUBKEY: key,
		SIGNATURE: sign('sha1', contents, privateKey),
	});
}

/** Imports a plugin and gives its ID. */
export async function installedPlugin(api: Api, name = 'Plugin'): Promise<string> {
	return await importedPlugin(api, await pluginArchive(name));
}

/** Imports an archive and gives the plugin's ID. */
export async function importedPlugin(api: Api, archive: Buffer): Promise<string> {
	const fileKey = await api.upload(archive, 'plugin.zip', 'application/zip');
	return (await api.ok<{ id: string }>('POST', 'plugin.json', { fileKey })).id;
}

async function zip(files: Record<string, Buffer | string>): Promise<Buffer> {
	const archive = new ZipFile();
	for (const [name, content] of Object.entries(files)) {
		archive.addBuffer(Buffer.from(content), name);
	}
	archive.end();
	return await buffer(archive.outputStream);
}
