import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { preProcessFile } from 'typescript';

import { root } from './packages';

/** Files of the repository, committed or about to be; paths with slashes, from its root. */
export const files: string[] = execFileSync(
	'git',
	['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
	{ cwd: root, encoding: 'utf8' },
)
	.split('\0')
	.filter((file) => file !== '' && existsSync(join(root, file)));

export function read(file: string): string {
	return readFileSync(join(root, file), 'utf8');
}

/** What a file imports: paths from the repository's root for files, else the package's name. */
export function importsOf(file: string, text: string): string[] {
	return preProcessFile(text, true, true).importedFiles.map(({ fileName }) =>
		fileName.startsWith('.')
			? normalize(join(dirname(file), fileName)).replaceAll('\\', '/')
			: fileName,
	);
}

/** Files below a folder that import each other in a circle, each circle once. */
export function circles(folder: string): string[][] {
	const sources = files.filter((file) => file.startsWith(folder) && /\.tsx?$/.test(file));
	const imports = new Map(
		sources.map((file) => [
			file,
			importsOf(file, read(file)).map(
				(path) =>
					sources.find((one) => [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].includes(one)) ??
					'',
			),
		]),
	);
	const found: string[][] = [];
	const left = new Set<string>();
	const visit = (file: string, way: string[]): void => {
		const at = way.indexOf(file);
		if (at >= 0) found.push(way.slice(at));
		if (at >= 0 || left.has(file)) return;
		for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
		left.add(file);
	};
	for (const file of sources) visit(file, []);
	return found;
}

/** Where a folder's files may import from; `undefined` allows everything. */
export function mayImport(file: string): ((imported: string) => boolean) | undefined {
	const [room = '', inner = ''] = file.split('/');
	if (room === 'nodes') {
		const own = inner === 'shared' ? ['nodes/shared/'] : [`nodes/${inner}/`, 'nodes/shared/'];
		return from(own, 'n8n-workflow', 'luxon');
	}
	if (room === 'credentials') {
		const service = /^(.+?)(OAuth2)?Api\./.exec(inner)?.[1] ?? inner;
		return from([`nodes/${service}/`, 'nodes/shared/', 'credentials/'], 'n8n-workflow');
	}
	if (room === 'sandbox') {
		return (imported) =>
			imported.startsWith('sandbox/') ||
			(!['nodes/', 'credentials/', 'start/', 'test/', 'bench/', 'tools/'].some((start) =>
				imported.startsWith(start),
			) &&
				!imported.startsWith('n8n-'));
	}
	return undefined;
}

function from(folders: string[], ...names: string[]) {
	return (imported: string) =>
		names.includes(imported) || folders.some((folder) => imported.startsWith(folder));
}

/** A sign that something does not belong into a file that strangers read. */
export interface Taboo {
	what: string;
	sign: RegExp;
	/** Files in which it is at home. */
	except?: RegExp;
}

const code = /\.(tsx?|js|mjs|cjs)$/;

export const taboos: Taboo[] = [
	{ what: 'a path of one machine', sign: /(?<![\w.*})])\/(root|tmp|work|Users)(\/|\b(?=['"`\s]))/ },
	{ what: 'a package registry', sign: /\bregistry\.[\w-]+\.\w|https?:\/\/[^\s'"/]*registry/i },
	{ what: 'a rule switched off', sign: /eslint-disable|@ts-(ignore|nocheck|expect-error)/ },
	{ what: 'work left for later', sign: /\b(TODO|FIXME|XXX)\b/ },
	{
		what: 'a test left out',
		sign: /\b(it|test|describe)\.(only|skip|todo|failing)\b|\b[xf](it|describe)\(/,
		except: /^test\/support\/shared\.ts$/,
	},
];

/** Signs found in a text, with their lines. */
export function findings(file: string, text: string): string[] {
	return taboos
		.filter(({ except }) => !except?.test(file))
		.flatMap(({ what, sign }) =>
			text
				.split('\n')
				.flatMap((line, at) =>
					sign.test(line) ? [`${file}:${at + 1} has ${what}: ${line.trim()}`] : [],
				),
		);
}

/** The comments of a source, without what looks like one in a text or a URL. */
export function commentsOf(text: string): string[] {
	return text.match(/\/\*\*?\s[\s\S]*?\*\/|(?<=^|[\s;{])\/\/ .*/g) ?? [];
}

/**
 * What a comment names that nobody finds: a file of the repository (`input/gate.ts`), or a section by its
 * number alone, which names no page.
 * @param ends paths of all files, each after a slash
 */
export function lostIn(file: string, comment: string, ends: string[]): string[] {
	const folder = dirname(file);
	// Another repository's source has its own.
	const paths = [
		...comment.matchAll(/(?<![\w/])(?!src\/)((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|js|md))\b/g),
	];
	const lost = paths.flatMap(([, path = '']) =>
		ends.some((end) => end.endsWith(`/${path}`)) || existsSync(join(root, folder, path))
			? []
			: [path],
	);
	// This part of the sandbox names them so.
	const numbers = file.startsWith('sandbox/record-platform/')
		? []
		: (comment.match(/\bfacts,? section \d+/g) ?? []);
	return [...lost, ...numbers].map((what) => `${file} names ${what}`);
}

/** Whether the taboos apply: text that people wrote. */
export function written(file: string): boolean {
	return (
		(code.test(file) || /\.(json|md|ya?ml|sh|sql|svg|html)$|^\.|LICENSE$/.test(file)) &&
		!isLock(file)
	);
}

export function isLock(file: string): boolean {
	return file.endsWith('package-lock.json');
}
