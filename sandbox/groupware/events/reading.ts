import type { Sql } from '../../types';

/**
 * What an update of a repeating event changes. The service documents `first`; whether it does so
 * has not been tried.
 */
export const seriesUpdates = ['first', 'whole'] as const;
export type SeriesUpdate = (typeof seriesUpdates)[number];

export async function seriesUpdateOf(sql: Sql): Promise<SeriesUpdate> {
	const [row] = await sql.query<{ reading: SeriesUpdate }>(
		'SELECT series_update AS reading FROM groupware_reading',
	);
	return row?.reading ?? 'first';
}

export async function setSeriesUpdate(sql: Sql, reading: SeriesUpdate): Promise<void> {
	await sql.query('DELETE FROM groupware_reading');
	await sql.query('INSERT INTO groupware_reading (series_update) VALUES ($1)', [reading]);
}
