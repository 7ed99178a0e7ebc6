import type { IDataObject } from 'n8n-workflow';

import {
	aboutFile,
	type Attachment,
	attachmentsIn,
	byKey,
	fileContent,
	openAttachment,
	placeOfFile,
	sentFile,
} from '../../../nodes/RecordPlatform/values/attachments';
import { transferred } from '../../../nodes/RecordPlatform/values/attachmentTransfer';
import { PendingCopy, PendingFile } from '../../../nodes/RecordPlatform/values/encode';
import {
	contentOf,
	uploadFilesOf,
	waitsForFiles,
} from '../../../nodes/RecordPlatform/values/files';
import type { RequestSpec, FileSource, ItemView } from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { BrokenFile } from '../../../nodes/shared/transport/download';
import { itemWith } from '../../support/item';
import { waits } from '../../../nodes/shared/transport/waits';

const file = (fileKey: string, name = `${fileKey}.txt`) => ({
	fileKey,
	name,
	contentType: 'text/plain',
	size: '5',
});
const attachment = (more: Partial<Attachment> = {}): Attachment => ({
	field: 'Files',
	...file('k'),
	...more,
});

/** A service that hands out files and takes them; each upload gets a new key. */
function service(values: IDataObject = {}, problems: unknown[] = []) {
	const asked: RequestSpec[] = [];
	const uploads: Array<{ spec: RequestSpec; from: string; text?: string }> = [];
	let released = 0;
	const item = itemWith(values, {
		request: async (spec) => {
			asked.push(spec);
			const pieces = (async function* () {
				yield await Promise.resolve(Buffer.from(`bytes of ${spec.query?.fileKey as string}`));
			})();
			const release = () => void (released += 1);
			return await Promise.resolve({ stream: pieces, contentType: 'text/plain', release });
		},
		upload: async (spec: RequestSpec, from: string | FileSource) => {
			if (typeof from === 'string') {
				uploads.push({ spec, from });
			} else {
				const chunks: Uint8Array[] = [];
				for await (const chunk of await from.open()) chunks.push(chunk);
				const { fileName, mimeType, size } = from;
				const text = Buffer.concat(chunks).toString();
				uploads.push({ spec, from: `${fileName} ${mimeType} ${size}`, text });
				from.release?.();
			}
			const problem = problems.shift();
			if (problem !== undefined) throw problem;
			return { fileKey: `new ${uploads.length}` };
		},
		binary: (property: string) => ({
			fileName: `${property}.txt`,
			mimeType: 'text/plain',
			size: property.length,
		}),
	} as Partial<ItemView>);
	return { item, asked, uploads, released: () => released };
}

describe('the files of a record', () => {
	const cells = {
		Name: { type: 'SINGLE_LINE_TEXT', value: 'x' },
		Files: { type: 'FILE', value: [file('a'), file('b')] },
		Rows: {
			type: 'SUBTABLE',
			value: [
				{ id: '1', value: { Scan: { type: 'FILE', value: [file('c')] } } },
				{ id: '2', value: { Scan: { type: 'FILE', value: [] } } },
				{ id: '3', value: { Scan: { type: 'FILE', value: [file('d')] } } },
			],
		},
		Photo: { type: 'FILE', value: [file('e')] },
	} as unknown as IDataObject;
	const found = (codes?: string[]) =>
		attachmentsIn(cells, codes).map(({ field, fileKey }) => `${field} ${fileKey}`);

	it('are found in the order of the fields, in the rows of tables too', () => {
		expect(found()).toEqual(['Files a', 'Files b', 'Scan c', 'Scan d', 'Photo e']);
	});

	it('are found in the fields that were chosen, and nowhere else', () => {
		expect(found(['Photo'])).toEqual(['Photo e']);
		expect(found(['Scan', 'Files'])).toEqual(['Files a', 'Files b', 'Scan c', 'Scan d']);
		expect(found(['Name'])).toEqual([]);
	});

	it('have a place for messages, with the record where it is known', () => {
		expect(placeOfFile(attachment(), '7')).toBe('Record 7, field "Files"');
		expect(placeOfFile(attachment(), undefined)).toBe('Field "Files"');
		expect(aboutFile(attachment(), 7, new InputError('No'))).toMatchObject({
			message: 'Record 7, field "Files", file "k.txt": No',
		});
	});
});

describe('a file that is read', () => {
	it('is asked for by its key, in the guest space of its record, and with the size that it is to have', async () => {
		const { item, asked } = service();
		await openAttachment(attachment(), '5', item);
		expect(asked).toEqual([
			{
				method: 'GET',
				path: '/k/guest/5/v1/file.json',
				query: { fileKey: 'k' },
				reply: 'file',
				repeatable: true,
				bytes: 5,
			},
		]);
	});

	it.each(['', 'undefined', '5 kB', '-1'])(
		'is of any size where none is known: %j',
		async (size) => {
			const { item, asked } = service();
			await openAttachment(attachment({ size }), undefined, item);
			expect(asked[0]).not.toHaveProperty('bytes');
		},
	);

	it('keeps the name and type that the record gives it, and is opened only when its turn has come', async () => {
		const { item, asked } = service();
		const { content, ...known } = fileContent(attachment(), undefined, item, 'Record 7');
		expect(known).toEqual({ about: 'Record 7', fileName: 'k.txt', mimeType: 'text/plain' });
		expect(asked).toEqual([]);
		await (content as () => Promise<unknown>)();
		expect(asked).toHaveLength(1);
	});
});

describe('a file of another record', () => {
	it('goes from download to upload with its name, type and size, from space to space', async () => {
		const { item, asked, uploads, released } = service();
		expect(await transferred(attachment(), '5', undefined, item)).toBe('new 1');
		expect(asked[0]?.path).toBe('/k/guest/5/v1/file.json');
		expect(uploads).toEqual([
			{
				spec: { method: 'POST', path: '/k/v1/file.json', repeatable: true, answer: ['fileKey'] },
				from: 'k.txt text/plain 5',
				text: 'bytes of k',
			},
		]);
		expect(released()).toBe(1);
	});

	it('is copied again when the transfer breaks off', async () => {
		const { item, uploads } = service({}, [new BrokenFile('lost', true)]);
		expect(await transferred(attachment(), undefined, undefined, item)).toBe('new 2');
		expect(uploads.map(({ text }) => text)).toEqual(['bytes of k', 'bytes of k']);
	});

	it('is given up after three tries, waiting longer each time', async () => {
		const broken = [1, 2, 3, 4].map(() => new BrokenFile('lost', true));
		const { item, uploads } = service({}, broken);
		const started = Date.now();
		await expect(transferred(attachment(), undefined, undefined, item)).rejects.toMatchObject({
			message: 'The file "k.txt" could not be read completely (lost)',
			advice: expect.stringContaining('The node tried 3 times.') as unknown,
		});
		expect(uploads).toHaveLength(3);
		expect(Date.now() - started).toBeGreaterThan(2900 * waits.first);
	});

	it('is not copied again where that is no use, or where the service refuses it', async () => {
		const discarded = service({}, [new BrokenFile('too long', false)]);
		await expect(transferred(attachment(), undefined, undefined, discarded.item)).rejects.toThrow(
			'could not be read completely (too long)',
		);
		expect(discarded.uploads).toHaveLength(1);
		const refused = service({}, [new InputError('Too large')]);
		await expect(transferred(attachment(), undefined, undefined, refused.item)).rejects.toThrow(
			new InputError('Too large'),
		);
		expect(refused.uploads).toHaveLength(1);
	});

	it('is known by what was read of it, also when only its key is sent', () => {
		expect(sentFile(byKey(file('a')))).toEqual(file('a'));
		expect(byKey(file('a'))).toEqual({ fileKey: 'a' });
		expect(sentFile({ ...file('a'), size: 5 })).toEqual(file('a'));
	});

	it.each([{}, { fileKey: 'a' }, { fileKey: 'a', name: 'x' }, { name: 'x', contentType: 'a/b' }])(
		'is not known by %j, which cannot be copied',
		(sent) => expect(sentFile(sent)).toBeUndefined(),
	);
});

describe('files that wait to be uploaded', () => {
	const record = (value: unknown) => ({ Files: { value } });

	it('are noticed at any depth', () => {
		expect(waitsForFiles(record([new PendingFile('a')]))).toBe(true);
		expect(waitsForFiles(record([new PendingCopy(file('a'))]))).toBe(true);
		expect(waitsForFiles({ T: { value: [{ value: record([new PendingFile('a')]) }] } })).toBe(true);
		for (const other of [record([{ fileKey: 'a' }]), record('x'), record(null), {}, null, 'a']) {
			expect(waitsForFiles(other)).toBe(false);
		}
	});

	it('are uploaded to the space of the app, each with a key of its own', async () => {
		const { item, uploads } = service({ options: { guestSpace: '5' } });
		const value = record([new PendingFile('a'), { fileKey: 'there' }, new PendingFile('b')]);
		expect(await uploadFilesOf(value, item)).toEqual(
			record([{ fileKey: 'new 1' }, { fileKey: 'there' }, { fileKey: 'new 2' }]),
		);
		expect(uploads.map(({ from }) => from)).toEqual(['a', 'b']);
		expect(uploads[0]?.spec).toEqual({
			method: 'POST',
			path: '/k/guest/5/v1/file.json',
			repeatable: true,
			answer: ['fileKey'],
		});
	});

	it('are copied where they belong to another record', async () => {
		const { item, uploads, asked } = service({ options: { guestSpace: '5' } });
		expect(await uploadFilesOf(record([new PendingCopy(file('a'))]), item)).toEqual(
			record([{ fileKey: 'new 1' }]),
		);
		expect(asked[0]?.path).toBe('/k/guest/5/v1/file.json');
		expect(uploads[0]?.text).toBe('bytes of a');
	});

	it('leave everything else as it is', async () => {
		const { item } = service();
		const value = { A: { value: null }, B: { value: 'x' }, C: { value: [1, ['y']] }, D: true };
		expect(await uploadFilesOf(value, item)).toEqual(value);
	});

	it('are the same file when two items bring it, whatever key each upload gets', async () => {
		const { item } = service();
		const upload = async (pending: unknown) =>
			(await uploadFilesOf([pending], item))[0] as unknown as object;
		const [one, same, other] = [
			await upload(new PendingFile('a')),
			await upload(new PendingFile('a')),
			await upload(new PendingFile('bb')),
		];
		expect(one).not.toEqual(same);
		expect(contentOf(one)).toBe(contentOf(same));
		expect(contentOf(one)).not.toBe(contentOf(other));
		expect(contentOf(await upload(new PendingCopy(file('a'))))).toBe('a');
		expect(contentOf({ fileKey: 'k' })).toBe('k');
	});
});
