import type { FieldType, FormField, FormFields } from '../../../../sandbox/record-platform/form';
import {
	compileQuery,
	pageSql,
	type QueryContext,
} from '../../../../sandbox/record-platform/query';
import { Postgres } from './postgres';

/** What a row of `records` holds, as far as queries see it. */
export interface StoredRecord {
	id: number;
	created_at: string;
	updated_at: string;
	creator: string;
	modifier: string;
	status: string | null;
	assignees: { code: string; name: string }[];
	cells: Record<string, unknown>;
}

export const CONTEXT: QueryContext = {
	now: new Date('2026-04-24T22:51:30Z'),
	timeZone: 'Asia/Tokyo',
	login: 'sato',
	organizations: ['sales', 'tokyo'],
	appId: '1',
};

function field(code: string, type: FieldType, more: Partial<FormField> = {}): FormField {
	return { code, type, label: code, ...more };
}

function options(...labels: string[]): FormField['options'] {
	return Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
}

function form(...fields: FormField[]): FormFields {
	return Object.fromEntries(fields.map((each) => [each.code, each]));
}

export const OPTIONS = ['High', 'Low', 'no "rush"'];

export const RELATED_FORM = form(
	field('customer', 'SINGLE_LINE_TEXT'),
	field('visits', 'NUMBER'),
	field('rank', 'DROP_DOWN', { options: options('A', 'B') }),
);

export const FORM = form(
	field('Record_number', 'RECORD_NUMBER'),
	field('Created_by', 'CREATOR'),
	field('Updated_by', 'MODIFIER'),
	field('Created_at', 'CREATED_TIME'),
	field('Updated_at', 'UPDATED_TIME'),
	field('Status', 'STATUS'),
	field('Assignee', 'STATUS_ASSIGNEE'),
	field('Categories', 'CATEGORY'),
	field('title', 'SINGLE_LINE_TEXT'),
	field('url', 'LINK', { protocol: 'WEB' }),
	field('memo', 'MULTI_LINE_TEXT'),
	field('rich', 'RICH_TEXT'),
	field('金額', 'NUMBER'),
	field('total', 'CALC', { format: 'NUMBER' }),
	field('lasted', 'CALC', { format: 'HOUR_MINUTE' }),
	field('due', 'CALC', { format: 'DATE' }),
	field('tags', 'CHECK_BOX', { options: options(...OPTIONS) }),
	field('kinds', 'MULTI_SELECT', { options: options(...OPTIONS) }),
	field('radio', 'RADIO_BUTTON', { options: options(...OPTIONS) }),
	field('priority', 'DROP_DOWN', { options: options(...OPTIONS) }),
	field('day', 'DATE'),
	field('at', 'TIME'),
	field('moment', 'DATETIME'),
	field('files', 'FILE'),
	field('people', 'USER_SELECT'),
	field('teams', 'ORGANIZATION_SELECT'),
	field('groups', 'GROUP_SELECT'),
	field('items', 'SUBTABLE', {
		fields: form(
			field('item', 'SINGLE_LINE_TEXT'),
			field('quantity', 'NUMBER'),
			field('item_kind', 'DROP_DOWN', { options: options(...OPTIONS) }),
			field('item_day', 'DATE'),
			field('item_memo', 'MULTI_LINE_TEXT'),
			field('item_people', 'USER_SELECT'),
		),
	}),
	field('box', 'GROUP'),
	field('customers', 'REFERENCE_TABLE', {
		referenceTable: {
			relatedApp: { app: '2', code: '' },
			condition: { field: 'title', relatedField: 'customer' },
			filterCond: 'visits > 0',
			displayFields: ['customer'],
			sort: '',
			size: '5',
		},
	}),
);

const TABLE = `
create table records (
	app_id bigint not null, id bigint not null, revision bigint not null,
	created_at timestamptz not null, updated_at timestamptz not null,
	creator text not null, modifier text not null, status text,
	assignees jsonb not null default '[]', cells jsonb not null,
	primary key (app_id, id)
)`;

/** A database with the records table of the service, to run compiled queries on. */
export class Database {
	private constructor(private readonly db: Postgres) {}

	static async open(): Promise<Database> {
		const db = new Postgres();
		await db.query(TABLE);
		return new Database(db);
	}

	async fill(records: StoredRecord[], app = 1): Promise<void> {
		await this.db.query('delete from records where app_id = $1', [app]);
		await this.db.query(
			`insert into records
			select $1::bigint, id, 1, created_at, updated_at, creator, modifier, status, assignees, cells
			from jsonb_to_recordset($2::jsonb) as given (id bigint, created_at timestamptz, updated_at timestamptz,
				creator text, modifier text, status text, assignees jsonb, cells jsonb)`,
			[app, JSON.stringify(records)],
		);
	}

	/** IDs of the records of app 1 that a query finds, in its order. */
	async find(query: string, context: QueryContext = CONTEXT): Promise<number[]> {
		const compiled = compileQuery(query, FORM, context);
		const rows = await this.db.query<{ id: number }>(
			pageSql(compiled, '1', 'r.id'),
			compiled.parameters,
		);
		return rows.map(({ id }) => id);
	}

	close(): Promise<void> {
		return this.db.close();
	}
}

const EMPTY: Omit<StoredRecord, 'id'> = {
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
	creator: 'sato',
	modifier: 'sato',
	status: null,
	assignees: [],
	cells: {},
};

/** A record with these cells and nothing else of note. */
export function record(id: number, cells: Record<string, unknown>): StoredRecord {
	return { ...EMPTY, id, cells };
}
