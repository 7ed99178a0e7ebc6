import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { isObject } from '../../input/readers';
import { invalid, type ServiceError } from '../errors';

/** What a plug-in says of itself. */
export interface PluginPackage {
	id: string;
	/** By language, `en` at least. */
	names: Record<string, string>;
	descriptions: Record<string, string>;
	version: string;
}

/** Largest archive that is read, and largest entry that is unpacked from it. */
export const LARGEST_ARCHIVE = 32 * 1024 * 1024;
const LARGEST_ENTRY = 64 * 1024 * 1024;
const MOST_ENTRIES = 10_000;

/**
 * Reads the zip of a plug-in: `contents.zip` with the `manifest.json` in it, `PUBKEY` and `SIGNATURE`. A manifest
 * beside them is taken too, and the signature is not checked. The ID comes from the key, so that archives signed with
 * the same key are the same plug-in; without a key it comes from the name.
 */
export async function readPluginArchive(archive: Buffer): Promise<PluginPackage> {
	const outer = await readEntries(archive, ['contents.zip', 'manifest.json', 'PUBKEY']);
	const contents = outer.get('contents.zip');
	const inner = contents && (await readEntries(contents, ['manifest.json']));
	const manifest = parseManifest(inner?.get('manifest.json') ?? outer.get('manifest.json'));
	const names = texts(manifest.name);
	const { version } = manifest;
	if (Object.keys(names).length === 0) throw unreadable('Its manifest has no name.');
	if (typeof version !== 'number' && (typeof version !== 'string' || version === '')) {
		throw unreadable('Its manifest has no version.');
	}
	return {
		id: idOf(outer.get('PUBKEY') ?? Buffer.from(names.en ?? Object.values(names).join('\n'))),
		names,
		descriptions: texts(manifest.description),
		version: String(version),
	};
}

async function readEntries(archive: Buffer, names: string[]): Promise<Map<string, Buffer>> {
	const found = new Map<string, Buffer>();
	try {
		const zip = await fromBufferPromise(archive, { lazyEntries: true });
		if (zip.entryCount > MOST_ENTRIES) throw new Error('too many entries');
		for await (const entry of zip.eachEntry()) {
			if (!names.includes(entry.fileName) || found.has(entry.fileName)) continue;
			if (entry.uncompressedSize > LARGEST_ENTRY) throw new Error('too large an entry');
			found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
		}
	} catch {
		throw unreadable('It is no zip archive.');
	}
	return found;
}

function parseManifest(content: Buffer | undefined): Record<string, unknown> {
	if (!content) throw unreadable('It has no manifest.json.');
	try {
		const manifest: unknown = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''));
		if (isObject(manifest)) return manifest;
	} catch {
		throw unreadable('Its manifest.json is not JSON.');
	}
	throw unreadable('Its manifest.json is not an object.');
}

/** Texts by language; a bare text is taken as English. */
function texts(value: unknown): Record<string, string> {
	if (typeof value === 'string') return value === '' ? {} : { en: value };
	if (!isObject(value)) return {};
	return Object.fromEntries(
		Object.entries(value).filter(
			(entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
		),
	);
}

/** 32 letters from a to p, one for each hexadecimal digit of the start of the key's hash. */
function idOf(key: Buffer): string {
	const digits = createHash('sha256').update(key).digest('hex').slice(0, 32);
	return [...digits].map((digit) => 'abcdefghijklmnop'[parseInt(digit, 16)]).join('');
}

function unreadable(reason: string): ServiceError {
	return invalid('fileKey', `The file is not a plug-in. ${reason}`);
}
