import { pluginsSchema } from './plugins/schema';
import { spacesSchema } from './spaces/schema';

/**
 * The service's tables in a tenant schema.
 *
 * Records: `records.cells` holds `{"<field code>": <value as the service returns it>}`. That is: texts, numbers
 * (exact decimals) and choices as strings, `""` for an empty text, number or date and time, `null` for an unset
 * DROP_DOWN, DATE or TIME (and a RADIO_BUTTON without a choice); CHECK_BOX and MULTI_SELECT as `["option", …]`;
 * user types as `[{"code", "name"}, …]`; FILE as `[{"fileKey", "name", "contentType", "size"}, …]`; CALC as
 * the string it is shown as; DATE `YYYY-MM-DD`, TIME `HH:MM`, DATETIME `YYYY-MM-DDTHH:MM:00Z` in UTC; tables as
 * `[{"id": "1", "value": {"<inner code>": <value>, …}}, …]`. A field added to a form later is missing in older cells,
 * which counts as empty.
 *
 * What every record has is in columns and not in `cells`: `id`, `revision`, `created_at`, `updated_at`
 * (seconds are always 00), `creator` and `modifier` (login codes), `status` (name of the status, null before process
 * management was enabled), `assignees` (`[{"code", "name"}, …]`).
 *
 * Design: `app_designs` has up to two rows an app, `env` is `production` or `preview`; deploying copies the preview row
 * over the production row. An app without a production row was never deployed. The designs are `json`, because the
 * order of a form's fields is kept. `parts` is described in apps/parts.ts.
 */
export const schema = `
${spacesSchema}
create table apps (
	id bigint primary key,
	code text not null default '',
	space_id bigint references app_spaces,
	thread_id bigint,
	created_at timestamptz not null,
	creator text not null,
	modified_at timestamptz not null,
	modifier text not null,
	last_record_id bigint not null default 0,
	last_row_id bigint not null default 0,
	deploy_status text not null default 'SUCCESS',
	deploy_until timestamptz,
	deploy_batch bigint
);

create table app_designs (
	app_id bigint not null references apps on delete cascade,
	env text not null check (env in ('production', 'preview')),
	revision bigint not null,
	name text not null,
	fields json not null,
	process json not null,
	settings json not null,
	parts json not null,
	primary key (app_id, env)
);

create sequence design_item_ids start 5000001;

create sequence deploy_batches;

create table records (
	app_id bigint not null references apps on delete cascade,
	id bigint not null,
	revision bigint not null,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	creator text not null,
	modifier text not null,
	status text,
	assignees jsonb not null default '[]',
	last_comment_id bigint not null default 0,
	cells jsonb not null,
	primary key (app_id, id)
);

create table record_comments (
	app_id bigint not null,
	record_id bigint not null,
	id bigint not null,
	text text not null,
	created_at timestamptz not null,
	creator text not null,
	mentions jsonb not null,
	primary key (app_id, record_id, id),
	foreign key (app_id, record_id) references records on delete cascade
);

create table record_cursors (
	id text primary key,
	app_id bigint not null references apps on delete cascade,
	ids bigint[] not null,
	position integer not null default 0,
	page_size integer not null,
	fields text[],
	expires_at timestamptz not null
);

create table file_uploads (
	key text primary key,
	store_key text not null,
	name text not null,
	content_type text not null,
	size bigint not null,
	uploaded_at timestamptz not null
);

create table attached_files (
	key text primary key,
	app_id bigint not null references apps on delete cascade,
	store_key text not null,
	name text not null,
	content_type text not null,
	size bigint not null
);

${pluginsSchema}`;
