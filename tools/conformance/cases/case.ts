import type { Scene } from '../scene';
import type { Side } from '../side';

/** Some requests whose answers are compared. */
export interface Case<Context = Scene> {
	/** What is looked at, for the report. */
	topic: string;
	name: string;
	run(side: Side, scene: Context): Promise<void>;
}

/** The path of an API of the record platform. */
export function k(api: string, parameters: Record<string, string | number> = {}): string {
	const query = new URLSearchParams(
		Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
	);
	return `/k/v1/${api}.json${query.size > 0 ? `?${query}` : ''}`;
}

/** Cases of one topic. */
export function topic<Context = Scene>(
	name: string,
	cases: Record<string, Case<Context>['run']>,
): Array<Case<Context>> {
	return Object.entries(cases).map(([about, run]) => ({ topic: name, name: about, run }));
}
