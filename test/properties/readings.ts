import fc from 'fast-check';
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { sendTo } from '../support/admin';
import { jsonOf } from '../support/workflow';
import type { Bench, Subject } from './bench';
import { pick, type Property, told, writes } from './property';
import { changes } from './state';

interface ReadingCase {
	way: number;
	variant: number;
	limit: number;
	fields: number;
	simplify: boolean;
}

const has = ({ operation }: Subject, name: string) =>
	operation.parameters.some((one) => one.name === name);
/** The fields that a list can be limited to: the names that it offers, or those of the output. */
function fieldsOf({ operation }: Subject, rows: IDataObject[]): string[] {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const fields = operation.parameters
		.find(({ name }) => name === 'options')
		?.options?.find(({ name }) => name === 'fields');
	if (fields === undefined) return [];
	const offered = 'type' in fields ? (fields.options as INodePropertyOptions[] | undefined) : [];
	// Simplified output also has values that are made of a field of another name.
	return offered?.length
		? names.filter((name) => offered.some(({ value }) => value === name))
		: names;
}

export const readings: Property<ReadingCase> = {
	name: 'readings',
	says: 'a limit, some of the fields, or another form give the same things as reading everything',
	exempt: (subject) => {
		if (subject.key === 'cursor.getRecords') return 'a cursor is read once';
		return writes(subject) ? 'it is no reading' : undefined;
	},
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		limit: fc.integer({ min: 1, max: 30 }),
		fields: fc.nat(63),
		simplify: fc.boolean(),
	}),
	check: async (bench, subject, { way, variant, limit, fields, simplify }) => {
		const [example] = await bench.prepare(subject, way);
		const { limit: _limit, ...chosen } =
			pick([example?.minimal ?? {}, ...(example?.full ?? [])], variant) ?? {};
		const paged = has(subject, 'returnAll');
		const {
			fields: _fields,
			keyword: _keyword,
			excludeFromSearch: _excluded,
			// Only of a table that is among the fields.
			splitTable: _table,
			...options
		} = (chosen.options ?? {}) as IDataObject;
		const wide = {
			...chosen,
			...(paged && { returnAll: true }),
			...(chosen.options !== undefined && { options }),
		} as IDataObject;
		const input = example?.input && { input: example.input };
		const read = async (parameters: IDataObject) => {
			const { outcome, state } = await bench.run(subject, parameters, input);
			const changed = changes(bench.before, state);
			if (changed.length > 0) throw new Error(`A reading changed ${told(changed)}`);
			return jsonOf(outcome).map((row) => JSON.parse(JSON.stringify(row)) as IDataObject);
		};
		const all = await read(wide);
		if (paged) {
			const some = await read({ ...wide, returnAll: false, limit });
			const why = same(all.slice(0, limit), some);
			if (why) return `limit ${limit}: ${why}`;
		}
		// A setting that is no list becomes one where it is simplified.
		if (paged && has(subject, 'simplify')) {
			const other = await read({ ...wide, simplify });
			if (other.length !== all.length) {
				return `simplify ${simplify} gives ${other.length} things, ${all.length} otherwise`;
			}
		}
		const names = fieldsOf(subject, all);
		if (names.length > 0) {
			const some = names.filter((_, at) => (fields >> (at % 6)) % 2 === 1);
			for (const wanted of [names.slice(0, 1), some]) {
				if (wanted.length === 0) continue;
				const narrow = await read({ ...wide, options: { ...options, fields: wanted } });
				const why = narrowed(all, narrow, wanted);
				if (why) return why;
			}
		}
		return await rawCount(bench, subject, wide, all);
	},
};

/** Why a reading of some fields is not the whole reading without the others. */
function narrowed(all: IDataObject[], narrow: IDataObject[], wanted: string[]): string | undefined {
	if (narrow.length !== all.length) {
		return `${wanted.join()} gives ${narrow.length} things, all fields give ${all.length}`;
	}
	for (const [at, row] of narrow.entries()) {
		for (const name of wanted) {
			const [one, other] = [row[name], all[at]?.[name]].map((value) => JSON.stringify(value));
			if (one !== other) {
				return `${name} of thing ${at} is ${one} with the fields ${wanted.join()}, ${other} otherwise`;
			}
		}
	}
	return undefined;
}

function same(expected: IDataObject[], actual: IDataObject[]): string | undefined {
	if (expected.length !== actual.length) return `${actual.length} things, not ${expected.length}`;
	const at = expected.findIndex(
		(row, index) => JSON.stringify(row) !== JSON.stringify(actual[index]),
	);
	return at < 0
		? undefined
		: `thing ${at} is ${JSON.stringify(actual[at]).slice(0, 200)}, not ${JSON.stringify(expected[at]).slice(0, 200)}`;
}

/** Lists of the groupware that are read whole by their address alone, and the key of the rows. */
const WHOLE_LISTS: Record<string, string> = {
	'facility.getAll': 'facilities',
	'facilityGroup.getAll': 'facilityGroups',
	'facility.getAllAsAdministrator': 'facilities',
	'facilityGroup.getAllAsAdministrator': 'facilityGroups',
	'user.getAll': 'users',
	'organization.getAll': 'organizations',
	'space.getAll': 'spaces',
	'todoCategory.getAll': 'categories',
	'notification.getAll': 'items',
};

type Listed = Record<string, object[]> & { hasNext?: boolean };

/** Holds how many things there are against what plain HTTP finds, page by page. */
async function rawCount(
	bench: Bench,
	subject: Subject,
	{ filters }: IDataObject,
	all: IDataObject[],
): Promise<string | undefined> {
	const key = WHOLE_LISTS[subject.key];
	if (key === undefined || Object.keys((filters ?? {}) as object).length > 0) return undefined;
	let count = 0;
	for (let hasNext = true; hasNext;) {
		const page = `limit=7&offset=${count}`;
		const path = `/g${subject.operation.path}?${page}`;
		const body = await sendTo<Listed>(bench.tenant.url, 'GET', path);
		count += body[key]?.length ?? 0;
		hasNext = body.hasNext === true && (body[key]?.length ?? 0) > 0;
	}
	return count === all.length ? undefined : `${all.length} things, ${count} over plain HTTP`;
}
