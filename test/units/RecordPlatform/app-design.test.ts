import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	aligned,
	differences,
	merged,
	newLayout,
	tidy,
	without,
} from '../../../nodes/RecordPlatform/catalogue/appDesign/compare';
import { resolved, translated } from '../../../nodes/RecordPlatform/catalogue/appDesign/design';

const key = fc.constantFrom('a', 'b', 'x.y', 'A B', '1', '__proto__', 'id');
const { design } = fc.letrec<{ value: unknown; design: IDataObject }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom('', 'text', 7, true, false, null),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(key, tie('value'), { maxKeys: 3 }),
	),
	design: fc.dictionary(key, tie('value'), { maxKeys: 4 }) as fc.Arbitrary<IDataObject>,
}));
const tidied = design.map((one) => tidy(one) as IDataObject);

/** The paths of all values that are neither a list nor an object. */
function leaves(value: unknown, path: Array<string | number> = []): Array<Array<string | number>> {
	if (typeof value !== 'object' || value === null) return [path];
	const list = Array.isArray(value);
	return Object.entries(value).flatMap(([own, one]) =>
		leaves(one, [...path, list ? Number(own) : own]),
	);
}

function changedAt(value: unknown, [step, ...rest]: Array<string | number>): unknown {
	if (step === undefined) return 'changed';
	if (Array.isArray(value))
		return value.map((one, at) => (at === step ? changedAt(one, rest) : (one as unknown)));
	const entries = Object.entries(value as object).map(([own, one]) => [
		own,
		own === step ? changedAt(one, rest) : (one as unknown),
	]);
	return Object.fromEntries(entries);
}

it('finds exactly the values that were changed', () => {
	fc.assert(
		fc.property(tidied, fc.infiniteStream(fc.nat()), (one, drawn) => {
			const all = leaves(one);
			const chosen = all.filter(() => Number(drawn.next().value) % 3 === 0);
			const other = chosen.reduce<unknown>(changedAt, one);
			const found = differences(one, other as IDataObject);
			expect(found.map(({ there }) => there)).toEqual(chosen.map(() => 'changed'));
			expect(new Set(found.map(({ path }) => path)).size).toBe(chosen.length);
		}),
	);
});

it('finds nothing between a design and itself, in any spelling', () => {
	fc.assert(
		fc.property(design, (one) => {
			const copy = JSON.parse(JSON.stringify(tidy(one))) as IDataObject;
			expect(differences(tidy(one) as IDataObject, tidy(copy) as IDataObject)).toEqual([]);
		}),
	);
});

it('keeps what the app has, after what the design says, and does so once', () => {
	fc.assert(
		fc.property(tidied, tidied, fc.boolean(), (there, here, isKept) => {
			const stays = () => isKept;
			const once = merged(there, here, stays, true);
			expect(Object.keys(once)).toEqual(expect.arrayContaining(Object.keys(there)));
			expect(differences(once, merged(there, once, stays, true))).toEqual([]);
		}),
	);
});

it('puts things that only the app has after those of the design', () => {
	const there = { A: { index: '0' }, B: { index: '1' } };
	const here = { X: { index: '0' }, A: { index: '1' }, Y: { index: '2' } };
	const all = merged(there, here, () => true, true);
	expect(all).toEqual({ ...there, X: { index: '2' }, Y: { index: '3' } });
});

it('leaves out a part, and a path in it', () => {
	const design = { settings: { name: 'A', theme: 'B' }, views: { 'A b': { index: '0' }, C: {} } };
	expect(without(design, new Set(['settings.name', 'views["A b"]']))).toEqual({
		settings: { theme: 'B' },
		views: { C: {} },
	});
});

it('keeps the elements of fields that only the layout of the app has', () => {
	const text = (code: string) => ({ type: 'SINGLE_LINE_TEXT', code });
	const row = (...fields: object[]) => ({ type: 'ROW', fields });
	const table = (...fields: object[]) => ({ type: 'SUBTABLE', code: 'T', fields });
	const box = (...layout: object[]) => ({ type: 'GROUP', code: 'G', layout });
	const here = [row(text('a'), text('b')), table(text('c'), text('d')), box(row(text('e')))];
	const gone = [row(text('b')), row(text('f'), text('b'))];
	const there = [row(text('e')), row(), table(text('c')), ...gone];
	expect(newLayout(there, here, (code) => code !== 'b')).toEqual([
		row(text('e')),
		row(),
		table(text('c'), text('d')),
		row(text('f')),
		row(text('a')),
		box(),
	]);
});

it('names apps by their code, by the ID that is given for them, or as the app itself', () => {
	const lookup = (relatedApp: object) => ({ type: 'NUMBER', lookup: { relatedApp } });
	const design = {
		fields: {
			relatedApp: lookup({ app: '12' }),
			T: { type: 'SUBTABLE', fields: { c: lookup({ code: 'CUSTOMERS' }) } },
			d: lookup({ app: '5' }),
		},
		actions: { destApp: { destApp: { app: 'self' } } },
	};
	const chosen = { ids: { 12: '34', CUSTOMERS: 'ORDERS' }, leftOut: new Set<string>() };
	const found = translated(design, '5', chosen);
	expect(found).toEqual({
		fields: {
			relatedApp: lookup({ app: '34' }),
			T: { type: 'SUBTABLE', fields: { c: lookup({ code: 'ORDERS' }) } },
			d: lookup({ app: 'self' }),
		},
		actions: { destApp: { destApp: { app: 'self' } } },
	});
	expect(resolved(found, '5')).toMatchObject({ actions: { destApp: { destApp: { app: '5' } } } });
});

it('names fields of the app by their codes in the other design, and no fields of other apps', () => {
	const lookup = (app: string, field: string, relatedKeyField: string) => {
		return { lookup: { relatedApp: { app }, fieldMappings: [{ field }], relatedKeyField } };
	};
	const designOf = (code: string, own: string) => {
		const Number = { type: 'RECORD_NUMBER', code: own };
		const fields = { Own: lookup('self', code, code), Other: lookup('7', code, 'Nr') };
		const people = [{ type: 'USER', code: 'Nr' }];
		return { fields: { ...fields, [code]: Number }, reminders: { title: 'Nr', code, people } };
	};
	const { here } = aligned(designOf('Nr', 'Nr'), designOf('No', 'No'));
	expect(here).toEqual(designOf('No', 'Nr'));
	const Nr = { type: 'SINGLE_LINE_TEXT', code: 'Nr' };
	const taken = { fields: { Nr, R: { type: 'RECORD_NUMBER', code: 'R' } } };
	expect(aligned(taken, designOf('Nr', 'Nr')).here).toEqual(taken);
});
