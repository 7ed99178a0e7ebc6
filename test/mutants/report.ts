import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { MutantResult } from '@stryker-mutator/api/dist/src/core/index';

import { root } from '../gates/packages';

/** A change that no test can notice, because the code does the same with it. */
interface Equivalent {
	file: string;
	/** The line, without its indentation. */
	line: string;
	/** What is in its place there, as the table shows it. */
	change: string;
	why: string;
}

export const equivalents = JSON.parse(
	readFileSync(join(__dirname, 'equivalent.json'), 'utf8'),
) as Equivalent[];

interface Counts {
	killed: number;
	survived: number;
	notMet: number;
	equivalent: number;
}

/** A result with what a person needs to find it. */
interface Shown {
	file: string;
	line: number;
	text: string;
	change: string;
	kind: keyof Counts;
}

/** Prints how many mutants each file's tests notice, and those that they do not. Gives the score of covered ones. */
export function report(results: MutantResult[]): number {
	const shown = results.flatMap(shownOf);
	const files = [...new Set(shown.map(({ file }) => file))].sort();
	const rows = files.map((file) => rowOf(file, countsOf(shown.filter((one) => one.file === file))));
	const all = countsOf(shown);
	print([HEADER, ...rows, rowOf('All', all)]);
	for (const kind of ['survived', 'notMet'] as const) {
		const left = shown.filter((one) => one.kind === kind);
		if (left.length === 0) continue;
		console.log(kind === 'survived' ? '\nSurvived' : '\nNot covered by any test');
		for (const { file, line, text, change } of left) {
			console.log(`${file}:${line}  ${change}\n    ${text}`);
		}
	}
	return scoreOf(all);
}

function shownOf({ fileName, location, status, replacement = '' }: MutantResult): Shown[] {
	const file = relative(root, fileName).replaceAll('\\', '/');
	const { start, end } = location;
	const text = readFileSync(join(root, file), 'utf8').split('\n')[start.line - 1] ?? '';
	const old =
		start.line === end.line
			? text.slice(start.column - 1, end.column - 1)
			: `${text.slice(start.column - 1)} …`;
	const change = `${old} → ${replacement.replace(/\s+/g, ' ')}`;
	const line = text.trim();
	const found = equivalents.some(
		(one) => one.file === file && one.line === line && one.change === change,
	);
	const kind = kindOf(status);
	if (kind === undefined) return [];
	const shown = found && kind === 'survived' ? 'equivalent' : kind;
	return [{ file, line: start.line, text: line, change, kind: shown }];
}

function kindOf(status: MutantResult['status']): keyof Counts | undefined {
	if (status === 'Killed' || status === 'Timeout') return 'killed';
	if (status === 'Survived') return 'survived';
	return status === 'NoCoverage' ? 'notMet' : undefined;
}

function countsOf(shown: Shown[]): Counts {
	const counts: Counts = { killed: 0, survived: 0, notMet: 0, equivalent: 0 };
	for (const { kind } of shown) counts[kind] += 1;
	return counts;
}

/** Percent of the mutants that a test meets, equivalent ones aside. */
function scoreOf({ killed, survived }: Counts): number {
	return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived);
}

const HEADER = [
	'File',
	'Mutants',
	'Killed',
	'Survived',
	'Equivalent',
	'Not covered',
	'Covered %',
	'Total %',
];

function rowOf(file: string, counts: Counts): string[] {
	const { killed, survived, notMet, equivalent } = counts;
	const total = killed + survived + notMet;
	return [
		file,
		...[total + equivalent, killed, survived, equivalent, notMet].map(String),
		scoreOf(counts).toFixed(1),
		(total === 0 ? 100 : (100 * killed) / total).toFixed(1),
	];
}

function print(rows: string[][]): void {
	const widths = HEADER.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
	for (const row of rows) {
		const cells = row.map((cell, at) =>
			at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
		);
		console.log(cells.join('  ').trimEnd());
	}
}
