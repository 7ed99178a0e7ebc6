import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

import type { Api } from '../sandbox/record-platform/api';

/** Packs a plugin with a key of its own, imports it and gives its ID. */
export async function installedPlugin(api: Api, name = 'Plugin'): Promise<string> {
	const key = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
		type: 'spki',
		format: 'der',
	});
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
	const packed = await zip({ 'contents.zip': contents, PUBKEY: key, SIGNATURE: 'signed' });
	const fileKey = await uploadedFile(api, packed, 'plugin.zip');
	return (await api.ok<{ id: string }>('POST', 'plugin.json', { fileKey })).id;
}

/** Uploads a file and gives its key. */
export async function uploadedFile(
	api: Api,
	content: Buffer | string,
	name: string,
): Promise<string> {
	const form = new FormData();
	form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
	const response = await fetch(`${api.baseUrl}/k/v1/file.json`, {
		method: 'POST',
		headers: api.headers,
		body: form,
	});
	return ((await response.json()) as { fileKey: string }).fileKey;
}

async function zip(files: Record<string, Buffer | string>): Promise<Buffer> {
	const archive = new ZipFile();
	for (const [name, content] of Object.entries(files)) {
		archive.addBuffer(Buffer.from(content), name);
	}
	archive.end();
	return await buffer(archive.outputStream);
}
