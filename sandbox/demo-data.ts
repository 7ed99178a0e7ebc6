/** The language of the people, apps and events of the demo data. */
export const demos = ['en', 'ja'] as const;
export type Demo = (typeof demos)[number];

/**
 * The demo data with its times set: `@day:-3` is the day three days before `now` (`YYYY-MM-DD`), `@ago:5`
 * the moment five hours before it. Other text that `replaced` knows is given by it.
 */
export function withTimes<Data>(
	data: Data,
	now: Date,
	replaced: (text: string) => string = (text) => text,
): Data {
	const settled = (value: unknown): unknown => {
		if (typeof value === 'string') {
			return replaced(value)
				.replace(/@day:(-?\d+)/g, (_all, days: string) =>
					later(now, Number(days) * 24).slice(0, 10),
				)
				.replace(/@ago:(-?\d+)/g, (_all, hours: string) => later(now, -Number(hours)));
		}
		if (Array.isArray(value)) return value.map(settled);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settled(one)]));
	};
	return settled(data) as Data;
}

function later(now: Date, hours: number): string {
	return new Date(now.getTime() + hours * 3_600_000).toISOString();
}
