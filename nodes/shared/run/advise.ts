import type { ItemView, Service } from '../catalogue';
import { Failed } from '../errors';
import type { Problem } from './results';

/** Adds advice that needs a request to the service (e.g. the source app of a lookup). */
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
