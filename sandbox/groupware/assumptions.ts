import type { Sql } from '../types';

/** Where nobody knows what the service does: the keys of these fixtures, and what each can be. The first is the default. */
export const assumptions = {
	/** What an update of a repeating event changes. The service documents `first`; whether it does so has not been tried. */
	seriesUpdate: ['first', 'whole'],
	/** The times that a repeating event has when it is read alone: none beside its rule, or those of its first occurrence. */
	seriesTimes: ['none', 'first'],
	/** Whether a presence that was never set has `updatedAt`. */
	presenceTime: ['none', 'always'],
} as const;

export type AssumptionName = keyof typeof assumptions;
export type Assumption<Name extends AssumptionName> = (typeof assumptions)[Name][number];

/** What is assumed where the documentation says nothing; the default unless it was set. */
export async function assumptionOf<Name extends AssumptionName>(
	sql: Sql,
	name: Name,
): Promise<Assumption<Name>> {
	const [row] = await sql.query<{ value: Assumption<Name> }>(
		'SELECT value FROM groupware_assumption WHERE name = $1',
		[name],
	);
	return row?.value ?? assumptions[name][0];
}

export async function setAssumption(sql: Sql, name: AssumptionName, value: string): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_assumption (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
		[name, value],
	);
}
