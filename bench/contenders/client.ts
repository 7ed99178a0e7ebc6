import { KintoneRestAPIClient } from '@kintone/rest-api-client';

import { type Contender, LOGIN } from './contender';
import { elements } from './requests';

/** The vendor's own client, by its functions for any number of records. */
export const client: Contender = {
	async ready(job) {
		const { kind, app, baseUrl, token } = job;
		const auth = token === undefined ? LOGIN : { apiToken: token };
		const { record } = new KintoneRestAPIClient({ baseUrl, auth });
		if (kind === 'read') {
			return async () => ({ records: (await record.getAllRecordsWithId({ app })).length });
		}
		const list = elements({ ...job, kind });
		return async () => {
			switch (kind) {
				case 'insert':
					return count(await record.addAllRecords({ app, records: list as never }));
				case 'update':
					return count(await record.updateAllRecords({ app, records: list as never }));
				case 'upsert':
					return count(
						await record.updateAllRecords({ app, upsert: true, records: list as never }),
					);
				case 'delete':
					await record.deleteAllRecords({ app, records: list as never });
					return { records: list.length };
				default:
					throw new Error(`The client is not measured for "${kind}"`);
			}
		};
	},
};

function count({ records }: { records: unknown[] }): { records: number } {
	return { records: records.length };
}
