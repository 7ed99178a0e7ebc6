import { operations } from './bench';
import type { Report } from './runner';

/** What a sweep was made of. */
export interface Sweep {
	reports: Report[];
	seeds: number[];
	behaviors: string[];
}

/** The first operation of each row of docs/api; the others are made of the same requests. */
const ROWS = new Set(
	operations
		.filter(
			({ service, operation }, at) =>
				operations.findIndex(
					(one) => one.service === service && one.operation.id === operation.id,
				) === at,
		)
		.map(({ key }) => key),
);

/** The reports of one property as one report. */
export function joined(one: Report, other: Report): Report {
	const cases = new Map(one.cases);
	for (const [key, count] of other.cases) cases.set(key, (cases.get(key) ?? 0) + count);
	const exempt = new Map([...one.exempt, ...other.exempt]);
	return {
		property: one.property,
		cases,
		exempt: [...exempt],
		findings: [...one.findings, ...other.findings],
	};
}

/** How much was tried and found: a line for each property, and one for all of them. */
export function summary({ reports, seeds, behaviors }: Sweep): string {
	const lines = reports.map((report) => lineOf(report.property, [report]));
	const head = ['property', 'cases', 'operations', 'in docs/api', 'beyond', 'exempt', 'findings'];
	const table = [head, ...lines, lineOf('all', reports)];
	const widths = head.map((_, at) => Math.max(...table.map((cells) => cells[at]?.length ?? 0)));
	const text = table.map((cells) =>
		cells
			.map((cell, at) => cell.padEnd(widths[at] ?? 0))
			.join('  ')
			.trimEnd(),
	);
	const untried = reports.flatMap(({ property, cases }) =>
		[...cases].filter(([, count]) => count === 0).map(([key]) => `${property}: ${key}`),
	);
	return [
		...text,
		`seeds: ${seeds.join(', ')}`,
		`behaviors: ${behaviors.join(', ')}`,
		...(untried.length > 0 ? [`without a case that means something: ${untried.join('; ')}`] : []),
	].join('\n');
}

function lineOf(name: string, reports: Report[]): string[] {
	const sum = (count: (report: Report) => number) =>
		String(reports.reduce((total, report) => total + count(report), 0));
	const tried = new Set(
		reports.flatMap(({ cases }) => [...cases].filter(([, count]) => count > 0).map(([key]) => key)),
	);
	const rows = [...tried].filter((key) => ROWS.has(key)).length;
	const exempt = new Set(reports.flatMap((report) => report.exempt.map(([key]) => key)));
	return [
		name,
		sum(({ cases }) => [...cases.values()].reduce((total, count) => total + count, 0)),
		`${tried.size} of ${operations.length}`,
		`${rows} of ${ROWS.size}`,
		`${tried.size - rows} of ${operations.length - ROWS.size}`,
		String([...exempt].filter((key) => !tried.has(key)).length),
		sum(({ findings }) => findings.length),
	];
}
