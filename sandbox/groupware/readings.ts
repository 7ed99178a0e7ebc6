import type { Sql } from '../types';

/** Where nobody knows what the service does: the keys of a scene, and what each can be. The first is the default. */
export const readings = {
	/** What an update of a repeating event changes. The service documents `first`; whether it does so has not been tried. */
	seriesUpdate: ['first', 'whole'],
	/** The times that a repeating event has when it is read alone: none beside its rule, or those of its first occurrence. */
	seriesTimes: ['none', 'first'],
	/** Whether a presence that was never set has `updatedAt`. */
	presenceTime: ['none', 'always'],
} as const;

export type ReadingName = keyof typeof readings;
export type Reading<Name extends ReadingName> = (typeof readings)[Name][number];

export async function readingOf<Name extends ReadingName>(
	sql: Sql,
	name: Name,
): Promise<Reading<Name>> {
	const [row] = await sql.query<{ reading: Reading<Name> }>(
		'SELECT reading FROM groupware_reading WHERE name = $1',
		[name],
	);
	return row?.reading ?? readings[name][0];
}

export async function setReading(sql: Sql, name: ReadingName, reading: string): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_reading (name, reading) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET reading = excluded.reading`,
		[name, reading],
	);
}
