import type { IDataObject } from 'n8n-workflow';

/**
 * Writes a query string. Lists become `ids[0]=1&ids[1]=2`, or `id[]=1&id[]=2` where the
 * key ends with `[]`; undefined and null are left out.
 */
export function queryString(query: IDataObject = {}): string {
	const pairs: string[] = [];
	const add = (key: string, value: unknown) => {
		if (value === undefined || value === null) return;
		pairs.push(`${encoded(key)}=${encoded(String(value))}`);
	};
	for (const [key, value] of Object.entries(query)) {
		if (!Array.isArray(value)) add(key, value);
		else if (key.endsWith('[]')) value.forEach((entry) => add(key, entry));
		else value.forEach((entry, index) => add(`${key}[${index}]`, entry));
	}
	return pairs.join('&');
}

/** Half a surrogate pair can't be encoded, so it becomes the replacement character. */
function encoded(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

/** The query as a JSON body, for URLs that would be too long. `id[]` becomes `id`. */
export function queryAsBody(query: IDataObject = {}): IDataObject {
	return Object.fromEntries(
		Object.entries(query).map(([key, value]) => [key.replace(/\[\]$/, ''), value]),
	);
}
