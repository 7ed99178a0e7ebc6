import { Readable } from 'node:stream';

import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { RequestSpec, FileSource } from '../../../nodes/shared/catalogue';
import { BrokenFile, fileReply, type Reading } from '../../../nodes/shared/transport/download';
import { type IdleWatch, watchIdle } from '../../../nodes/shared/transport/idle';
import { binaryOf, openUpload } from '../../../nodes/shared/transport/multipart';

const soon = async () => await new Promise((resolve) => setTimeout(resolve, 10));

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
}

describe('a file that is read', () => {
	/** The answer with these pieces; a piece that is an error ends it with one. */
	function reply(
		pieces: Array<string | Error>,
		headers: Record<string, string> = {},
		more: Partial<Reading> = {},
	) {
		let aborted = 0;
		const body = Readable.from(
			(async function* () {
				for (const piece of pieces) {
					await Promise.resolve();
					if (piece instanceof Error) throw piece;
					yield Buffer.from(piece);
				}
			})(),
			{ objectMode: false },
		);
		const file = fileReply({ body, headers, statusCode: 200 } as never, headers, {
			idleSeconds: 30,
			abort: () => (aborted += 1),
			...more,
		});
		return { file, aborted: () => aborted };
	}
	const broken = async (stream: AsyncIterable<Uint8Array>): Promise<BrokenFile> =>
		await bytesOf(stream).then(
			(text) => {
				throw new Error(`Came to its end: ${text}`);
			},
			(problem: unknown) => problem as BrokenFile,
		);

	it('is all of its bytes, whatever the pieces', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.string({ minLength: 1 })),
				fc.boolean(),
				async (pieces, known) => {
					const size = Buffer.byteLength(pieces.join(''));
					const { file, aborted } = reply(
						pieces,
						{ 'content-length': `${size}` },
						known ? { size } : {},
					);
					expect(await bytesOf(file.stream)).toBe(pieces.join(''));
					expect(aborted()).toBe(0);
				},
			),
		);
	});

	it('that ends too early is worth another try', async () => {
		for (const { file, aborted } of [
			reply(['abc'], { 'content-length': '5' }),
			reply(['abc'], {}, { size: 5 }),
			reply(['abc'], { 'content-length': '3' }, { size: 5 }),
		]) {
			const problem = await broken(file.stream);
			expect(problem).toBeInstanceOf(BrokenFile);
			expect(problem.name).toBe('BrokenFile');
			expect(problem.message).toContain('3 of 5 bytes');
			expect(problem.again).toBe(true);
			expect(aborted()).toBe(1);
		}
	});

	it('may have more bytes than the answer told, which n8n unpacks, but not than the file has', async () => {
		expect(await bytesOf(reply(['abcdef'], { 'content-length': '5' }).file.stream)).toBe('abcdef');
		const { file, aborted } = reply(['abcdef'], {}, { size: 5 });
		const problem = await broken(file.stream);
		expect(problem.message).toMatch(/\b6 bytes\b.*\b5\b/);
		expect(problem.again).toBe(false);
		expect(aborted()).toBe(1);
	});

	it('is not asked for again where the execution was canceled', async () => {
		const cancelled = Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		const problem = await broken(reply(['abc', cancelled]).file.stream);
		expect(problem.message).toMatch(/cancell?ed/);
		expect(problem.again).toBe(false);
	});

	it('that stands still is given up', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('abc');
		let aborted = false;
		const { stream } = fileReply(
			{ body } as never,
			{},
			{ idleSeconds: 0.1, abort: () => (aborted = true) },
		);
		const problem = await broken(stream);
		expect(problem.message).toContain('0.1 seconds');
		expect(problem.again).toBe(false);
		expect(aborted).toBe(true);
	});

	it('that nobody reads to its end lets the connection go', async () => {
		const { file, aborted } = reply(['abc', 'def']);
		for await (const piece of file.stream) {
			expect(Buffer.from(piece).toString()).toBe('abc');
			break;
		}
		await soon();
		expect(aborted()).toBe(1);
		const unread = reply(['abc']);
		unread.file.release();
		expect(unread.aborted()).toBe(1);
	});

	it.each([
		['attachment; filename="plan 1.pdf"', 'plan 1.pdf'],
		['attachment; filename=plan.pdf; size=3', 'plan.pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E8%A8%88%E7%94%BB.pdf', '計画.pdf'],
		["attachment; filename*=utf-8''a%20b.pdf; size=3", 'a b.pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E8%A8.pdf', 'x.pdf'],
		['attachment', undefined],
	])('has its name from %s', (disposition, name) =>
		expect(reply([], { 'content-disposition': disposition }).file.fileName).toBe(name),
	);
});

describe('a watch over what may stand still', () => {
	/** Waits for long, since a machine may be slow; what is not to come gets a short time. */
	async function calls(limit: number, use: (watch: IdleWatch) => void, expected: number) {
		let count = 0;
		const watch = watchIdle(limit, () => (count += 1));
		use(watch);
		const until = Date.now() + (expected > 0 ? 20_000 : 300);
		while (Date.now() < until && count < Math.max(1, expected)) await soon();
		await new Promise((resolve) => setTimeout(resolve, 120));
		watch.end();
		return { count, expired: watch.expired };
	}

	it('tells once of a wait that is too long', async () =>
		expect(await calls(0.05, (watch) => watch.waiting(), 1)).toEqual({ count: 1, expired: true }));

	const waiting = (watch: IdleWatch) => watch.waiting();
	const coming = (watch: IdleWatch) => {
		watch.waiting();
		const timer = setInterval(() => watch.waiting(), 20);
		setTimeout(() => clearInterval(timer), 400);
	};

	// Each quick, so that changes of the code run them all.
	it.each<[string, number, (watch: IdleWatch) => void]>([
		['while nobody waits', 0.05, () => undefined],
		['while pieces come', 0.3, coming],
		['at rest', 0.05, (watch) => [watch.waiting(), watch.resting()]],
		['after its end', 0.05, (watch) => [watch.waiting(), watch.end()]],
		['without a limit', 0, waiting],
		['with a limit that is no number', NaN, waiting],
	])('tells nothing %s', async (_, limit, use) =>
		expect(await calls(limit, use, 0)).toEqual({ count: 0, expired: false }),
	);
});

describe('a file that is sent', () => {
	type Binary = Record<string, object>;

	function contextWith(binary: Binary | undefined, stored: Record<string, string> = {}, mode = '') {
		return {
			getInputData: () => [{ json: {}, ...(binary && { binary }) }],
			getWorkflowSettings: () => ({ binaryMode: mode }),
			helpers: {
				assertBinaryData: (_: number, name: string) => binary?.[name] ?? { data: '' },
				getBinaryMetadata: async (id: string) => {
					if (stored[id] === undefined) throw new Error(`no ${id}`);
					return await Promise.resolve({ fileSize: stored[id].length });
				},
				getBinaryStream: async (id: string) => {
					if (stored[id] === undefined) throw new Error(`no ${id}`);
					return await Promise.resolve(Readable.from([Buffer.from(stored[id])]));
				},
			},
		} as unknown as IExecuteFunctions;
	}
	const idle = { waiting: () => undefined, resting: () => undefined } as unknown as IdleWatch;
	const open = async (file: NonNullable<RequestSpec['file']>, context = contextWith({})) =>
		await openUpload(context, file, idle);
	const partOf = (form: FormData) =>
		[...form][0] as never as [string, FileSource & { type: string; name: string; stream(): never }];
	const source = (bytes: string, more: Partial<FileSource> = {}): FileSource => ({
		fileName: 'a.txt',
		mimeType: 'text/plain',
		size: bytes.length,
		open: async () => await Promise.resolve(Readable.from([Buffer.from(bytes)])),
		...more,
	});

	it('is one part with its name, type, size and bytes', async () => {
		const { form, problem } = await open({ field: 'file', source: source('hello') });
		const [field, part] = partOf(form);
		expect([...form]).toHaveLength(1);
		expect([...form.entries()]).toEqual([...form]);
		expect([field, part.name, part.type, part.size]).toEqual(['file', 'a.txt', 'text/plain', 5]);
		expect(await bytesOf(part.stream())).toBe('hello');
		expect(problem()).toBeUndefined();
	});

	it('is read anew where it is sent a second time', async () => {
		let opened = 0;
		const { form } = await open({
			field: 'file',
			source: source('hello', {
				open: async () => {
					opened += 1;
					return await Promise.resolve(Readable.from([Buffer.from('hello')]));
				},
			}),
		});
		expect(opened).toBe(1);
		const [, part] = partOf(form);
		expect(await bytesOf(part.stream())).toBe('hello');
		expect(await bytesOf(part.stream())).toBe('hello');
		expect(opened).toBe(2);
	});

	it('that has another size than was told ends the request, and says so', async () => {
		for (const size of [4, 6]) {
			const { form, problem } = await open({ field: 'file', source: source('hello', { size }) });
			await expect(bytesOf(partOf(form)[1].stream())).rejects.toThrow('"a.txt" has 5 bytes');
			expect(problem()).toBeInstanceOf(BrokenFile);
			expect((problem() as BrokenFile).again).toBe(false);
		}
	});

	it('is let go where nobody read it', async () => {
		let released = 0;
		const stream = Readable.from([Buffer.from('hello')]);
		const { release } = await open({
			field: 'file',
			source: source('hello', {
				open: async () => await Promise.resolve(stream),
				release: () => (released += 1),
			}),
		});
		release();
		expect(stream.destroyed).toBe(true);
		expect(released).toBe(1);
	});

	it('is what the item itself holds, byte by byte', async () => {
		for (const size of [0, 1, 65_536, 65_537, 200_000]) {
			const data = Buffer.alloc(size, 'abc');
			const context = contextWith({
				data: { data: data.toString('base64'), fileName: 'x.bin', mimeType: 'a/b' },
			});
			const [, part] = partOf(
				(await open({ field: 'f', property: ' data ', item: 0 }, context)).form,
			);
			expect([part.name, part.type, part.size]).toEqual(['x.bin', 'a/b', size]);
			expect(await bytesOf(part.stream())).toBe(data.toString());
		}
	});

	it('is what n8n has stored, or is refused with a way out when n8n has it no more', async () => {
		const binary = { data: { id: 'kept', data: '', fileName: 'x.bin', mimeType: 'a/b' } };
		const file = { field: 'f', property: 'data', item: 0 };
		const [, part] = partOf((await open(file, contextWith(binary, { kept: 'hello' }))).form);
		expect(part.size).toBe(5);
		expect(await bytesOf(part.stream())).toBe('hello');
		await expect(open(file, contextWith(binary))).rejects.toMatchObject({
			name: 'InputError',
			message: expect.stringMatching(/"x\.bin".*no kept/) as unknown,
			advice: expect.stringMatching(/again/) as unknown,
		});
	});

	it('is refused under a name that the item does not have, with those that it has', () => {
		const file = { data: '', mimeType: 'a/b' };
		const refusal = (binary: Binary | undefined, name: string) => {
			try {
				return binaryOf(contextWith(binary), 0, name);
			} catch (problem) {
				return problem;
			}
		};
		expect(refusal({ a: file, b: file }, 'data')).toMatchObject({
			name: 'InputError',
			message: expect.stringMatching(/"data"/) as unknown,
			advice: expect.stringMatching(/"a", "b"/) as unknown,
		});
		expect(refusal(undefined, 'data')).toMatchObject({
			advice: expect.stringMatching(/no binary fields/) as unknown,
		});
		expect(refusal({ '': file }, ' ')).toMatchObject({ name: 'InputError' });
		expect(refusal({ a: file }, ' a ')).toMatchObject({ fileName: 'a', mimeType: 'a/b' });
		expect(refusal({ a: { ...file, fileName: 'n.txt' } }, 'a')).toMatchObject({
			fileName: 'n.txt',
		});
	});

	it('is left to n8n to find where binary data is within the JSON', () =>
		expect(binaryOf(contextWith(undefined, {}, 'combined'), 0, 'files.0')).toMatchObject({
			fileName: 'files.0',
		}));
});
