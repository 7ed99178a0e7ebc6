import fc from 'fast-check';

import { rows as known } from '../contract/apiData';
import type { Subject } from './bench';
import { plain, pick, type Property, SKIP, told, writes } from './property';
import { changes } from './state';

/** What something in front of the service says in its place, with the status of a success. */
const BODIES = ['{"message":"Back soon"}', '{"status":"maintenance"}', '{}', 'null', '[]'];

interface AnswerCase {
	way: number;
	variant: number;
	/** Which request of the run is answered so. */
	request: number;
	body: number;
}

/** One of a run's requests never gets to the service, and its answer is JSON all the same. */
export const otherAnswers: Property<AnswerCase> = {
	name: 'other answers',
	says: 'an answer that is not that of the service is an error, and nothing is written because of it',
	exempt: () => undefined,
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		request: fc.nat(3),
		body: fc.nat(BODIES.length - 1),
	}),
	check: async (bench, subject, { way, variant, request, body }) => {
		const [example] = await bench.prepare(subject, way);
		const variants = example ? [example.minimal, ...example.full] : [];
		const parameters = pick(variants, variant) ?? {};
		const input = example?.input && { input: example.input };
		const name = `undisturbed ${variants.indexOf(parameters)}`;
		const usual = await bench.remembered(
			name,
			async () => await bench.run(subject, parameters, input),
		);
		// Where the service says nothing of what it did, nothing can be wrong in what it says.
		const isEmpty = BODIES[body] === '{}' && writes(subject) && saysNothing(subject);
		if (usual.outcome.error || isEmpty) return SKIP;
		await bench.back();
		const faults = `${bench.tenant.url}/_sandbox/faults`;
		await bench.tenant.control('faults', {
			status: 200,
			html: BODIES[body],
			skip: request,
			times: 1,
		});
		const { outcome, state } = await bench.run(subject, parameters, input);
		await fetch(faults, { method: 'DELETE' });
		const wrong = changes(bench.before, state).filter(
			({ path, after }) => after !== usual.state.get(path),
		);
		const about = `request ${request} answered with ${BODIES[body]}`;
		if (wrong.length > 0) return `${about} changed ${told(wrong)}`;
		if (outcome.error) return undefined;
		const lost = changes(usual.state, state);
		if (lost.length > 0) return `${about} reports success without ${told(lost)}`;
		const rows = (of: typeof outcome) => plain(of.output.map(({ json }) => json)).join('; ');
		if (writes(subject) || rows(outcome) === rows(usual.outcome)) return undefined;
		return `${about} gives ${rows(outcome).slice(0, 200)}`;
	},
};

/** Whether the answer of a success is empty by docs/api. */
function saysNothing({ service, operation }: Subject): boolean {
	const response = known[service][operation.id]?.response;
	return Object.keys((response?.properties ?? {}) as object).length === 0;
}
