/** SQL fragments over `records r`; the caller adds `r.app_id = …`, for nothing here says which app. */
export interface CompiledQuery {
	/** A boolean expression, to be put in parentheses; NULL means false. Uses all of `parameters`. */
	where: string;
	parameters: unknown[];
	/** What follows `order by`; uses no parameters and always ends with the record ID. */
	orderBy: string;
	limit: number;
	offset: number;
}

/**
 * SQL for one page of an app's records, with the query's own parameters and no others. The IDs are found and sorted
 * first: sorting whole records spills to disk when the app is large and the offset high.
 * @param columns of `records r`
 */
export function pageSql(query: CompiledQuery, appId: string, columns: string): string {
	const app = `r.app_id = ${BigInt(appId)}`;
	return `select ${columns}
		from (
			select r.id from records r where ${app} and (${query.where})
			order by ${query.orderBy} limit ${query.limit} offset ${query.offset}
		) page
		join records r on ${app} and r.id = page.id
		order by ${query.orderBy}`;
}
