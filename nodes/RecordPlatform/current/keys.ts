import type { ItemView } from '../../shared/catalogue';
import type { Connection } from '../../shared/connection';
import { onceThere } from '../../shared/soon';
import { appIn, guestSpaceOf } from '../route';
import { type Field, loadForm } from '../values/form';
import { mapped, storedFields } from '../values/mapping';
import { canonicalDecimal } from '../values/numbers';
import { keyOf } from './read';

/** What live forms told in an execution, which has a connection of its own, by app. */
const told = new WeakMap<Connection, Map<string, Field[]>>();

/**
 * The fields of which one finds the records: as the editor stored them with the mapper, else by
 * the live form. Throws `Failed`.
 */
export function keyFields(mapper: unknown, item: ItemView): Field[] | Promise<Field[]> {
	const { id } = appIn(item.read('app'));
	return (
		stored(mapper, item) ??
		onceThere(loadForm(item, id, guestSpaceOf(item)), (form) => {
			const ofApps = told.get(item.connection) ?? new Map<string, Field[]>();
			told.set(item.connection, ofApps.set(id, form));
			return form;
		})
	);
}

/** The same without asking the service; none where nobody has asked it before. */
export function knownKeyFields(
	mapper: unknown,
	item: Pick<ItemView, 'json' | 'read' | 'connection'>,
): Field[] {
	return stored(mapper, item) ?? told.get(item.connection)?.get(appIn(item.read('app')).id) ?? [];
}

function stored(mapper: unknown, item: Pick<ItemView, 'json'>): Field[] | undefined {
	return storedFields({ ...mapped(mapper, item), values: {} });
}

/** A key in the form in which equal keys meet: of a number, all ways to write it are one. */
export function sameKey({ field, value }: { field: string; value: string }, fields: Field[]) {
	const type = fields.find(({ code }) => code === field)?.type ?? '';
	return keyOf({ type, value });
}

/**
 * The record that an element names, so that two changes of it keep their order. Of a number, all
 * ways to write it are one name; two texts that are taken for one cost no more than a request.
 */
export function recordNamed(element: unknown): string | undefined {
	const { id, updateKey } = element as {
		id?: string;
		updateKey?: { field: string; value: string };
	};
	if (id !== undefined) return `id ${canonical(id)}`;
	return updateKey && `${updateKey.field} ${canonical(updateKey.value)}`;
}

function canonical(key: unknown): string {
	const text = String(key);
	return canonicalDecimal(text) ?? text;
}
