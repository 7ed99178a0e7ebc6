import type { ComponentChildren } from 'preact';
import type { Reply } from '../types';
import { listAccounts } from '../accounts';
import { ApiFailure } from './api';
import {
	Facts,
	Form,
	linesOf,
	moment,
	Names,
	Note,
	Refusal,
	Select,
	Table,
	WebLink,
	type Choice,
	type Page,
} from './layout';
import type { Visitor } from './visitor';

export interface App {
	appId: string;
	name: string;
	description: string;
	spaceId: string | null;
}

export interface Field {
	type: string;
	code: string;
	label: string;
	enabled?: boolean;
	required?: boolean;
	options?: Record<string, { label: string; index: string }>;
	defaultValue?: unknown;
	defaultNowValue?: boolean;
	expression?: string;
	lookup?: { fieldMappings: Array<{ field: string }> };
	fields?: Record<string, Field>;
}

interface Cell {
	type: string;
	value: unknown;
}

export type RecordCells = Record<string, Cell>;

interface LayoutRow {
	type: string;
	code?: string;
	fields?: Array<{ code?: string }>;
	layout?: LayoutRow[];
}

interface View {
	id: string;
	name: string;
	type: string;
	index: string;
	fields?: string[];
	filterCond: string;
	sort: string;
}

interface Comment {
	text: string;
	createdAt: string;
	creator: { name: string };
}

const perPage = 50;
const mostColumns = 10;

/** The apps behind a door: all of them (`/k`), or those of a guest space. */
export async function apps(visitor: Visitor, door: string): Promise<Page> {
	const found = await apps.of(visitor, door);
	return {
		title: visitor.texts.apps,
		content: <AppList visitor={visitor} door={door} found={found} />,
	};
}

/** Each with the door that it has to be entered by. */
apps.of = async (visitor: Visitor, door: string): Promise<Array<App & { door: string }>> => {
	const body = await visitor.get<{ apps: App[] }>(`${door}/v1/apps.json`, { limit: 100 });
	const guests = new Set<string>();
	for (const id of new Set(body.apps.flatMap(({ spaceId }) => spaceId ?? []))) {
		const found = await visitor.attempt(`/k/v1/space.json`, { id });
		if (found instanceof ApiFailure && found.code === 'GAIA_IL23') guests.add(id);
	}
	return body.apps.map((app) => {
		const isGuest = app.spaceId !== null && guests.has(app.spaceId);
		return { ...app, door: isGuest ? `/k/guest/${app.spaceId}` : '/k' };
	});
};

export function AppList(list: {
	visitor: Visitor;
	door: string;
	found: Array<App & { door: string }>;
}) {
	const { texts, at } = list.visitor;
	if (list.found.length === 0) return <p>{texts.nothing}</p>;
	return (
		<ul class="cards">
			{list.found.map(({ appId, name, description, spaceId, door }) => (
				<li>
					<a href={at(`${door}/${appId}/`)} dir="auto">
						{name}
					</a>
					<p class="text" dir="auto">
						{description}
					</p>
					{spaceId !== null && (
						<a class="minor" href={at(`${door}/?space=${spaceId}`)}>
							{texts.space} {spaceId}
						</a>
					)}
				</li>
			))}
		</ul>
	);
}

export async function space(visitor: Visitor, door: string, id: string): Promise<Page> {
	const found = await visitor.get<{ name: string; body: string | null; attachedApps: App[] }>(
		`${door}/v1/space.json`,
		{ id },
	);
	const inside = found.attachedApps.map((app) => ({ ...app, spaceId: null, door }));
	return {
		title: found.name,
		content: (
			<>
				<p class="text" dir="auto">
					{found.body}
				</p>
				<h2>{visitor.texts.apps}</h2>
				<AppList visitor={visitor} door={door} found={inside} />
			</>
		),
	};
}

/** A page of an app's records, by one of its views. */
export async function records(visitor: Visitor, door: string, app: string): Promise<Page> {
	const { query, texts, at } = visitor;
	const { name } = await visitor.get<App>(`${door}/v1/app.json`, { id: app });
	const fields = await fieldsOf(visitor, door, app);
	const listed = await visitor.get<{ views: Record<string, View> }>(`${door}/v1/app/views.json`, {
		app,
	});
	const views = Object.values(listed.views).sort((one, other) => +one.index - +other.index);
	const view = views.find(({ id }) => id === query.get('view')) ?? views[0];
	const chosen = query.get('view') === 'all' ? undefined : view;
	const number = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), 200);
	const order = chosen?.sort ? `order by ${chosen.sort}` : '';
	const window = `limit ${perPage} offset ${(number - 1) * perPage}`;
	const body = await visitor.get<{ records: RecordCells[]; totalCount: string }>(
		`${door}/v1/records.json`,
		{ app, totalCount: 'true', query: `${chosen?.filterCond ?? ''} ${order} ${window}` },
	);
	const columns = chosen?.fields ?? (await shownFirst(visitor, door, app));
	const address = `${door}/${app}/`;
	const inView = (to: number) => at(`${address}?view=${chosen?.id ?? 'all'}&page=${to}`);
	return {
		title: name,
		content: (
			<>
				{views.length > 0 && (
					<nav class="views" aria-label={texts.views}>
						{views.map(({ id, name: label }) => (
							<a
								href={at(`${address}?view=${id}`)}
								aria-current={id === chosen?.id ? 'page' : undefined}
								dir="auto"
							>
								{label}
							</a>
						))}
						<a href={at(`${address}?view=all`)} aria-current={chosen ? undefined : 'page'}>
							{texts.allRecords}
						</a>
					</nav>
				)}
				<p>
					{texts.records}: {body.totalCount} · <a href={at(`${address}edit`)}>{texts.addRecord}</a>
				</p>
				<Table
					heads={['#', ...columns.map((code) => fields[code]?.label ?? code)]}
					rows={body.records.map((cells) => {
						const id = String(cells.$id?.value);
						return [
							<a href={at(`${address}show?record=${id}`)}>{id}</a>,
							...columns.map((code) => shownCell(cells[code], { visitor, door })),
						];
					})}
				/>
				<nav class="steps">
					{number > 1 && <a href={inView(number - 1)}>{texts.previous}</a>}
					{number * perPage < Number(body.totalCount) && (
						<a href={inView(number + 1)}>{texts.next}</a>
					)}
				</nav>
			</>
		),
	};
}

export async function record(
	visitor: Visitor,
	door: string,
	app: string,
	id: string,
	failure?: ApiFailure,
): Promise<Page> {
	const { texts, at } = visitor;
	const { name } = await visitor.get<App>(`${door}/v1/app.json`, { id: app });
	const { record: cells } = await visitor.get<{ record: RecordCells }>(`${door}/v1/record.json`, {
		app,
		id,
	});
	const fields = await fieldsOf(visitor, door, app);
	const told = await visitor.attempt<{ comments: Comment[] }>(`${door}/v1/record/comments.json`, {
		app,
		record: id,
		order: 'asc',
	});
	const shownIn = { visitor, door, fields };
	const order = await codesOf(visitor, door, app);
	const ofType = (type: string) => Object.values(cells).find((cell) => cell.type === type);
	const isOff = (type: string) =>
		Object.values(fields).some((field) => field.type === type && field.enabled === false);
	const offered = isOff('STATUS')
		? []
		: await actionsOf(visitor, door, app, String(ofType('STATUS')?.value));
	const accounts = await visitor.tenant.transaction((sql) => listAccounts(sql));
	const people = accounts
		.filter(({ active }) => active)
		.map(({ code, name: person }): Choice => [code, person]);
	const change = (time: string, person: string) => {
		const { value } = ofType(time) ?? { value: undefined };
		const by = ofType(person)?.value as { name: string } | undefined;
		return value === undefined ? '' : `${moment(String(value), visitor)} ${by?.name ?? ''}`;
	};
	return {
		title: `${name} ${id}`,
		...(failure && { status: failure.status }),
		content: (
			<>
				<p>
					<a href={at(`${door}/${app}/`)} dir="auto">
						{name}
					</a>{' '}
					· <a href={at(`${door}/${app}/edit?record=${id}`)}>{texts.edit}</a>
				</p>
				<Refusal failure={failure} />
				{!isOff('STATUS') && (
					<Facts
						facts={[
							[texts.status, shownCell(ofType('STATUS'), shownIn)],
							[texts.assignee, shownCell(ofType('STATUS_ASSIGNEE'), shownIn)],
						]}
					/>
				)}
				{offered.map(({ name: action, choosesAssignee }) => (
					<Form visitor={visitor} to={`${door}/${app}/action?record=${id}`}>
						<button name="action" value={action}>
							{action}
						</button>
						{choosesAssignee && (
							<Select name="assignee" label={texts.assignee} choices={people} chosen={[]} />
						)}
					</Form>
				))}
				<Facts
					facts={order
						.filter((code) => cells[code] !== undefined)
						.map((code) => [fields[code]?.label ?? code, shownCell(cells[code], shownIn, code)])}
				/>
				<h2>{texts.comments}</h2>
				{told instanceof ApiFailure || told.comments.length === 0 ? (
					<p>{told instanceof ApiFailure ? told.message : texts.nothing}</p>
				) : (
					told.comments.map(({ text, creator, createdAt }) => (
						<Note by={creator.name} at={moment(createdAt, visitor)}>
							{text}
						</Note>
					))
				)}
				<Form visitor={visitor} to={`${door}/${app}/comment?record=${id}`} button={texts.comment}>
					<textarea name="text" aria-label={texts.comment} rows={2} />
				</Form>
				<h2>{texts.history}</h2>
				<Facts
					facts={[
						[texts.created, change('CREATED_TIME', 'CREATOR')],
						[texts.updated, change('UPDATED_TIME', 'MODIFIER')],
						[texts.revision, String(cells.$revision?.value)],
					]}
				/>
			</>
		),
	};
}

/** Writes a comment, or runs an action; gives where the record is shown, or its page with what the service says. */
export async function changeRecord(
	visitor: Visitor,
	door: string,
	app: string,
	kind: string,
): Promise<Page | string> {
	const { form, query } = visitor;
	const id = query.get('record') ?? '';
	const text = (name: string) => linesOf(form, name)[0] ?? '';
	try {
		if (kind === 'comment') {
			const comment = { text: text('text') };
			await visitor.send('POST', `${door}/v1/record/comment.json`, { app, record: id, comment });
		} else {
			const assignee = form.has('assignee') ? { assignee: text('assignee') } : {};
			const change = { app, id, action: text('action'), ...assignee };
			await visitor.send('PUT', `${door}/v1/record/status.json`, change);
		}
		return `${door}/${app}/show?record=${id}`;
	} catch (error) {
		if (error instanceof ApiFailure) return await record(visitor, door, app, id, error);
		throw error;
	}
}

interface Process {
	enable: boolean;
	states: Record<string, { name: string; assignee: { type: string; entities: unknown[] } }> | null;
	actions: Array<{ name: string; from: string; to: string }> | null;
}

/** The actions of a status, as far as the account may know of them. */
async function actionsOf({ attempt }: Visitor, door: string, app: string, status: string) {
	const process = await attempt<Process>(`${door}/v1/app/status.json`, { app, lang: 'user' });
	if (process instanceof ApiFailure || !process.enable) return [];
	const { states, actions } = process;
	return (actions ?? [])
		.filter(({ from }) => from === status)
		.map(({ name, to }) => {
			const next = Object.values(states ?? {}).find((state) => state.name === to)?.assignee;
			return { name, choosesAssignee: next?.type === 'ONE' && next.entities.length > 0 };
		});
}

/** The bytes of an attached file, as the API gives them. */
export async function file(visitor: Visitor, door: string): Promise<Reply> {
	return await visitor.open(`${door}/v1/file.json`, {
		fileKey: visitor.query.get('fileKey') ?? '',
	});
}

export async function fieldsOf({ get }: Visitor, door: string, app: string) {
	const body = await get<{ properties: Record<string, Field> }>(`${door}/v1/app/form/fields.json`, {
		app,
	});
	return body.properties;
}

/** The codes of the fields in the order of the form. */
export async function codesOf({ get }: Visitor, door: string, app: string): Promise<string[]> {
	const body = await get<{ layout: LayoutRow[] }>(`${door}/v1/app/form/layout.json`, { app });
	const codesIn = (rows: LayoutRow[]): string[] =>
		rows.flatMap((row) => {
			if (row.type === 'SUBTABLE') return row.code ?? [];
			if (row.layout !== undefined) return codesIn(row.layout);
			return (row.fields ?? []).flatMap(({ code }) => code ?? []);
		});
	return codesIn(body.layout);
}

async function shownFirst(visitor: Visitor, door: string, app: string): Promise<string[]> {
	return (await codesOf(visitor, door, app)).slice(0, mostColumns);
}

interface CellsShownIn {
	visitor: Visitor;
	door: string;
	fields?: Record<string, Field>;
}

/** A value of a record, as text but for files, tables, and links. */
function shownCell(cell: Cell | undefined, shownIn: CellsShownIn, code = ''): ComponentChildren {
	const { value, type } = cell ?? { value: '', type: '' };
	const { visitor, door, fields } = shownIn;
	if (value === null || value === undefined) return '';
	if (typeof value === 'object' && 'name' in value) return String(value.name);
	if (!Array.isArray(value)) {
		if (type === 'LINK') return <WebLink to={String(value)} />;
		const isTime = ['DATETIME', 'CREATED_TIME', 'UPDATED_TIME'].includes(type);
		return isTime && value !== '' ? moment(String(value), visitor) : String(value);
	}
	if (type === 'FILE') {
		return value.map(({ fileKey, name }: { fileKey: string; name: string }) => (
			<a class="file" href={visitor.at(`${door}/file?fileKey=${encodeURIComponent(fileKey)}`)}>
				<bdi>{name}</bdi>
			</a>
		));
	}
	if (type === 'SUBTABLE') {
		const rows = (value as Array<{ value: RecordCells }>).map((row) => row.value);
		if (fields === undefined || rows.length === 0) return rows.length === 0 ? '' : rows.length;
		const inside = fields[code]?.fields ?? {};
		const codes = Object.keys(rows[0] ?? {});
		return (
			<Table
				heads={codes.map((column) => inside[column]?.label ?? column)}
				rows={rows.map((row) => codes.map((column) => shownCell(row[column], shownIn)))}
			/>
		);
	}
	const names = value.map((one: unknown) =>
		typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one),
	);
	return <Names names={names} />;
}
