import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where a wrong step costs data. */
export const AREAS = [
	'nodes/shared/request.ts',
	'nodes/shared/run',
	'nodes/shared/transport',
	'nodes/RecordPlatform/codec',
	'nodes/RecordPlatform/query',
	'nodes/RecordPlatform/reading',
	'nodes/RecordPlatform/writing',
	'nodes/Groupware/time',
	'nodes/Groupware/values',
];

/** Of the tests, those whose paths hold one of these; separated by commas. */
export const TESTS = 'MUTANTS_TESTS';

/** Units, and the machinery with a server of its own; nothing that needs the sandbox. */
export const QUICK = ['test/units/', 'test/workflow/machinery.test.ts'];

/** They measure time, which a change of the result does not show in. */
const TIMED = /\/linear(-time)?\.test\.ts$/;

function below(root: string, folder: string, end: string): string[] {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

/** Test files to run, from the root. */
export function testsIn(root: string): string[] {
	const wanted = process.env[TESTS]?.split(',') ?? QUICK;
	return below(root, 'test', '.test.ts').filter(
		(file) => !TIMED.test(file) && wanted.some((part) => file.includes(part)),
	);
}

/** What is tested; as paths that `require` takes. */
export function sourcesIn(root: string): string[] {
	return below(root, 'nodes', '.ts').map((file) => join(root, file));
}
