import { type ChildProcess, execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { asAdmin } from '../support/admin';
import { addressOf, runWith } from '../sandbox/core/running';
import type { DiskCall, DiskPlan } from './disk';

// What a sandbox with `--data` does on a bad disk: what it acknowledged is there afterwards, the rest was told, it reads
// on where that can be, and ends when asked.

/** Milliseconds; far less on a machine that does nothing else. */
const SOON = 5_000;
const NIGHT = process.env.NIGHT === '1';
/** Each starts a sandbox several times. */
const atNight = NIGHT ? it : undefined;

let base = '';
let folder = '';
let planFile = '';
let isMounted = false;
beforeAll(async () => {
	base = await mkdtemp(join(tmpdir(), 'disk-test-'));
	planFile = join(base, 'plan.json');
});
beforeEach(async () => {
	folder = await mkdtemp(join(base, 'data-'));
	plan({});
});
const children: ChildProcess[] = [];
afterEach(async () => {
	for (const child of children.splice(0)) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		child.kill('SIGKILL');
		await once(child, 'exit');
	}
	if (isMounted) execFileSync('umount', [folder]);
	isMounted = false;
});
afterAll(() => rm(base, { recursive: true, force: true }));

const plan = (one: DiskPlan) => writeFileSync(planFile, JSON.stringify(one));

interface Answer {
	status: number;
	body: string;
}

/** A sandbox on `folder` and the disk of the plan. */
class Subject {
	readonly acknowledged: string[] = [];
	/** Of writes whose answer says that nobody knows, or that had none. */
	readonly open: string[] = [];
	private url = '';
	private constructor(private readonly running: ReturnType<typeof runWith>) {}

	static launch(at = folder): Subject {
		const environment = { DISK: planFile, DISK_FOLDER: at };
		const imports = [join(__dirname, 'disk.ts')];
		const running = runWith({ environment, imports }, '--empty', '--data', at);
		children.push(running.child);
		return new Subject(running);
	}

	static async start(at = folder): Promise<Subject> {
		const subject = Subject.launch(at);
		subject.url = await addressOf(subject.running);
		return subject;
	}

	async call(method: string, path: string, body?: object | FormData): Promise<Answer> {
		const isForm = body instanceof FormData;
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: { ...asAdmin, ...(isForm ? {} : { 'content-type': 'application/json' }) },
			...(body && { body: isForm ? body : JSON.stringify(body) }),
			signal: AbortSignal.timeout(20_000),
		});
		return { status: response.status, body: await response.text() };
	}

	/** Creates an entry with this text. */
	async write(text: string): Promise<Answer> {
		// So long that tables grow with each.
		const entry = { subject: text, notes: randomBytes(15_000).toString('base64') };
		const answer = await this.call('POST', '/g/api/v1/todo/todos', entry).catch(() => undefined);
		if (answer?.status === 200) this.acknowledged.push(text);
		if (answer === undefined || !answer.body.startsWith('{')) this.open.push(text);
		return answer ?? { status: 0, body: '' };
	}

	async upload(text: string): Promise<Answer> {
		const form = new FormData();
		form.append('file', new Blob([text]), 'a.txt');
		return await this.call('POST', '/k/v1/file.json', form);
	}

	/** What is there, as the service reads it. */
	async texts(): Promise<string[]> {
		const { status, body } = await this.call('GET', '/_sandbox/dump');
		if (status !== 200) throw new Error(body);
		const { groupware_todo: rows } = JSON.parse(body) as {
			groupware_todo: Record<string, { subject: string }>;
		};
		return Object.values(rows).map(({ subject }) => subject);
	}

	async end(): Promise<number> {
		const asked = Date.now();
		this.running.child.kill('SIGTERM');
		await this.ended();
		return Date.now() - asked;
	}

	get isOver(): boolean {
		return this.running.child.exitCode !== null || this.running.child.signalCode !== null;
	}

	/** Its code, and what it wrote to the console. */
	async ended(): Promise<{ code: number | null; said: string }> {
		const [code] = await this.running.ended;
		return { code, said: await this.running.errors };
	}
}

/** What was acknowledged is there, once, and nothing that was refused. */
async function expectKept({ acknowledged, open }: Subject): Promise<void> {
	plan({});
	const again = await Subject.start();
	const found = await again.texts();
	expect(found.filter((text) => !open.includes(text)).sort()).toEqual([...acknowledged].sort());
	expect((await again.write('afterwards')).status).toBe(200);
	expect(await again.end()).toBeLessThan(SOON);
}

interface Cell {
	calls: DiskCall[];
	/** A part of the paths. */
	path: string;
	code: 'EIO' | 'ENOSPC' | 'EROFS';
	lasts: boolean;
	half?: boolean;
}

const writes: Array<Pick<Cell, 'calls' | 'path' | 'half'>> = [
	{ calls: ['write'], path: 'pg_wal' },
	{ calls: ['write'], path: 'pg_wal', half: true },
	{ calls: ['sync'], path: 'pg_wal' },
	{ calls: ['open'], path: 'pg_wal' },
	{ calls: ['write'], path: '/base/' },
	{ calls: ['write'], path: '/base/', half: true },
	{ calls: ['open', 'sync', 'write'], path: '/database/' },
];
const cells = writes.flatMap((written) =>
	(['EIO', 'ENOSPC', 'EROFS'] as const).flatMap((code) =>
		[false, true].map((lasts): Cell => ({ ...written, code, lasts })),
	),
);
const byDay = [1];
const nameOf = ({ calls, path, code, lasts, half }: Cell) =>
	`${code} ${lasts ? 'from now on' : 'once'} at ${half ? 'half a ' : ''}${calls.join(' or ')} in ${path}`;

const words = { EIO: /device|file system/, ENOSPC: /space/, EROFS: /read only/ };

let template = '';
beforeAll(async () => {
	template = join(base, 'template');
	plan({});
	await (await Subject.start(template)).end();
});

it.each(
	cells.filter((_, at) => NIGHT || byDay.includes(at)).map((cell) => [nameOf(cell), cell] as const),
)('%s', async (_name, { calls, path, code, lasts, half = false }) => {
	await cp(template, folder, { recursive: true });
	const subject = await Subject.start();
	for (const text of ['first', 'second']) expect((await subject.write(text)).status).toBe(200);
	plan({ fails: { calls, path, code, times: lasts ? 1e9 : 1 }, half });
	const told: Answer[] = [];
	for (let count = 0; count < 100 && told.length < (lasts ? 3 : 1); count += 1) {
		const answer = await subject.write(`with the fault ${count}`);
		if (answer.status !== 200) told.push(answer);
	}
	expect(told).not.toEqual([]);
	for (const { status, body } of told) {
		expect(status).toBe(500);
		expect(body).toMatch(/"errorCode":"SANDBOX_STORAGE"|It may or may not have been stored/);
		expect(body).toMatch(words[code]);
	}
	const found = await subject.texts().catch(String);
	// While writing fails, PostgreSQL can't always start again: then reading is refused with the reason, too.
	if (typeof found !== 'string')
		expect(found).toEqual(expect.arrayContaining(subject.acknowledged));
	else if (lasts) expect(found).toMatch(words[code]);
	else throw new Error(found);
	if (!lasts) expect((await subject.write('on it goes')).status).toBe(200);
	expect(await subject.end()).toBeLessThan(SOON);
	await expectKept(subject);
});

const BLOCK = 4_096;

/** Makes of the folder what a power cut leaves: of each block, what was synced or what was written. */
async function cutPower(synced: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	for (const entry of entries.filter((one) => one.isFile())) {
		const file = join(entry.parentPath, entry.name);
		const kept = join(synced, relative(folder, file));
		const content = readFileSync(file);
		const before = existsSync(kept) ? readFileSync(kept) : Buffer.alloc(0);
		const size = randomInt(2) ? content.length : before.length;
		const after = Buffer.alloc(size);
		for (let at = 0; at < size; at += BLOCK) {
			(randomInt(2) ? content : before).subarray(at, at + BLOCK).copy(after, at);
		}
		writeFileSync(file, after);
	}
}

it('after power cuts, it has what it acknowledged', async () => {
	const synced = `${folder}-synced`;
	await cp(template, folder, { recursive: true });
	await cp(template, synced, { recursive: true });
	const rounds = NIGHT ? 10 : 1;
	const acknowledged: string[] = [];
	const open: string[] = [];
	for (let round = 0; round <= rounds; round += 1) {
		plan({ synced });
		const subject = await Subject.start();
		const found = await subject.texts();
		expect(found).toEqual(expect.arrayContaining(acknowledged));
		expect(found.filter((text) => ![...acknowledged, ...open].includes(text))).toEqual([]);
		if (round === rounds) break;
		plan({ synced, cutAfter: randomInt(100, 1_000) });
		for (let count = 0; !subject.isOver; count += 1) await subject.write(`${round}.${count}`);
		acknowledged.push(...subject.acknowledged);
		open.push(...subject.open);
		await cutPower(synced);
	}
	expect(acknowledged.length).toBeGreaterThan(rounds);
});

atNight?.each([
	['its control file', /^global\/pg_control$/],
	['the list of its tables', /^base\/5\/pg_filenode\.map$/],
	['its tables', /^base\/5\/(?:1[6-9]|2)\d{3}$/],
])('says that a file is damaged: %s', async (_name, names) => {
	await cp(template, folder, { recursive: true });
	const database = join(folder, 'database');
	for (const name of await readdir(database, { recursive: true })) {
		if (!names.test(name)) continue;
		const content = readFileSync(join(database, name));
		randomBytes(64).copy(content, 100);
		writeFileSync(join(database, name), content);
	}
	const { code, said } = await Subject.launch().ended();
	expect(said).toMatch(/^The sandbox did not start: .*damaged/m);
	expect(code).toBe(1);
});

/** A file system of this size in MB; undefined where this account may not mount one. */
async function mounted(size: number): Promise<string | undefined> {
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', folder], {
			stdio: 'pipe',
		});
	} catch {
		console.info('Skipped, because this account may not mount a file system: a disk that is full');
		return undefined;
	}
	isMounted = true;
	return folder;
}

it('on a full disk, it reads on, and says that it is full', async () => {
	const disk = await mounted(60);
	if (disk === undefined) return;
	const data = join(disk, 'data');
	const subject = await Subject.start(data);
	expect((await subject.write('first')).status).toBe(200);
	const filler = join(disk, 'filler');
	expect(() => writeFileSync(filler, Buffer.alloc(60 * 1024 * 1024))).toThrow('ENOSPC');
	for (const answer of [await subject.write('second'), await subject.upload('third')]) {
		expect(answer).toEqual({ status: 500, body: expect.stringMatching(/SANDBOX_STORAGE.*space/) });
	}
	expect(await subject.texts()).toEqual(['first']);
	expect(await subject.end()).toBeLessThan(SOON);
	const { said } = await Subject.launch(data).ended();
	expect(said).toMatch(/^The sandbox did not start: .*No space is left/m);
	await rm(filler);
	const again = await Subject.start(data);
	expect(await again.texts()).toEqual(['first']);
	expect((await again.write('fourth')).status).toBe(200);
	await again.end();
});

atNight?.('says at its start that the disk is full, or read only', async () => {
	const disk = await mounted(20);
	if (disk === undefined) return;
	const filler = join(disk, 'filler');
	writeFileSync(filler, Buffer.alloc(16 * 1024 * 1024));
	const full = await Subject.launch(join(disk, 'data')).ended();
	await rm(filler);
	await rm(join(disk, 'data'), { recursive: true });
	await cp(template, join(disk, 'data'), { recursive: true });
	execFileSync('mount', ['-o', 'remount,ro', disk]);
	const readOnly = await Subject.launch(join(disk, 'data')).ended();
	expect([full.code, readOnly.code]).toEqual([1, 1]);
	expect(full.said).toMatch(/^The sandbox did not start: .*No space is left/m);
	expect(readOnly.said).toMatch(/^The sandbox did not start: .*read-only/m);
});

atNight?.("keeps everything from the machine's other accounts", async () => {
	await cp(template, folder, { recursive: true });
	const subject = await Subject.start();
	await subject.upload('mine');
	await subject.end();
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const open = [];
	for (const entry of entries) {
		const at = join(entry.parentPath, entry.name);
		if (((await stat(at)).mode & 0o077) !== 0) open.push(relative(folder, at));
	}
	expect(open).toEqual([]);
});
