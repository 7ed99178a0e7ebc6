import type { Sql } from '../types';
import { listAccounts } from './users';

/** Ids of the users with these login names, in the order given; throws where one is unknown. */
export async function accountIds(sql: Sql, codes: string[]): Promise<string[]> {
	const known = new Map(
		(await listAccounts(sql, { codes })).map((account) => [account.code, account.id]),
	);
	return codes.map((code) => {
		const id = known.get(code);
		if (id === undefined) throw new Error(`There is no user with the login name ${code}`);
		return id;
	});
}
