import fc from 'fast-check';

import type { Bench, Subject } from './bench';
import { type Property, SKIP } from './property';

export interface Finding {
	operation: string;
	what: string;
	/** The smallest case that shows it. */
	smallest: unknown;
	/** Repeats it: `--only OPERATION --seed SEED`. */
	seed: number;
}

export interface Report {
	property: string;
	/** Runs that meant something, for each operation that the property says something about. */
	cases: Map<string, number>;
	exempt: Array<[operation: string, why: string]>;
	findings: Finding[];
}

export interface Choices {
	runs: number;
	seed: number;
	/** Further looks at an operation after one that has found something. */
	again?: number;
	told?: (line: string) => void;
}

/** Cases that a failing one may be tried smaller as. */
const SHRINKS = 12;

/** Tries a property on operations; each has cases of its own, which follow from the seed. */
export async function hold(
	bench: Bench,
	property: Property,
	subjects: Subject[],
	choices: Choices,
): Promise<Report> {
	const report: Report = { property: property.name, cases: new Map(), exempt: [], findings: [] };
	for (const subject of subjects) {
		const why = property.exempt(subject);
		if (why !== undefined) report.exempt.push([subject.key, why]);
		else {
			report.cases.set(subject.key, 0);
			await holdFor(bench, property, subject, choices, report);
		}
	}
	return report;
}

async function holdFor(
	bench: Bench,
	property: Property,
	subject: Subject,
	{ runs, seed, again = 0, told }: Choices,
	report: Report,
): Promise<void> {
	const seen = new Set<string>();
	for (let round = 0; round <= again; round += 1) {
		let triesLeft = Infinity;
		let what = '';
		const own = seed + round + hash(subject.key);
		const outcome = await fc.check(
			fc.asyncProperty(property.cases, async (one) => {
				if (triesLeft <= 0) return true;
				triesLeft -= 1;
				// One case that cannot be tried must not end a sweep.
				const wrong = await property
					.check(bench, subject, one)
					.catch((error: unknown) => `could not be tried: ${String(error)}`);
				if (wrong === SKIP) return true;
				report.cases.set(subject.key, (report.cases.get(subject.key) ?? 0) + 1);
				if (wrong === undefined || seen.has(kindOf(wrong))) return true;
				triesLeft = Math.min(triesLeft, SHRINKS);
				what = wrong;
				return false;
			}),
			{ numRuns: runs, seed: own },
		);
		if (!outcome.failed) return;
		if (what === '') throw outcome.errorInstance ?? new Error('The property itself failed.');
		seen.add(kindOf(what));
		const [smallest] = outcome.counterexample ?? [];
		report.findings.push({ operation: subject.key, what, smallest, seed });
		told?.(`${report.property}: ${subject.key}: ${what}\n  ${JSON.stringify(smallest)}`);
	}
}

/** Findings of one kind differ in numbers only. */
const kindOf = (what: string) => what.replace(/\d+/g, '').slice(0, 120);

function hash(text: string): number {
	let sum = 0;
	for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
	return sum;
}
