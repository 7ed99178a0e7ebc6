import type { Context } from '../context';
import { type Directory } from '../directory';
import { hasRight } from './access';
import { callsToday } from './calls';
import { APP_COLUMNS, DESIGN_COLUMNS, type OpenApp, type OpenAppRow, toOpenApp } from './store';

interface Figures {
	live_revision: string | null;
	space_name: string | null;
	record_count: string;
	record_updated_at: Date | null;
	tokens: string;
	webhooks: string;
	storage: string;
}

/** How much the apps are used that the caller manages, never-deployed ones too, by ascending ID (docs/api: apps.statistics). */
export async function statisticsOf(
	context: Context,
	{ offset, limit }: { offset: number; limit: number },
): Promise<object[]> {
	const rows = await context.sql.query<OpenAppRow & Figures>(
		`select ${APP_COLUMNS}, ${DESIGN_COLUMNS}, s.name as space_name,
			(select live.revision::text from app_designs live
				where live.app_id = a.id and live.env = 'production') as live_revision,
			(select count(*)::text from records r where r.app_id = a.id) as record_count,
			(select max(r.updated_at) from records r where r.app_id = a.id) as record_updated_at,
			(select count(*)::text from api_tokens t where t.app_id = a.id) as tokens,
			(select count(*)::text from webhooks w where w.app_id = a.id) as webhooks,
			(select coalesce(sum(f.size), 0)::text from attached_files f where f.app_id = a.id) as storage
		from apps a join app_designs d on d.app_id = a.id and d.env = 'preview'
		left join app_spaces s on s.id = a.space_id order by a.id`,
	);
	const directory = await context.directory();
	const apps: object[] = [];
	for (const row of rows) {
		const app = toOpenApp(row);
		if (await hasRight(context, app, 'manage')) apps.push(describe(context, app, row, directory));
	}
	return apps.slice(offset, offset + limit);
}

function describe(context: Context, app: OpenApp, row: Figures, directory: Directory): object {
	const { design } = app;
	const live = row.live_revision;
	const { customize } = design.parts;
	return {
		id: app.id,
		name: design.name,
		space: app.spaceId === null ? null : { id: app.spaceId, name: row.space_name ?? '' },
		appGroup: 'Public',
		status: live === null ? 'NOT_ACTIVATED' : live === design.revision ? 'ACTIVATED' : 'CHANGED',
		recordUpdatedAt: row.record_updated_at?.toISOString() ?? '',
		recordCount: row.record_count,
		fieldCount: String(Object.keys(design.fields).length),
		dailyRequestCount: String(callsToday(context.tenant, app.id, context.now)),
		apiTokenCount: row.tokens,
		webhookCount: row.webhooks,
		storageUsage: row.storage,
		customized:
			customize !== undefined &&
			[customize.desktop, customize.mobile].some(({ js, css }) => js.length + css.length > 0),
		creator: directory.named(app.creator),
		createdAt: app.createdAt.toISOString(),
		modifier: directory.named(app.modifier),
		modifiedAt: app.modifiedAt.toISOString(),
	};
}
