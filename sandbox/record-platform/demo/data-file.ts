import { randomUUID } from 'node:crypto';
import { withTimes } from '../../demo-data';
import type { Sql, Tenant } from '../../types';
import { changeViews } from '../apps/settings';
import { read } from '../input';
import { createComment } from '../records/comments';
import { updateRecord } from '../records/one';
import { updateStatuses } from '../records/status';
import { insertGuest, replaceGuests } from '../spaces/guests';
import type { Member } from '../spaces/members';
import { changeBody } from '../spaces/settings';
import { changeThread, createThread, createThreadComment } from '../spaces/threads';
import { type DemoApp, DemoBuilder, type DemoField, type DemoRecord, options } from './build';
import { makeSpace, seedPlugins } from './spaces';

/** Who did something, and when. */
interface Deed {
	by: string;
	daysAgo: number;
}

/** An app of a data file. Records are named by their position in all `rows` of the app. */
interface DataApp extends Omit<DemoApp, 'spaceId'> {
	/** Name of its space. */
	space?: string;
	views?: Array<{ name: string; fields: string[]; filterCond: string; sort: string }>;
	records?: Array<Deed & { rows: DemoRecord[] }>;
	actions?: Array<Deed & { action: string; assignee?: string; records: number[] }>;
	comments?: Array<Deed & { record: number; text: string; mention?: string }>;
	files?: Array<Deed & { record: number; field: string; name: string; text: string }>;
}

interface DataSpace {
	name: string;
	isGuest?: boolean;
	isPrivate?: boolean;
	useMultiThread?: boolean;
	members: Array<Pick<Member, 'type' | 'code'> & Partial<Member>>;
	guests?: Array<{ code: string; name: string; timeZone: string }>;
	/** Written by the first member. */
	body?: string;
	threads?: Array<
		Deed & {
			name: string;
			body: string;
			comments: Array<Deed & { text: string; mention?: string }>;
		}
	>;
}

/** The demo data of a file. In its texts, `@app:NAME` is the ID of an app above. */
export interface DemoData {
	apps: DataApp[];
	spaces: DataSpace[];
}

/** Fills a tenant with the spaces and apps of a data file. */
export async function seedFromData(sql: Sql, tenant: Tenant, data: DemoData): Promise<void> {
	const demo = new DemoBuilder(sql, tenant);
	const spaces = new Map<string, string>();
	for (const space of data.spaces) spaces.set(space.name, await addSpace(sql, demo, space));
	const apps = new Map<string, string>();
	for (const app of data.apps) {
		const settled = withTimes(app, tenant.clock.now(), (text) =>
			text.replace(/^@app:(.*)$/, (_all, name: string) => apps.get(name) ?? ''),
		);
		apps.set(app.name, await addApp(sql, tenant, demo, settled, spaces.get(app.space ?? '')));
	}
	await seedPlugins(sql);
}

async function addApp(
	sql: Sql,
	tenant: Tenant,
	demo: DemoBuilder,
	{ views, records = [], actions = [], comments = [], files = [], fields, ...rest }: DataApp,
	spaceId: string | undefined,
): Promise<string> {
	const app = await demo.app(
		{ ...rest, fields: withOptions(fields), ...(spaceId !== undefined && { spaceId }) },
		async (context, id) => {
			if (!views) return;
			const entries = views.map((view, index) => [view.name, { ...view, index, type: 'LIST' }]);
			await changeViews(
				context,
				read('views.update', { app: id, views: Object.fromEntries(entries) }),
			);
		},
	);
	const as = ({ by, daysAgo }: Deed) => demo.context(by, daysAgo, spaceId);
	const ids: string[] = [];
	for (const deed of records) ids.push(...(await demo.records(await as(deed), app, deed.rows)));
	const chosen = (index: number): string => ids[index] ?? '';
	for (const { action, assignee, records: moved, ...deed } of actions) {
		const steps = moved.map((at) => ({ id: chosen(at), action, ...(assignee && { assignee }) }));
		await updateStatuses(await as(deed), read('records.status.update', { app, records: steps }));
	}
	for (const { record, text, mention, ...deed } of comments) {
		const comment = { text, mentions: mention ? [{ code: mention, type: 'USER' }] : [] };
		await createComment(
			await as(deed),
			read('record.comment.create', { app, record: chosen(record), comment }),
		);
	}
	for (const { record, field, name, text, ...deed } of files) {
		const context = await as(deed);
		const fileKey = await addUpload(sql, tenant, context.now, name, text);
		const cells = { [field]: { value: [{ fileKey }] } };
		await updateRecord(context, read('record.update', { app, id: chosen(record), record: cells }));
	}
	return app;
}

/** Keeps a text as an uploaded file and gives its key. */
export async function addUpload(
	sql: Sql,
	tenant: Tenant,
	now: Date,
	name: string,
	text: string,
): Promise<string> {
	const stored = await tenant.files.put(Buffer.from(text));
	const key = randomUUID();
	await sql.query(
		`insert into file_uploads (key, store_key, name, content_type, size, uploaded_at)
		values ($1, $2, $3, 'text/plain', $4::bigint, $5::timestamptz)`,
		[key, stored.key, name, stored.size, now.toISOString()],
	);
	return key;
}

/** A data file lists the options of a choice field by their names. */
function withOptions(fields: Record<string, DemoField>): Record<string, DemoField> {
	return Object.fromEntries(
		Object.entries(fields).map(([code, field]) => [
			code,
			Array.isArray(field.options) ? { ...field, options: options(...field.options) } : field,
		]),
	);
}

async function addSpace(sql: Sql, demo: DemoBuilder, space: DataSpace): Promise<string> {
	const { members, guests = [], body, threads = [], ...rest } = space;
	const all = members.map((member) => ({ isAdmin: false, includeSubs: false, ...member }));
	const id = await makeSpace(demo, sql, rest, all);
	for (const guest of guests) await insertGuest(sql, { ...guest, locale: 'auto', profile: {} });
	if (guests.length > 0) {
		await replaceGuests(
			sql,
			id,
			guests.map(({ code }) => code),
		);
	}
	if (body !== undefined) {
		const context = await demo.context(all[0]?.code ?? '', 10);
		await changeBody(context, read('space.body.update', { id, body }));
	}
	for (const { by, daysAgo, name, body: text, comments } of threads) {
		const context = await demo.context(by, daysAgo);
		const made = await createThread(context, read('thread.create', { space: id, name }));
		const thread = (made as { id: string }).id;
		await changeThread(context, read('thread.update', { id: thread, body: text }));
		for (const { text: said, mention, ...deed } of comments) {
			const comment = { text: said, mentions: mention ? [{ code: mention, type: 'USER' }] : [] };
			await createThreadComment(
				await demo.context(deed.by, deed.daysAgo),
				read('thread.comment.create', { space: id, thread, comment }),
			);
		}
	}
	return id;
}
