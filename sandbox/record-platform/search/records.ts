import { hasRight } from '../apps/access';
import {
	APP_COLUMNS,
	DESIGN_COLUMNS,
	type OpenApp,
	type OpenAppRow,
	toOpenApp,
} from '../apps/store';
import type { FileCell } from '../cells/codec';
import { toMinute } from '../cells/moments';
import type { Context } from '../context';
import type { FormField } from '../form';
import { permittedIds } from '../records/access';
import { FieldAccess } from '../records/field-access';
import { cellValue, recordNumber, tableRows } from '../records/read';
import { RECORD_COLUMNS, type RecordRow, type StoredRecord, toStoredRecord } from '../records/row';
import { findSpace } from '../spaces/store';
import { type Document, type FoundText, MOST_MATCHES } from './document';

const TEXTS: ReadonlySet<FormField['type']> = new Set([
	'SINGLE_LINE_TEXT',
	'MULTI_LINE_TEXT',
	'RICH_TEXT',
	'LINK',
	'NUMBER',
	'CALC',
	'RADIO_BUTTON',
	'DROP_DOWN',
	'CHECK_BOX',
	'MULTI_SELECT',
]);

/** Records, their comments and files that may have a word that begins like one of these, from the apps that the caller sees. */
export async function recordDocuments(context: Context, starts: string[]): Promise<Document[]> {
	const rows = await context.sql.query<OpenAppRow>(
		`select ${APP_COLUMNS}, ${DESIGN_COLUMNS} from apps a
		join app_designs d on d.app_id = a.id and d.env = 'production'
		left join app_spaces s on s.id = a.space_id
		where case when $1::bigint is null then s.is_guest is not true else a.space_id = $1::bigint end
		order by a.id`,
		[context.guestSpaceId ?? null],
	);
	const found: Document[] = [];
	for (const app of rows.map(toOpenApp)) {
		if (await hasRight(context, app, 'view')) found.push(...(await inApp(context, app, starts)));
	}
	return found;
}

interface CommentRow {
	id: string;
	record: string;
	text: string;
	created_at: Date;
	creator: string;
}

async function inApp(context: Context, app: OpenApp, starts: string[]): Promise<Document[]> {
	const comments = await context.sql.query<CommentRow>(
		`select id::text as id, record_id::text as record, text, created_at, creator from record_comments
		where app_id = $1::bigint and lower(text) ~ any($2::text[])`,
		[app.id, starts],
	);
	const rows = await context.sql.query<RecordRow>(
		`select ${RECORD_COLUMNS} from records r where r.app_id = $1::bigint and (r.id = any($3::bigint[])
			or exists (select 1 from jsonb_path_query(r.cells, 'strict $.**') as part
				where jsonb_typeof(part) = 'string' and lower(part #>> '{}') ~ any($2::text[])))`,
		[app.id, starts, comments.map(({ record }) => record)],
	);
	const records = rows.map(toStoredRecord);
	const ids = records.map(({ id }) => id);
	const seen = await permittedIds(context, app, ids, 'viewable');
	const access = await FieldAccess.of(context, app);
	const space = app.spaceId === null ? undefined : await findSpace(context.sql, app.spaceId);
	const ofSpace = space && { spaceId: space.id, spaceName: space.name };
	const directory = await context.directory();
	return records
		.filter(({ id }) => seen.has(id))
		.flatMap((record) => {
			const hidden = access.hidden(record);
			const fields = Object.values(app.design.fields).filter(({ code }) => !hidden.has(code));
			const about = {
				appId: app.id,
				appName: app.design.name,
				recordId: record.id,
				recordTitle: titleOf(app, record, fields),
			};
			const common = {
				url: `${app.id}/show#record=${record.id}`,
				createdAt: record.createdAt,
				creator: record.creator,
				owner: { scope: 'APP' as const, id: app.id },
			};
			const made = {
				createdAt: toMinute(record.createdAt),
				creator: directory.named(record.creator),
			};
			const hitOf = (matched: FoundText[]) => ({
				record: { ...about, ...made, matchedFields: fieldsOf(matched), ...ofSpace },
			});
			const ofRecord: Document = {
				...common,
				type: 'RECORD',
				texts: fields.flatMap((field) => textsOf(field, record.cells, hidden)),
				hit: hitOf,
			};
			const ofFiles = fields.flatMap((field) =>
				filesOf(field, record, hidden).map(({ fileKey, name }): Document => ({
					...common,
					type: 'ATTACHMENT',
					texts: [{ text: name, field: { code: field.code, label: field.label } }],
					hit: (matched) => ({
						attachment: { attachedTo: 'RECORD', fileKey, name, ...made },
						...hitOf(matched),
					}),
				})),
			);
			const ofComments = comments
				.filter((comment) => comment.record === record.id)
				.map(({ id, text, created_at, creator }): Document => ({
					...common,
					type: 'RECORD_COMMENT',
					url: `${common.url}&comment=${id}`,
					createdAt: new Date(created_at),
					creator,
					texts: [{ text }],
					hit: () => ({
						recordComment: {
							...about,
							commentId: id,
							createdAt: `${new Date(created_at).toISOString().slice(0, 19)}Z`,
							creator: directory.named(creator),
							...ofSpace,
						},
					}),
				}));
			return [ofRecord, ...ofFiles, ...ofComments];
		});

	/** The field that is set, else the first text. */
	function titleOf(of: OpenApp, record: StoredRecord, fields: FormField[]): string {
		const { code } = of.design.settings.titleField;
		const field = fields.find((known) =>
			code === undefined ? known.type === 'SINGLE_LINE_TEXT' : known.code === code,
		);
		const value = field && cellValue(record, field, of, directory);
		return typeof value === 'string' && value !== '' ? value : recordNumber(of, record.id);
	}
}

function textsOf(
	field: FormField,
	cells: StoredRecord['cells'],
	hidden: ReadonlySet<string>,
): FoundText[] {
	if (field.type === 'SUBTABLE') {
		const columns = Object.values(field.fields ?? {}).filter(({ code }) => !hidden.has(code));
		return tableRows(cells, field.code).flatMap(({ value }) =>
			columns.flatMap((column) => textsOf(column, value, hidden)),
		);
	}
	if (!TEXTS.has(field.type)) return [];
	const value = cells[field.code];
	const texts = (Array.isArray(value) ? value : [value]).filter(
		(text): text is string => typeof text === 'string' && text !== '',
	);
	return texts.map((text) => ({ text, field: { code: field.code, label: field.label } }));
}

function filesOf(
	field: FormField,
	{ cells }: { cells: StoredRecord['cells'] },
	hidden: ReadonlySet<string>,
): FileCell[] {
	if (field.type === 'FILE') return (cells[field.code] ?? []) as FileCell[];
	return tableRows(cells, field.code).flatMap((row) =>
		Object.values(field.fields ?? {})
			.filter(({ code }) => !hidden.has(code))
			.flatMap((column) => filesOf(column, { cells: row.value }, hidden)),
	);
}

function fieldsOf(matched: FoundText[]): Array<{ code: string; label: string }> {
	const fields = matched.flatMap(({ field }) => field ?? []);
	const distinct = [...new Map(fields.map((field) => [field.code, field])).values()];
	return distinct.slice(0, MOST_MATCHES);
}
