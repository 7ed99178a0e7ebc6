import { DateTime } from 'luxon';
import type { ComponentChildren } from 'preact';
import { listAccounts, listGroups, listOrganizations } from '../accounts';
import { ApiFailure } from './api';
import { Facts, Form, linesOf, Refusal, Select, Table, type Choice, type Page } from './layout';
import { codesOf, fieldsOf, type App, type Field, type RecordCells } from './record-platform';
import type { Visitor } from './visitor';

/** What a control sends: a text for each of its values. */
type Texts = string[];
type TableRow = { id?: string; cells: Record<string, Texts> };

const oneLine = ['SINGLE_LINE_TEXT', 'NUMBER', 'LINK'];
const manyLines = ['MULTI_LINE_TEXT', 'RICH_TEXT'];
const oneChoice = ['DROP_DOWN', 'RADIO_BUTTON'];
const choices = ['CHECK_BOX', 'MULTI_SELECT'];
const entities = ['USER_SELECT', 'ORGANIZATION_SELECT', 'GROUP_SELECT'];
const times: Record<string, [input: string, format: string]> = {
	DATE: ['date', 'yyyy-MM-dd'],
	TIME: ['time', 'HH:mm'],
	DATETIME: ['datetime-local', "yyyy-MM-dd'T'HH:mm"],
};
const simple = [
	...[...oneLine, ...manyLines, ...oneChoice, ...choices, ...entities],
	...Object.keys(times),
];
/** Rows of a table that can be added at once. */
const newRows = 2;

/** An app's form with the values of a record, or with those that a new one begins with. */
interface RecordForm {
	app: App;
	/** In the order of the form; without what only the service writes. */
	fields: Field[];
	cells: RecordCells | undefined;
	people: Record<string, Choice[]>;
}

async function formOf(visitor: Visitor, door: string, app: string): Promise<RecordForm> {
	const id = visitor.query.get('record');
	const [found, all, order] = [
		await visitor.get<App>(`${door}/v1/app.json`, { id: app }),
		await fieldsOf(visitor, door, app),
		await codesOf(visitor, door, app),
	];
	const copied = Object.values(all)
		.flatMap((field) => [field, ...Object.values(field.fields ?? {})])
		.flatMap(({ lookup }) => lookup?.fieldMappings.map(({ field }) => field) ?? []);
	const isWritten = ({ code, type, expression }: Field) =>
		simple.includes(type) && !expression && !copied.includes(code);
	const record =
		id === null
			? undefined
			: await visitor.get<{ record: RecordCells }>(`${door}/v1/record.json`, { app, id });
	const fields = order
		.flatMap((code) => all[code] ?? [])
		.filter((field) => field.type === 'SUBTABLE' || isWritten(field))
		// A cell that the account may not see is not there.
		.filter(({ code }) => record === undefined || record.record[code] !== undefined)
		.map((field) => {
			const inside = Object.entries(field.fields ?? {}).filter(([, one]) => isWritten(one));
			return field.type === 'SUBTABLE' ? { ...field, fields: Object.fromEntries(inside) } : field;
		});
	const people = await visitor.tenant.transaction(async (sql) => {
		const named = (list: Array<{ code: string; name: string }>) =>
			list.map(({ code, name }): Choice => [code, name]);
		return {
			USER_SELECT: named((await listAccounts(sql)).filter(({ active }) => active)),
			ORGANIZATION_SELECT: named(await listOrganizations(sql)),
			GROUP_SELECT: named(await listGroups(sql)),
		};
	});
	return { app: found, fields, cells: record?.record, people };
}

/** The form of a new record, or of the one that the query names. */
export async function recordForm(visitor: Visitor, door: string, app: string): Promise<Page> {
	const form = await formOf(visitor, door, app);
	return formPage(visitor, door, form, undefined);
}

function formPage(visitor: Visitor, door: string, form: RecordForm, failure?: ApiFailure): Page {
	const { texts, query } = visitor;
	const { app, fields, cells } = form;
	const id = query.get('record');
	const to = `${door}/${app.appId}/edit${id === null ? '' : `?record=${id}`}`;
	const isSent = failure !== undefined;
	const revision = isSent ? visitor.form.get('$revision') : cells?.$revision?.value;
	return {
		title: `${app.name}${id === null ? '' : ` ${id}`}: ${id === null ? texts.addRecord : texts.edit}`,
		...(failure && { status: failure.status }),
		content: (
			<Form visitor={visitor} to={to} button={texts.save}>
				<Refusal failure={failure} />
				<input type="hidden" name="$revision" value={String(revision ?? '')} />
				<Facts
					facts={fields.map((field): [string, ComponentChildren] => {
						const label = `${field.label}${field.required ? ' *' : ''}`;
						if (field.type === 'SUBTABLE') {
							const rows = isSent ? rowsSent(visitor.form, field) : rowsOf(visitor, form, field);
							return [label, <Rows form={form} field={field} rows={rows} visitor={visitor} />];
						}
						const values = isSent
							? visitor.form.getAll(field.code)
							: textsOf(visitor, field, cells?.[field.code]?.value);
						return [label, <Control form={form} name={field.code} field={field} values={values} />];
					})}
				/>
			</Form>
		),
	};
}

/** Adds or changes a record; gives where it is shown, or the form again with what the service says. */
export async function saveRecord(
	visitor: Visitor,
	door: string,
	app: string,
): Promise<Page | string> {
	const form = await formOf(visitor, door, app);
	const id = visitor.query.get('record');
	const record = changesIn(visitor, form);
	const path = `${door}/v1/record.json`;
	const revision = visitor.form.get('$revision');
	try {
		if (id === null) {
			const made = await visitor.send<{ id: string }>('POST', path, { app, record });
			return `${door}/${app}/show?record=${made.id}`;
		}
		// Otherwise nothing was changed.
		if (Object.keys(record).length > 0)
			await visitor.send('PUT', path, { app, id, revision, record });
		return `${door}/${app}/show?record=${id}`;
	} catch (error) {
		if (error instanceof ApiFailure) return formPage(visitor, door, form, error);
		throw error;
	}
}

/** What the form holds and the record does not, as the API takes it. */
function changesIn(visitor: Visitor, form: RecordForm): Record<string, { value: unknown }> {
	const changed: Record<string, { value: unknown }> = {};
	for (const field of form.fields) {
		const { code } = field;
		if (field.type === 'SUBTABLE') {
			const rows = rowsSent(visitor.form, field).filter(
				({ id, cells }) => id !== undefined || !sameTexts(cells, emptyRow(visitor, field)),
			);
			const kept = rows.filter((_, at) => !visitor.form.has(`${code}[${at}].$delete`));
			const before = rowsOf(visitor, form, field);
			const isSame =
				kept.length === before.length &&
				kept.every(({ id, cells }, at) => {
					const old = before[at];
					return id === old?.id && sameTexts(cells, old?.cells ?? {});
				});
			if (isSame) continue;
			const value = kept.map(({ id, cells }) => ({
				...(id !== undefined && { id }),
				value: Object.fromEntries(
					Object.values(field.fields ?? {}).map((one) => [
						one.code,
						{ value: valueOf(visitor, one, cells[one.code] ?? []) },
					]),
				),
			}));
			changed[code] = { value };
			continue;
		}
		const sent = linesOf(visitor.form, code);
		const before = textsOf(visitor, field, form.cells?.[code]?.value);
		if (form.cells !== undefined && String(sent) === String(before)) continue;
		changed[code] = { value: valueOf(visitor, field, sent) };
	}
	return changed;
}

const sameTexts = (one: Record<string, Texts>, other: Record<string, Texts>) =>
	Object.entries(one).every(([code, texts]) => String(texts) === String(other[code]));

/** What a control shows of a cell's value; what a new record begins with where there is no cell. */
function textsOf({ account, tenant }: Visitor, field: Field, value: unknown): Texts {
	const [, format] = times[field.type] ?? [];
	const zone = account.timeZone;
	const now = DateTime.fromJSDate(tenant.clock.now(), { zone });
	if (value === undefined && field.defaultNowValue && format) return [now.toFormat(format)];
	const given = value === undefined ? field.defaultValue : value;
	if (Array.isArray(given)) {
		return given.map((one: string | { code: string }) =>
			typeof one === 'string' ? one : one.code,
		);
	}
	const text = String(given ?? '');
	if (field.type === 'DATETIME' && text !== '' && format) {
		return [DateTime.fromISO(text, { zone }).toFormat(format)];
	}
	return [text];
}

/** A control's texts as the API takes them. */
function valueOf({ account }: Visitor, { type }: Field, texts: Texts): unknown {
	if (entities.includes(type)) return texts.map((code) => ({ code }));
	if (choices.includes(type)) return texts;
	const [text = ''] = texts;
	if (type !== 'DATETIME' || text === '') return text;
	const time = DateTime.fromISO(text, { zone: account.timeZone });
	return time.isValid ? time.toUTC().toISO({ suppressMilliseconds: true }) : text;
}

function emptyRow(visitor: Visitor, { fields = {} }: Field): Record<string, Texts> {
	const inside = Object.values(fields);
	return Object.fromEntries(inside.map((one) => [one.code, textsOf(visitor, one, undefined)]));
}

function rowsOf(visitor: Visitor, { cells }: RecordForm, table: Field): TableRow[] {
	const rows = (cells?.[table.code]?.value ?? []) as Array<{ id: string; value: RecordCells }>;
	return rows.map(({ id, value }) => {
		const inside = Object.values(table.fields ?? {});
		const entries = inside.map((one) => [one.code, textsOf(visitor, one, value[one.code]?.value)]);
		return { id, cells: Object.fromEntries(entries) as Record<string, Texts> };
	});
}

function rowsSent(form: URLSearchParams, { code, fields = {} }: Field): TableRow[] {
	const rows: TableRow[] = [];
	for (let at = 0; form.has(`${code}[${at}].$id`); at++) {
		const id = form.get(`${code}[${at}].$id`) ?? '';
		const inside = Object.keys(fields);
		const entries = inside.map((one) => [one, linesOf(form, `${code}[${at}].${one}`)]);
		rows.push({ ...(id !== '' && { id }), cells: Object.fromEntries(entries) });
	}
	return rows;
}

/** A table's rows, and empty ones to add. */
function Rows(table: { form: RecordForm; field: Field; rows: TableRow[]; visitor: Visitor }) {
	const { form, field, visitor } = table;
	const inside = Object.values(field.fields ?? {});
	const isNew = ({ id }: TableRow) => id === undefined;
	const added: TableRow[] = Array.from(
		{ length: Math.max(newRows - table.rows.filter(isNew).length, 0) },
		() => ({ cells: emptyRow(visitor, field) }),
	);
	return (
		<Table
			heads={[...inside.map(({ label }) => label), visitor.texts.remove]}
			rows={[...table.rows, ...added].map(({ id, cells }, at) => {
				const name = `${field.code}[${at}]`;
				return [
					...inside.map((one) => (
						<Control
							form={form}
							name={`${name}.${one.code}`}
							field={one}
							values={cells[one.code] ?? []}
						/>
					)),
					<>
						<input type="hidden" name={`${name}.$id`} value={id ?? ''} />
						{id !== undefined && (
							<input type="checkbox" name={`${name}.$delete`} aria-label={visitor.texts.remove} />
						)}
					</>,
				];
			})}
		/>
	);
}

function Control(control: { form: RecordForm; name: string; field: Field; values: Texts }) {
	const { form, name, field, values } = control;
	const { type, label, options = {} } = field;
	const [text = ''] = values;
	if (manyLines.includes(type)) {
		return (
			<textarea name={name} aria-label={label} rows={4}>
				{text}
			</textarea>
		);
	}
	if (entities.includes(type)) {
		const named = form.people[type] ?? [];
		return <Select name={name} label={label} choices={named} chosen={values} several />;
	}
	const offered = Object.entries(options)
		.sort(([, one], [, other]) => +one.index - +other.index)
		.map(([code, one]): Choice => [code, one.label]);
	if (oneChoice.includes(type)) {
		const all: Choice[] = type === 'DROP_DOWN' ? [['', ''], ...offered] : offered;
		return <Select name={name} label={label} choices={all} chosen={values} />;
	}
	if (choices.includes(type)) {
		return <Select name={name} label={label} choices={offered} chosen={values} several />;
	}
	const [input = 'text'] = times[type] ?? [];
	return <input type={input} name={name} aria-label={label} value={text} />;
}
