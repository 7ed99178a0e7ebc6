import type { Directory } from '../directory';
import { badValue, GroupwareError, mustAccompany, notAmong } from '../errors';
import type { Request } from '../request';
import { anywhere, only } from '../query';
import { binding, readPage, requireRow } from '../rows';
import { badDate, rangeOf } from '../time';
import { idOf } from '../values';
import { loadEvents } from './load';
import type { Occurrence } from './model';
import { presentEvent, presentMasked } from './present';
import { mayView } from './rights';

interface OccurrenceRow {
	event_id: number;
	repeat_id: string | null;
	start_at: Date;
	end_at: Date;
	facility_id: number | null;
}

type Bind = (value: unknown) => string;

/** One row per occurrence; the caller's own events unless `target` names another calendar. */
export async function listEvents(request: Request): Promise<object> {
	const { sql, query, caller, directory } = request;
	const showPrivate = query.flag('showPrivate');
	const { values, bind } = binding();
	const conditions = [await targetCondition(request, bind), ...rangeConditions(request, bind)];
	const keyword = keywordCondition(request, bind);
	if (keyword !== undefined) conditions.push(keyword);
	// A masked row must not tell by its presence what its hidden text contains.
	if (showPrivate !== true || keyword !== undefined) {
		conditions.push(viewCondition(caller.id, directory, bind));
	}
	if (showPrivate === false) conditions.push("event.visibility = 'PUBLIC'");
	const { rows, hasNext } = await readPage<OccurrenceRow>(
		request,
		`SELECT occurrence.* FROM groupware_event_occurrence occurrence
		JOIN groupware_event event ON event.id = occurrence.event_id
		WHERE ${conditions.join(' AND ')}
		ORDER BY ${orderOf(query.text('orderBy'))}, event.id, occurrence.position`,
		values,
	);
	const events = await loadEvents(sql, [...new Set(rows.map((row) => row.event_id))]);
	const fields = query.list('fields');
	return {
		events: rows.flatMap((row) => {
			const event = events.get(row.event_id);
			if (event === undefined) return [];
			const occurrence = occurrenceOf(row);
			const reply = mayView(event, caller, directory)
				? presentEvent(event, directory, occurrence)
				: presentMasked(event, occurrence, caller.locale);
			return [only(reply, fields)];
		}),
		hasNext,
	};
}

function occurrenceOf(row: OccurrenceRow): Occurrence {
	return {
		repeatId: row.repeat_id,
		start: row.start_at,
		end: row.end_at,
		facilityId: row.facility_id,
	};
}

async function targetCondition(request: Request, bind: Bind): Promise<string> {
	const { query, caller, directory, sql } = request;
	const type = query.oneOf('targetType', ['user', 'organization', 'facility']);
	const target = query.text('target');
	if (type === undefined && target === undefined) {
		return attendedBy(directory.membershipsOf(caller.id), bind);
	}
	if (target === undefined) throw mustAccompany('target', 'targetType');
	if (type === undefined) throw mustAccompany('targetType', 'target');
	const id = idOf(target, 'target') ?? 0;
	if (type === 'facility') {
		const unknown = new GroupwareError('GRN_SCHD_13203', `There is no facility ${id}.`);
		await requireRow(sql, 'groupware_facility', id, unknown);
		return `(occurrence.facility_id = ${bind(id)} OR EXISTS (
			SELECT 1 FROM groupware_event_facility reserved
			WHERE reserved.event_id = event.id AND reserved.facility_id = ${bind(id)}))`;
	}
	if (type === 'organization') {
		const organization = directory.requireOrganization(String(id));
		return attendedBy([{ type: 'ORGANIZATION', id: organization.id }], bind);
	}
	return attendedBy(directory.membershipsOf(directory.requireUser(String(id)).id), bind);
}

/** Whether one of these takes part: a user by herself or through an organization. */
function attendedBy(members: ReadonlyArray<{ type: string; id: string }>, bind: Bind): string {
	return named('groupware_event_attendee', members, bind);
}

function named(
	table: string,
	members: ReadonlyArray<{ type: string; id: string }>,
	bind: Bind,
): string {
	const types = bind(members.map((member) => member.type));
	const ids = bind(members.map((member) => member.id));
	return `EXISTS (SELECT 1 FROM ${table} named
		WHERE named.event_id = event.id AND (named.type, named.member) IN
			(SELECT * FROM unnest(${types}::text[], ${ids}::text[])))`;
}

/** `mayView` as a condition of the database. */
function viewCondition(callerId: string, directory: Directory, bind: Bind): string {
	const own = directory.membershipsOf(callerId);
	return `(event.visibility = 'PUBLIC' OR event.creator = ${bind(callerId)}
		OR ${attendedBy(own, bind)}
		OR (event.visibility = 'SET_PRIVATE_WATCHERS'
			AND ${named('groupware_event_watcher', own, bind)}))`;
}

/** Package installations take no range past 2037 (docs/api/groupware.md, section 4). */
const packageEnd = new Date('2038-01-01T00:00:00Z');

function rangeConditions({ query, edition }: Request, bind: Bind): string[] {
	const { start, end } = rangeOf(query, 'rangeStart', 'rangeEnd');
	if (end !== undefined && edition === 'package' && end >= packageEnd) throw badDate('rangeEnd');
	const conditions: string[] = [];
	if (start !== undefined) conditions.push(`occurrence.start_at >= ${bind(start.toISOString())}`);
	if (end !== undefined) conditions.push(`occurrence.start_at < ${bind(end.toISOString())}`);
	return conditions;
}

const searched = {
	subject: 'event.subject',
	company: 'event.company_search',
	notes: 'event.notes',
} as const;

function keywordCondition({ query }: Request, bind: Bind): string | undefined {
	const excluded = query.list('excludeFromSearch');
	const keyword = query.text('keyword');
	const names = [...Object.keys(searched), 'comments'];
	if (excluded.some((name) => !names.includes(name))) {
		throw notAmong('excludeFromSearch', names);
	}
	if (keyword === undefined) {
		if (excluded.length > 0) throw mustAccompany('keyword', 'excludeFromSearch');
		return undefined;
	}
	const pattern = bind(anywhere(keyword));
	const columns = Object.entries(searched).filter(([name]) => !excluded.includes(name));
	const matches = columns.map(([, column]) => `${column} ILIKE ${pattern}`);
	return `(${matches.length === 0 ? `${pattern}::text IS NULL` : matches.join(' OR ')})`;
}

const sortColumns: Readonly<Record<string, string>> = {
	createdAt: 'event.created_at',
	updatedAt: 'event.updated_at',
	start: 'occurrence.start_at',
};

function orderOf(orderBy = 'updatedAt asc'): string {
	const [property = '', direction, ...rest] = orderBy.split(' ');
	const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined;
	if (column === undefined || rest.length > 0) throw badValue('orderBy');
	if (direction !== 'asc' && direction !== 'desc') throw badValue('orderBy');
	return `${column} ${direction}`;
}
