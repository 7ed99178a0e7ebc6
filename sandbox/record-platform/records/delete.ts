import { listAccounts } from '../../accounts';
import type { Tenant } from '../../types';
import { findApp } from '../apps/store';
import { Context } from '../context';
import { notifyOfDeletion } from '../webhooks';
import { forgetFiles } from './files';
import { findRecords } from './row';

/**
 * Deletes a record as a user does on its page. The service sends a webhook then; the API only deletes
 * lists of records, which sends none.
 */
export async function deleteRecord(
	tenant: Tenant,
	{ app: appId, id, user }: { app: string; id: string; user: string },
): Promise<boolean> {
	const notices = await tenant.transaction(async (sql) => {
		const account = (await listAccounts(sql)).find(({ code }) => code === user);
		const app = await findApp(sql, appId, 'production', true);
		const record = (await findRecords(sql, appId, [id])).get(id);
		if (!account || !app || !record) return undefined;
		const caller = { kind: 'user' as const, account };
		const context = new Context(sql, tenant, tenant.clock.now(), caller, undefined);
		await sql.query('delete from records where app_id = $1::bigint and id = $2::bigint', [
			appId,
			id,
		]);
		await forgetFiles(sql, app.design.fields, [record.cells], []);
		await notifyOfDeletion(context, app, id);
		return context.notices;
	});
	for (const notice of notices ?? []) tenant.deliveries.post(notice, notice.body);
	return notices !== undefined;
}
