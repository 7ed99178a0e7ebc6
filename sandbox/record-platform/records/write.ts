import { requireRight } from '../apps/access';
import { orderedStates } from '../apps/design';
import type { OpenApp } from '../apps/store';
import type { Context } from '../context';
import { type FormField, fieldOfType } from '../form';
import { computeCells } from '../formula/compute';
import { entityCode } from '../cells/people';
import { readDateTime } from '../cells/moments';
import { ServiceError } from '../errors';
import { Problems } from '../problems';
import { requirePermitted } from './access';
import { FieldAccess } from './field-access';
import { Attachments, forgetFiles } from './files';
import { copyLookups } from './lookup';
import { checkRequired, mergeCells, type MergeContext, sentCell } from './merge';
import { systemValues } from './read';
import { type Cells, checkRevision, findRecords, recordNotFound, type StoredRecord } from './row';
import { insertRecords, reserveIds, saveRecords } from './save';
import { checkUnique } from './unique';

const SYSTEM_VALUES = ['CREATOR', 'MODIFIER', 'CREATED_TIME', 'UPDATED_TIME'] as const;

/** One element of a write: a new record, or a change of the record `id`. */
export interface Write {
	/** How error keys name it: `record` or `records[3]`. */
	path: string;
	sent: Cells;
	id?: string;
	revision?: string | undefined;
}

export interface Written {
	id: string;
	revision: string;
}

interface Draft {
	write: Write;
	record: StoredRecord;
	isNew: boolean;
}

/**
 * Writes new and changed records of an app as one piece: all of them or, when anything is wrong, none. No record is
 * among them twice. Results come in the order of `writes`.
 */
export async function writeRecords(
	context: Context,
	app: OpenApp,
	writes: Write[],
): Promise<Written[]> {
	if (writes.length === 0) return [];
	const known = await findRecords(
		context.sql,
		app.id,
		writes.flatMap((write) => write.id ?? []),
	);
	const setsSystemValues = writes.some(
		(write) =>
			write.id === undefined &&
			SYSTEM_VALUES.some((type) => sentSystemCell(app, write, type) !== undefined),
	);
	if (setsSystemValues) await requireRight(context, app, 'manage');
	await requirePermitted(context, app, [...known.keys()], 'viewable', 'editable');
	const access = await FieldAccess.of(context, app);
	const originals = new Map([...known].map(([id, record]) => [id, record.cells] as const));
	const problems = new Problems();
	const merging = await mergeContext(context, app, writes, problems);
	const newIds = await reserveIds(
		context.sql,
		app.id,
		writes.filter((write) => write.id === undefined).length,
	);
	const drafts: Draft[] = [];
	const results: Written[] = [];
	for (const write of writes) {
		const draft =
			write.id === undefined
				? newDraft(context, app, write, newIds.shift() as string, merging)
				: changedDraft(context, app, write, known.get(write.id), merging);
		access.requireWritable(known.get(draft.record.id) ?? draft.record, write.sent);
		drafts.push(draft);
		results.push({ id: draft.record.id, revision: draft.record.revision });
	}
	await finish(context, app, drafts, problems, merging);
	await merging.attachments.save(context.sql, app.id);
	const recordsOf = (isNew: boolean) =>
		drafts.filter((draft) => draft.isNew === isNew).map(({ record }) => record);
	const changed = recordsOf(false);
	await insertRecords(context.sql, app.id, recordsOf(true));
	await saveRecords(context.sql, app.id, changed);
	await forgetFiles(
		context.sql,
		app.design.fields,
		[...originals.values()],
		changed.map((record) => record.cells),
	);
	return results;
}

async function finish(
	context: Context,
	app: OpenApp,
	drafts: Draft[],
	problems: Problems,
	merging: MergeContext,
): Promise<void> {
	const form = app.design.fields;
	// A lookup is only asked when the cells are readable; otherwise their complaints come first.
	if (problems.none()) {
		await copyLookups(
			context,
			app,
			drafts.map(({ write, record }) => ({ cells: record.cells, sent: write.sent })),
		);
	}
	const { decimalPlaces, roundingMode } = app.design.settings.numberPrecision;
	for (const { write, record } of drafts) {
		computeCells(form, record.cells, {
			precision: { decimalPlaces: Number(decimalPlaces), roundingMode },
			timeZone: context.timeZone,
			system: systemValues(app, record),
		});
		checkRequired(form, record.cells, write.path, merging);
	}
	await checkUnique(
		context.sql,
		app,
		drafts.map(({ write, record }) => ({ id: record.id, path: write.path, cells: record.cells })),
		problems,
	);
	problems.throwIfAny();
}

async function mergeContext(
	context: Context,
	app: OpenApp,
	writes: Write[],
	problems: Problems,
): Promise<MergeContext & { attachments: Attachments }> {
	const form = app.design.fields;
	const attachments = await Attachments.load(
		context.sql,
		form,
		writes.map((write) => write.sent),
	);
	const rowIds = await rowIdSource(context, app, writes);
	return {
		problems,
		directory: await context.directory(),
		attachments,
		file: (key, previous) => attachments.file(key, previous),
		now: context.now,
		timeZone: context.timeZone,
		login: context.person.code,
		inGuestSpace: app.inGuestSpace,
		newRowId: rowIds,
	};
}

/** Reserves as many table row IDs as the request can need and hands them out. */
async function rowIdSource(context: Context, app: OpenApp, writes: Write[]): Promise<() => string> {
	const tables = Object.values(app.design.fields).filter((field) => field.type === 'SUBTABLE');
	const count = writes.reduce(
		(sum, write) =>
			sum +
			tables.reduce((rows, table) => {
				const raw = sentCell(write.sent, table.code)?.raw;
				return rows + (Array.isArray(raw) ? raw.length : 0);
			}, 0),
		0,
	);
	if (count === 0) return () => '0';
	const rows = await context.sql.query<{ last: string }>(
		`update apps set last_row_id = last_row_id + $2::bigint where id = $1::bigint
		returning last_row_id::text as last`,
		[app.id, count],
	);
	let next = BigInt((rows[0] as { last: string }).last) - BigInt(count);
	return () => {
		next += 1n;
		return next.toString();
	};
}

function newDraft(
	context: Context,
	app: OpenApp,
	write: Write,
	id: string,
	merging: MergeContext,
): Draft {
	const { person, now } = context;
	const cells = mergeCells(app.design.fields, write.sent, undefined, write.path, merging);
	const first = app.design.process.enable ? orderedStates(app.design.process)[0] : undefined;
	const record: StoredRecord = {
		id,
		revision: '1',
		createdAt: now,
		updatedAt: now,
		creator: person.code,
		modifier: person.code,
		status: first?.name ?? null,
		assignees: [],
		cells,
		...systemOverrides(app, write, merging),
	};
	// Only the record's maker can be in charge of the first status.
	if (first && first.assignee.entities.length > 0) {
		record.assignees = [merging.directory.named(record.creator)];
	}
	return { write, record, isNew: true };
}

function changedDraft(
	context: Context,
	app: OpenApp,
	write: Write,
	before: StoredRecord | undefined,
	merging: MergeContext,
): Draft {
	if (!before) return recordNotFound(write.id ?? '');
	checkRevision(before, write.revision);
	const record: StoredRecord = {
		...before,
		revision: (BigInt(before.revision) + 1n).toString(),
		updatedAt: context.now,
		modifier: context.person.code,
		cells: mergeCells(app.design.fields, write.sent, before.cells, write.path, merging),
	};
	return { write, record, isNew: false };
}

/** What a new record's write says of a field of the system; undefined when that is nothing. */
function sentSystemCell(
	app: OpenApp,
	write: Write,
	type: FormField['type'],
): { field: FormField; raw: unknown } | undefined {
	const field = fieldOfType(app.design.fields, type);
	const cell = field && sentCell(write.sent, field.code);
	if (!field || !cell || cell.raw === undefined || cell.raw === null || cell.raw === '') {
		return undefined;
	}
	return { field, raw: cell.raw };
}

/**
 * Maker, changer and their times, which someone who manages the app may set on new records (docs/api/record-
 * platform.md, section 7).
 */
function systemOverrides(app: OpenApp, write: Write, merging: MergeContext): Partial<StoredRecord> {
	const found: Partial<StoredRecord> = {};
	const sent = (type: FormField['type']) => sentSystemCell(app, write, type);
	for (const [type, key] of [
		['CREATOR', 'creator'],
		['MODIFIER', 'modifier'],
	] as const) {
		const cell = sent(type);
		if (!cell) continue;
		const person = merging.directory.user(entityCode(cell.raw));
		if (person) found[key] = person.code;
		else merging.problems.add(`${write.path}.${cell.field.code}.value`, 'The user was not found.');
	}
	for (const [type, key] of [
		['CREATED_TIME', 'createdAt'],
		['UPDATED_TIME', 'updatedAt'],
	] as const) {
		const cell = sent(type);
		if (!cell) continue;
		if (typeof cell.raw !== 'string') throw new ServiceError('CB_IJ01');
		const moment = readDateTime(cell.raw);
		if (moment) found[key] = new Date(moment);
		else
			merging.problems.add(
				`${write.path}.${cell.field.code}.value`,
				'Enter a valid date and time.',
			);
	}
	return found;
}
