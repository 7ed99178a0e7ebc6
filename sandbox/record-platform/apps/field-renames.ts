import type { Sql } from '../../types';
import type { FormFields } from '../form';
import { literal } from '../sql';
import type { Design } from './design';

/**
 * Lets the cells of an app's records follow fields that were given other codes, those that swapped codes included.
 * @param origins code in the new form → code the records have
 */
export async function renameFields(
	sql: Sql,
	appId: string,
	form: FormFields,
	origins: Record<string, string>,
): Promise<void> {
	const outer = renamesIn(form, origins);
	if (outer.length > 0) {
		await sql.query(`update records r set cells = ${renamed('r.cells', outer)} where app_id = $1`, [
			appId,
		]);
	}
	for (const table of Object.values(form)) {
		const inner = renamesIn(table.fields ?? {}, origins);
		if (inner.length === 0) continue;
		await sql.query(
			`update records r set cells = jsonb_set(r.cells, array[${literal(table.code)}], coalesce((
				select jsonb_agg(jsonb_set(line, '{value}', ${renamed(`(line -> 'value')`, inner)}) order by position)
				from jsonb_array_elements(r.cells -> ${literal(table.code)}) with ordinality as rows (line, position)
			), '[]'::jsonb)) where app_id = $1 and jsonb_typeof(r.cells -> ${literal(table.code)}) = 'array'`,
			[appId],
		);
	}
}

function renamesIn(form: FormFields, origins: Record<string, string>): [string, string][] {
	return Object.keys(form).flatMap((code): [string, string][] => {
		const origin = Object.hasOwn(origins, code) ? origins[code] : undefined;
		return origin === undefined || origin === code ? [] : [[code, origin]];
	});
}

/** SQL for an object of cells with the new codes. */
function renamed(cells: string, renames: [string, string][]): string {
	const olds = renames.map(([, from]) => literal(from)).join(', ');
	const pairs = renames.map(([to, from]) => `(${literal(to)}, ${literal(from)})`).join(', ');
	return `(${cells} - array[${olds}]::text[]) || coalesce((
		select jsonb_object_agg(names.code, ${cells} -> names.origin)
		from (values ${pairs}) as names (code, origin) where ${cells} ? names.origin
	), '{}'::jsonb)`;
}

/** Notes renames on the preview side and lets the other settings name the fields by their new codes. */
export function noteRenames(design: Design, renames: Map<string, string>): void {
	if (renames.size === 0) return;
	const before = design.parts.fieldOrigins ?? {};
	const origins: Record<string, string> = {};
	for (const [code, origin] of Object.entries(before)) {
		if (!renames.has(code)) origins[code] = origin;
	}
	for (const [from, to] of renames) origins[to] = before[from] ?? from;
	const { pluginConfigs, adminNotes, droppedFields, ...naming } = design.parts;
	const followed = followCodes(naming, renames) as Design['parts'];
	design.parts = { ...followed, fieldOrigins: origins };
	Object.assign(design.parts, { pluginConfigs, adminNotes, droppedFields });
	const { titleField } = design.settings;
	if (titleField.code !== undefined) {
		titleField.code = renames.get(titleField.code) ?? titleField.code;
	}
}

const OTHER_ENTITIES: readonly unknown[] = ['USER', 'GROUP', 'ORGANIZATION'];
const CODE_KEYS: readonly string[] = ['code', 'date', 'srcField'];

function followCodes(value: unknown, renames: Map<string, string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => followCodes(entry, renames));
	if (typeof value !== 'object' || value === null) return value;
	const { type, app } = value as { type?: unknown; app?: unknown };
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => {
			const isCode =
				(CODE_KEYS.includes(name) && app === undefined && !OTHER_ENTITIES.includes(type)) ||
				(name === 'title' && type === 'CALENDAR');
			if (isCode && typeof entry === 'string') return [name, renames.get(entry) ?? entry];
			if (name === 'fields' && type === 'LIST') {
				return [name, (entry as string[]).map((code) => renames.get(code) ?? code)];
			}
			return [name, followCodes(entry, renames)];
		}),
	);
}
