import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

import { files, read } from './house';
import { root } from './packages';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

type Permissions = Record<string, string> | string;

interface Workflow {
	permissions?: Permissions;
	jobs: Record<string, { permissions?: Permissions; needs?: string[]; steps: Step[] }>;
}

const names = files.filter((file) => file.startsWith('.github/workflows/'));
const jobs = names.flatMap((name) => {
	const { permissions, jobs: all } = parse(read(name)) as Workflow;
	return Object.entries(all).map(([job, { steps, ...one }]) => ({
		job: `${name.slice('.github/workflows/'.length)} ${job}`,
		permissions: one.permissions ?? permissions ?? 'all that the repository gives',
		uses: steps.flatMap(({ uses }) => uses ?? []),
		checkouts: steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
		code: steps.map(({ run }) => run ?? '').join('\n'),
	}));
});

describe('the workflows', () => {
	it('pin each action by its commit, and name its version', () => {
		const lines = names.flatMap((name) => read(name).match(/^.*\buses:.*$/gm) ?? []);
		expect(lines.length).toBe(jobs.flatMap(({ uses }) => uses).length);
		const pinned = /uses: [\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
		expect(lines.filter((line) => !pinned.test(line))).toEqual([]);
	});

	it('give a job only the permissions that it needs', () => {
		const needed: Record<string, Permissions> = {
			'publish.yml publish': { contents: 'read', 'id-token': 'write' },
			'publish.yml release': { contents: 'write' },
			'security.yml codeql': { contents: 'read', 'security-events': 'write' },
		};
		for (const { job, permissions } of jobs)
			expect({ job, permissions }).toEqual({
				job,
				permissions: needed[job] ?? { contents: 'read' },
			});
	});

	it('run no foreign code in a job that may write', () => {
		const writing = jobs.filter(({ permissions }) =>
			/id-token|contents":"write/.test(JSON.stringify(permissions)),
		);
		expect(writing).toHaveLength(2);
		for (const { code, uses } of writing) {
			expect(code).not.toMatch(/\b(npx|npm (?!publish\b)|node |gulp|yarn|pnpm)/);
			expect(uses.filter((action) => !action.startsWith('actions/'))).toEqual([]);
		}
	});

	it('keep the token of a checkout out of the steps that follow', () => {
		const steps = jobs.flatMap(({ checkouts }) => checkouts);
		expect(steps.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
	});

	it('look after every lock file', () => {
		const { updates } = parse(read('.github/dependabot.yml')) as {
			updates: Array<{ directory?: string; directories?: string[]; 'package-ecosystem': string }>;
		};
		const kept = updates
			.filter((one) => one['package-ecosystem'] === 'npm')
			.flatMap(({ directory, directories }) => directories ?? [directory ?? ''])
			.map((folder) => `${folder}/package-lock.json`.replace(/^\/+/, ''));
		const locks = files.filter((file) => /(^|\/)package-lock\.json$/.test(file)).sort();
		expect(kept.sort()).toEqual(locks);
		expect(
			locks.filter((lock) => !read('.github/workflows/security.yml').includes(`=${lock}\n`)),
		).toEqual([]);
	});
});

describe('publishing', () => {
	let folder: string;
	const tarballs = ['first', 'second', 'third'];

	/** A registry that has what `published` says, and tells in `log` what is published. */
	const npm = `#!/usr/bin/env bash
if [[ $1 == publish ]]; then echo "$*" >>"$STATE/log"; exit; fi
cat "$STATE/view-$2" 2>/dev/null && exit
cat "$STATE/failure" >&2; exit 1`;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'publish-'));
		for (const name of ['release', 'bin', 'package']) mkdirSync(join(folder, name));
		writeFileSync(join(folder, 'bin', 'npm'), npm);
		chmodSync(join(folder, 'bin', 'npm'), 0o755);
		writeFileSync(join(folder, 'failure'), 'npm error code E404\n');
		writeFileSync(join(folder, 'log'), '');
		for (const name of tarballs) {
			writeFileSync(
				join(folder, 'package', 'package.json'),
				JSON.stringify({ name, version: '1.2.3' }),
			);
			const file = join(folder, 'release', `${name}-1.2.3.tgz`);
			execFileSync('tar', ['-czf', file, '-C', folder, 'package']);
		}
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const release = (name: string) => join(folder, 'release', name);
	const hashes = () =>
		execFileSync('bash', ['-c', 'sha256sum ./*.tgz'], { cwd: release(''), encoding: 'utf8' });
	const isPublished = (name: string, content: Buffer) => {
		const integrity = createHash('sha512').update(content).digest('base64');
		writeFileSync(join(folder, `view-${name}@1.2.3`), `sha512-${integrity}\n`);
	};

	/** What is published, and what the script says if it fails. */
	function run(sums = hashes(), tag = 'v1.2.3') {
		const env = {
			...process.env,
			PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
			STATE: folder,
			TAG: tag,
			HASHES: Buffer.from(sums).toString('base64'),
		};
		let failure = '';
		try {
			const script = [join(root, 'tools', 'publish.sh'), release('')];
			execFileSync('bash', script, { env, encoding: 'utf8', stdio: 'pipe' });
		} catch (error) {
			failure = (error as { stderr: string }).stderr;
		}
		const log = readFileSync(join(folder, 'log'), 'utf8');
		return {
			published: [...log.matchAll(/^publish \.\/(\w+)-1.*/gm)].map(([, name]) => name),
			log,
			failure,
		};
	}

	it('publishes all packages with provenance, and runs no scripts of theirs', () => {
		const { published, log, failure } = run();
		expect({ published, failure }).toEqual({ published: tarballs, failure: '' });
		expect(log.match(/ --provenance --access public --ignore-scripts$/gm)).toHaveLength(3);
	});

	it('goes on after a release that stopped halfway', () => {
		isPublished('first', readFileSync(release('first-1.2.3.tgz')));
		expect(run()).toMatchObject({ published: ['second', 'third'], failure: '' });
	});

	it.each<[string, RegExp, () => ReturnType<typeof run>]>([
		['another tag', /first-1\.2\.3\.tgz is not of v1\.2\.4/, () => run(hashes(), 'v1.2.4')],
		[
			'a file that is not the one that was built',
			/checksum did NOT match/,
			() => run(hashes().replace(/^../, '00')),
		],
		[
			'a file without a hash',
			/third-1\.2\.3\.tgz has no hash/,
			() => run(hashes().replace(/.*third.*\n/, '')),
		],
		[
			'a version that is published with other content',
			/first@1\.2\.3 is published with other content/,
			() => {
				isPublished('first', Buffer.from('other'));
				return run();
			},
		],
		[
			'a registry that does not answer',
			/ECONNREFUSED/,
			() => {
				writeFileSync(join(folder, 'failure'), 'npm error code ECONNREFUSED\n');
				return run();
			},
		],
	])('publishes nothing with %s', (_, reason, attempt) => {
		const { published, failure } = attempt();
		expect(published).toEqual([]);
		expect(failure).toMatch(reason);
	});
});
