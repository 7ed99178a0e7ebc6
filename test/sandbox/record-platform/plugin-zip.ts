import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export async function zip(files: Record<string, Buffer | string>): Promise<Buffer> {
	const archive = new ZipFile();
	for (const [name, content] of Object.entries(files)) {
		archive.addBuffer(Buffer.from(content), name);
	}
	archive.end();
	return buffer(archive.outputStream);
}

/** The public key that a plug-in's ID comes from. */
export const makeKey = (): Buffer =>
	generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({
		type: 'spki',
		format: 'der',
	});

/** A plug-in as its packer makes it. */
export async function pack(key: Buffer, manifest: object): Promise<Buffer> {
	const contents = await zip({
		'manifest.json': JSON.stringify({ manifest_version: 1, type: 'APP', ...manifest }),
		'js/desktop.js': '(() => {})();',
	});
	return zip({ 'contents.zip': contents, PUBKEY: key, SIGNATURE: 'signed' });
}
