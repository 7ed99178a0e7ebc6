import type { Difference, Outcome } from './compare';

/** The report as Markdown: what differs comes first, with the request and both answers. */
export function reportOf(outcomes: readonly Outcome[], when: Date): string {
	const different = outcomes.filter(({ differences }) => differences.length > 0);
	const untried = outcomes.filter(({ notTried }) => notTried !== undefined);
	const unfit = outcomes
		.flatMap((outcome) => outcome.unfit)
		.map(({ request, faults }) => `- \`${request}\`: ${faults.join('; ')}`);
	return [
		'# Conformance of the sandbox',
		'',
		`${when.toISOString().slice(0, 10)}. ${summaryOf(outcomes)}`,
		'',
		'It contains no passwords, addresses, or login names.',
		'',
		'## Different',
		'',
		...(different.length === 0 ? ['Nothing.', ''] : different.flatMap(differencesOf)),
		'## Not as described in docs/api',
		'',
		...(unfit.length === 0 ? ['Nothing.'] : unfit),
		'',
		'## Skipped or incomplete',
		'',
		...(untried.length === 0
			? ['Nothing.']
			: untried.map(({ topic, name, notTried }) => `- ${topic}, ${name}: ${notTried}`)),
		'',
		'## Same',
		'',
		...outcomes
			.filter(({ same }) => same > 0)
			.map(({ topic, name, same }) => `- ${topic}, ${name}: ${same}`),
		'',
	].join('\n');
}

/** In a sentence: how many responses were the same, how many were not. */
export function summaryOf(outcomes: readonly Outcome[]): string {
	const same = outcomes.reduce((sum, outcome) => sum + outcome.same, 0);
	const different = outcomes.reduce((sum, { differences }) => sum + differences.length, 0);
	const untried = outcomes.filter(({ notTried }) => notTried !== undefined).length;
	return `${same} responses are the same, ${different} are different, ${untried} cases were skipped or incomplete.`;
}

function differencesOf({ topic, name, differences }: Outcome): string[] {
	return [`### ${topic}: ${name}`, '', ...differences.flatMap(differenceLines)];
}

function differenceLines({ request, sent, sandbox, tenant }: Difference): string[] {
	const told = (answer: Difference['tenant']) => (answer ? shortened(answer) : 'no request');
	return [
		`\`${request}\``,
		'',
		'```json',
		...(sent === undefined ? [] : [`request: ${shortened(sent)}`]),
		`sandbox: ${told(sandbox)}`,
		`service: ${told(tenant)}`,
		'```',
		'',
	];
}

function shortened(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length <= 4_000 ? text : `${text.slice(0, 4_000)} …`;
}
