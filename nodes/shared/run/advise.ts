import type { ItemView, Service } from '../catalogue';
import { Failed } from '../errors';
import type { Problem } from './results';

/** Puts into refusals what can be told only by looking at the service (which app a lookup takes from). */
export async function advise(
	problems: Problem[],
	look: NonNullable<Service['advise']>,
	views: (index: number) => ItemView,
): Promise<void> {
	for (const { item, problem } of problems) {
		const explanation = problem instanceof Failed ? problem.failure.explanation : undefined;
		if (explanation === undefined) continue;
		const advice = await look(explanation, views(item));
		if (advice !== undefined) explanation.advice = advice;
	}
}
