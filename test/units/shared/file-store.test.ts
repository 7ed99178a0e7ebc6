import { Readable } from 'node:stream';
import { waits } from '../../../nodes/shared/transport/retry';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { FileContent, FileReply } from '../../../nodes/shared/catalogue';
import { RequestError, type Failure, InputError } from '../../../nodes/shared/errors';
import { FileStore } from '../../../nodes/shared/fileStore';
import { BrokenFile } from '../../../nodes/shared/transport/download';

/** What was stored, and how: bytes, name, type. */
type Stored = [bytes: string, name: string | undefined, type: string | undefined];

/** A store of n8n's that notes what it gets, and how many files it takes at once. */
function scene(refuse?: string) {
	const stored: Stored[] = [];
	const seen = { atOnce: 0, most: 0, released: 0, opened: 0 };
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			prepareBinaryData: async (bytes: Buffer | Readable, name?: string, type?: string) => {
				seen.most = Math.max(seen.most, (seen.atOnce += 1));
				try {
					await new Promise((resolve) => setImmediate(resolve));
					const chunks: Buffer[] = Buffer.isBuffer(bytes) ? [bytes] : [];
					if (!Buffer.isBuffer(bytes))
						for await (const chunk of bytes) chunks.push(chunk as Buffer);
					if (refuse !== undefined) throw new Error(refuse);
					stored.push([Buffer.concat(chunks).toString(), name, type]);
					return { fileName: name, mimeType: type };
				} finally {
					seen.atOnce -= 1;
				}
			},
		},
	} as unknown as IExecuteFunctions;
	/** A file to download: a text, or what goes wrong with the first downloads. */
	const file = (text: string, more: Partial<FileContent> = {}, problems: unknown[] = []) => {
		const left = [...problems];
		const content = async (): Promise<FileReply> => {
			seen.opened += 1;
			const problem = left.shift();
			if (problem !== undefined && !(problem instanceof BrokenFile)) throw problem;
			const pieces = (async function* () {
				await Promise.resolve();
				if (problem instanceof BrokenFile) throw problem;
				yield Buffer.from(text);
			})();
			return await Promise.resolve({
				stream: Readable.from(pieces, { objectMode: false }),
				contentType: 'text/plain',
				fileName: `${text}.txt`,
				release: () => void (seen.released += 1),
			});
		};
		return { content, ...more } satisfies FileContent;
	};
	return { store: new FileStore(context), stored, seen, file };
}

const failed = (more: Partial<Failure>) =>
	new RequestError({
		kind: 'reply',
		outcome: 'refused',
		request: 'GET /file',
		attempts: 1,
		...more,
	});
const gone = () =>
	failed({
		reply: { status: 404, headers: {}, body: {} },
		explanation: { message: 'File not found', code: 'GONE' },
	});
const messageOf = (problem: unknown) => (problem as Error | undefined)?.message;

describe('files of rows', () => {
	it('are stored by their fields, with the names and types that the service gives', async () => {
		const { store, stored, file } = scene();
		const rows = await store.store([{ a: file('one'), b: file('two') }, undefined], false);
		expect(stored.sort()).toEqual([
			['one', 'one.txt', 'text/plain'],
			['two', 'two.txt', 'text/plain'],
		]);
		expect(rows.map(({ binary }) => binary && Object.keys(binary))).toEqual([
			['a', 'b'],
			undefined,
		]);
		expect(rows[0]?.binary?.b?.fileName).toBe('two.txt');
	});

	it('are stored from Base64 where the answer itself holds them', async () => {
		const { store, stored } = scene();
		const content = Buffer.from('héllo').toString('base64');
		await store.store([{ a: { content }, b: { content, fileName: 'b', mimeType: 'x/y' } }], false);
		expect(stored.sort()).toEqual([
			['héllo', 'b', 'x/y'],
			['héllo', 'file', undefined],
		]);
	});

	it('are stored once where several rows have the same one', async () => {
		const { store, stored, file } = scene();
		const shared = file('same');
		const rows = await store.store([{ a: shared }, { b: shared }], false);
		expect(stored).toHaveLength(1);
		expect(rows.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['a'], ['b']]);
	});
});

describe('a file that fails', () => {
	it('ends the others where problems stop the workflow, and says where it is', async () => {
		const { store, seen, file } = scene();
		const bad = file('bad', { about: 'Record 7, field "Files"', fileName: 'a.txt' }, [gone()]);
		const others = Array.from({ length: 20 }, (_, at) => file(`${at}`));
		const problem = await store
			.store([{ bad }, ...others.map((a) => ({ a }))], false)
			.catch((one: unknown) => one as RequestError);
		expect((problem as RequestError).failure.subject).toBe('Record 7, field "Files", file "a.txt"');
		expect(seen.opened).toBeLessThan(20);
	});

	it('leaves the row its other files, with the problem, where the run goes on', async () => {
		const { store, file } = scene();
		const bad = file('bad', { about: 'Record 7' }, [gone()]);
		const [row, other] = await store.store([{ bad, good: file('good') }, { a: file('a') }], true);
		expect(Object.keys(row?.binary ?? {})).toEqual(['good']);
		expect((row?.problem as RequestError).failure.subject).toBe('Record 7');
		expect(other).not.toHaveProperty('problem');
	});

	it('is named once where the message has its name', async () => {
		const { store, file } = scene('disk full');
		const known = { about: 'Record 7', fileName: 'a.txt' };
		const [row] = await store.store([{ a: file('a', known) }], true);
		expect(messageOf(row?.problem)).toBe(
			'Record 7: The file "a.txt" could not be stored (disk full)',
		);
	});

	it('lets its connection go', async () => {
		const { store, seen, file } = scene('disk full');
		await store.store([{ a: file('a') }], true);
		expect(seen.released).toBe(1);
	});
});

describe('a download that breaks off', () => {
	const cut = (again: boolean) => new BrokenFile('the connection was lost', again);

	it('is made again where that may help', async () => {
		const { store, stored, seen, file } = scene();
		await store.store([{ a: file('whole', {}, [cut(true)]) }], false);
		expect(stored).toEqual([['whole', 'whole.txt', 'text/plain']]);
		expect(seen.opened).toBe(2);
		expect(seen.released).toBe(1);
	});

	it('is made three times at the most, waiting longer each time', async () => {
		const { store, seen, file } = scene();
		const started = Date.now();
		const problem = await store
			.store([{ a: file('x', {}, [cut(true), cut(true), cut(true)]) }], false)
			.catch((one: unknown) => one as InputError);
		expect(seen.opened).toBe(3);
		expect(Date.now() - started).toBeGreaterThan(2900 * waits.first);
		expect(messageOf(problem)).toBe(
			'The file "x.txt" could not be read completely (the connection was lost)',
		);
		expect((problem as InputError).advice).toContain('The node tried 3 times.');
	});

	it('is not made again where that is no use', async () => {
		const { store, seen, file } = scene();
		const problem = await store
			.store([{ a: file('x', {}, [cut(false)]) }], false)
			.catch((one: unknown) => one as InputError);
		expect(seen.opened).toBe(1);
		expect((problem as InputError).advice).toMatch(
			/^The incomplete file was discarded\. Run it again/,
		);
	});
});
