import type { IDataObject, INode } from 'n8n-workflow';

import { PendingFile } from '../../../nodes/RecordPlatform/values/encode';
import type { Field } from '../../../nodes/RecordPlatform/values/form';
import {
	encodeRecord,
	fieldOf,
	fieldsFor,
	knownFields,
	type Mapped,
	mapped,
	recordOf,
	storedFields,
} from '../../../nodes/RecordPlatform/values/mapping';
import type { ItemView, Operation, Parameter } from '../../../nodes/shared/catalogue';
import { itemWith } from '../../support/item';
import { byHand, FORM, fromItem, fromJson, itemOf, refusal, schemaOf } from '../../support/mapped';

const tokyo = { timeZone: 'Asia/Tokyo' };
const text = (code: string, more: Partial<Field> = {}): Field => ({
	code,
	type: 'SINGLE_LINE_TEXT',
	...more,
});

describe('the mapper of the node', () => {
	const item = itemWith({}, { json: { a: 1 } });
	const schema = schemaOf({ id: 'a' });

	it('is read by its mode', () => {
		const matchingColumns = ['Key', 'Other'];
		expect(
			mapped({ mappingMode: 'autoMapInputData', value: { b: 2 }, schema, matchingColumns }, item),
		).toEqual({ schema, matchBy: 'Key', values: { a: 1 }, fromItem: true });
		expect(mapped({ mappingMode: 'defineBelow', value: { b: 2 } }, item)).toEqual({
			schema: [],
			matchBy: undefined,
			values: { b: 2 },
			fromItem: false,
			byHand: true,
		});
		expect(mapped({ mappingMode: 'defineBelow', matchingColumns: [''] }, item).matchBy).toBe(
			undefined,
		);
	});

	it('takes an object from an expression for the values, and nothing for none', () => {
		expect(mapped({ b: 2 }, item)).toEqual({ values: { b: 2 }, fromItem: false, schema: [] });
		expect(mapped(null, item).values).toEqual({});
		expect(mapped({ mappingMode: 'defineBelow', value: null }, item).values).toEqual({});
	});

	const nulls = (stored: unknown, parameter?: string) => {
		const node = { parameters: { [parameter ?? 'fields']: stored } } as unknown as INode;
		const mapper = { mappingMode: 'defineBelow', value: { A: null } };
		return mapped(mapper, itemWith({}, { node }), parameter).values;
	};

	it.each([
		['left empty in the editor', { value: { A: null } }],
		['left out by an AI agent', { value: { A: "={{ $fromAI('a') }}" } }],
		['left out by an AI agent, spelled otherwise', { value: { A: '={{ $fromai ("a") }}' } }],
	])('leaves a field alone that was %s', (_, stored) => {
		expect(nulls(stored)).toEqual({});
		expect(nulls(stored, 'row')).toEqual({});
	});

	it.each([
		['gave null', { value: { A: '={{ $json.a }}' } }],
		['gave null with all other values', { value: '={{ $json }}' }],
		['gave null with the whole mapper', '={{ $json }}'],
		['gave null where the node has no mapper', undefined],
	])('clears a field whose expression %s', (_, stored) => {
		expect(nulls(stored)).toEqual({ A: null });
	});
});

describe('names of fields', () => {
	it('are codes before labels, and a label that only one field has', () => {
		const fields = [
			text('A', { label: 'Name' }),
			text('Name', { label: 'Other' }),
			text('B', { label: 'Twice' }),
			text('C', { label: 'Twice' }),
		];
		expect(fieldOf(fields, 'A')?.code).toBe('A');
		expect(fieldOf(fields, 'Name')?.code).toBe('Name');
		expect(fieldOf(fields, 'Other')?.code).toBe('Name');
		expect(fieldOf(fields, 'Twice')).toBeUndefined();
	});

	it('that several fields share mean the one that people fill in', () => {
		const shared = [
			text('Copied', { label: 'Price', computed: true }),
			{ code: 'Calc', type: 'CALC', label: 'Price' },
			{ code: 'Created', type: 'CREATED_TIME', label: 'Price' },
			text('Own', { label: 'Price' }),
		];
		expect(fieldOf(shared, 'Price')?.code).toBe('Own');
	});

	it('are those of the first field where two have one code', () => {
		const fields = [text('A', { label: 'first' }), text('A', { label: 'second' })];
		expect(fieldOf(fields, 'A')?.label).toBe('first');
	});

	it('that the editor stored never mean another field, whose label may be newer', () => {
		const fields = [text('B', { label: 'A' })];
		expect(
			refusal(() => encodeRecord(byHand({ A: 'x' }, schemaOf({ id: 'A' })), fields, tokyo)).message,
		).toBe('The app has no field "A"');
		expect(encodeRecord(byHand({ A: 'x' }), fields, tokyo)).toEqual({ B: { value: 'x' } });
		expect(encodeRecord(fromItem({ A: 'x' }), fields, tokyo)).toEqual({ B: { value: 'x' } });
	});

	it('are in the schema that the editor stored, with what a write has to know', () => {
		const columns = [text('Item')];
		expect(
			storedFields(
				schemaOf(
					{
						id: 'A',
						fieldType: 'DROP_DOWN',
						label: 'Name',
						options: [{ value: 1 }, { value: 'b' }],
					},
					{ id: 'B', fieldType: 'CHECK_BOX', choices: ['x'], options: [{ value: 'y' }] },
					{ id: 'T', fieldType: 'SUBTABLE', columns },
				),
			),
		).toEqual([
			{ code: 'A', type: 'DROP_DOWN', label: 'Name', choices: ['1', 'b'] },
			{ code: 'B', type: 'CHECK_BOX', choices: ['x'] },
			{ code: 'T', type: 'SUBTABLE', columns },
		]);
		expect(storedFields(schemaOf({ id: 'A', fieldType: 'NUMBER' }, { id: 'B' }))).toEqual([]);
	});
});

describe('mapped values', () => {
	const fields: Field[] = [
		text('Name', { label: 'Full name' }),
		text('Copied', { computed: true }),
		{ code: 'Sum', type: 'CALC', label: 'Total' },
		{ code: 'Created', type: 'CREATED_TIME' },
	];
	const time = '2026-01-31T01:00:00Z';

	it('become cells, without the ID, the revision, and what has no value', () => {
		const values = { $id: '7', $revision: '3', Name: 'x', Created: undefined };
		expect(encodeRecord(byHand(values), fields, tokyo)).toEqual({ Name: { value: 'x' } });
	});

	it('of the item leave out what the app does not have or fills in itself', () => {
		const values = { Name: 'x', Else: 'y', Copied: 'c', Sum: '1', Created: time };
		expect(encodeRecord(fromItem(values), fields, tokyo)).toEqual({ Name: { value: 'x' } });
	});

	it('from an expression may set system fields, and what a lookup fills in is left to it', () => {
		const values = { Name: 'x', Created: time, Sum: '1' };
		expect(encodeRecord(fromJson(values), fields, tokyo)).toEqual({
			Name: { value: 'x' },
			Created: { value: time },
		});
	});

	it('are those of the code where an item has the label too', () => {
		const ofLabel = { 'Full name': 'label' };
		const ofCode = { Name: 'code' };
		for (const values of [
			{ ...ofLabel, ...ofCode },
			{ ...ofCode, ...ofLabel },
		]) {
			expect(encodeRecord(fromItem(values), fields, tokyo)).toEqual({ Name: { value: 'code' } });
		}
	});

	it('are refused for a field that the app does not have', () => {
		const { message, advice } = refusal(() => encodeRecord(fromJson({ Else: 1 }), fields, tokyo));
		expect(message).toBe('The app has no field "Else"');
		expect(advice).toMatch(/field codes.*renamed or removed.*refresh the field list/);
	});

	it.each(['Copied', 'Total', 'Sum'])(
		'by hand are refused for %s, which nobody can fill in',
		(key) => {
			const { message, advice } = refusal(() => encodeRecord(byHand({ [key]: 1 }), fields, tokyo));
			expect(message).toMatch(/^Field "(Copied|Total)" can't be written: the service fills it in$/);
			expect(advice).toContain('changed in the form');
		},
	);
});

describe('the fields of an app', () => {
	it('are those of its form, whatever the editor stored', async () => {
		const { item, hints } = itemOf(FORM);
		const schema = schemaOf({ id: 'Old', fieldType: 'NUMBER' });
		expect((await fieldsFor({ schema }, item)).map(({ code }) => code)).toEqual(Object.keys(FORM));
		expect(knownFields({ schema }, item)).toHaveLength(5);
		expect(hints).toEqual([]);
	});

	it('are those that the editor stored where the form may not be read, with a hint', async () => {
		const { item, hints } = itemOf(null);
		const schema = schemaOf({ id: 'Old', fieldType: 'NUMBER' });
		expect(knownFields({ schema }, item)).toEqual([{ code: 'Old', type: 'NUMBER' }]);
		expect(await fieldsFor({ schema }, item)).toEqual([{ code: 'Old', type: 'NUMBER' }]);
		expect(hints).toEqual([expect.stringMatching(/can't read the app's form.*may be outdated/)]);
	});

	it('are unknown where neither is there, for the reason of the service', async () => {
		const { item } = itemOf(null);
		await expect(fieldsFor({ schema: [] }, item)).rejects.toThrow('No permission');
	});
});

describe('the record of an item', () => {
	const record = async (values: Mapped, more: IDataObject = {}, purpose = {}) =>
		await recordOf(values, itemOf(FORM, more).item, purpose);

	it('is made with the options of the node', async () => {
		const options = { convertValues: true };
		expect(await record(fromJson({ Amount: '1,200' }), { options })).toEqual({
			Amount: { value: '1200' },
		});
		await expect(record(fromJson({ Amount: '1,200' }))).rejects.toThrow('must be a number');
	});

	it('has its files uploaded', async () => {
		const upload = async () => await Promise.resolve({ fileKey: 'new' });
		const binary = () => ({ fileName: 'a.txt', mimeType: 'text/plain' });
		const { item } = itemOf(FORM, {}, { upload, binary });
		expect(await recordOf(fromJson({ Files: 'data' }), item)).toEqual({
			Files: { value: [{ fileKey: 'new' }] },
		});
	});

	it('copies files of other records only where the record is new', async () => {
		const file = { fileKey: 'k', name: 'a.txt', contentType: 'text/plain', size: '1' };
		expect(await record(fromJson({ Files: [file] }))).toEqual({
			Files: { value: [{ fileKey: 'k' }] },
		});
		const asked: unknown[] = [];
		const upload = async (...all: unknown[]) => {
			asked.push(...all);
			return await Promise.resolve({ fileKey: 'copy' });
		};
		const operation = { method: 'POST', parameters: [] as Parameter[] } as Operation;
		const { item } = itemOf(FORM, {}, { upload, operation } as Partial<ItemView>);
		expect(await recordOf(fromJson({ Files: [file] }), item)).toEqual({
			Files: { value: [{ fileKey: 'copy' }] },
		});
		expect(asked).toHaveLength(2);
	});

	it('is refused where no field of the item is one of the app, with both lists', async () => {
		const json = { $id: '1', One: 1, Two: 2, Three: 3, Four: 4, Five: 5, Six: 6 };
		await expect(record(fromItem(json))).rejects.toMatchObject({
			message: 'No field of the item matches a field of the app',
			advice: expect.stringMatching(
				/^The item has "One", "Two", "Three", "Four", "Five", …\. The app has "Name", "Amount", "Files", "Key"\./,
			) as unknown,
		});
		await expect(record(fromItem({ $id: '1' }))).rejects.toMatchObject({
			advice: expect.stringContaining('The item has no fields.') as unknown,
		});
		await expect(
			recordOf(fromItem({ A: 1 }), itemOf({ Sum: FORM.Sum }).item),
		).rejects.toMatchObject({
			advice: expect.stringContaining('The app has no fields to fill in.') as unknown,
		});
	});

	it('is refused where the expressions of all fields found nothing', async () => {
		await expect(record(byHand({ Name: undefined, Amount: undefined }))).rejects.toMatchObject({
			message: 'The expressions returned no value for any mapped field',
			advice: expect.stringContaining('Nothing was written for this item') as unknown,
		});
		expect(await record(byHand({}))).toEqual({});
		expect(await record(byHand({ $id: '7' }))).toEqual({});
	});

	it('is refused where it has nothing but the field to match by', async () => {
		const matching = { matching: 'Key' };
		await expect(record(fromItem({ Key: 'a', Else: 1 }), {}, matching)).rejects.toMatchObject({
			advice: expect.stringMatching(
				/^The item has "Else"\. The app has "Name", "Amount", "Files"\./,
			) as unknown,
		});
		await expect(record(byHand({ Key: 'a', Name: undefined }), {}, matching)).rejects.toThrow(
			'no value for any mapped field',
		);
		expect(await record(byHand({ Key: 'a' }), {}, matching)).toEqual({ Key: { value: 'a' } });
		expect(await record(fromItem({ Key: 'a', Name: 'x' }), {}, matching)).toEqual({
			Key: { value: 'a' },
			Name: { value: 'x' },
		});
	});

	it('may be empty where its table has the values, but not where the item was to fill it', async () => {
		const purpose = { mayBeEmpty: true };
		expect(await record(byHand({ Name: undefined }), {}, purpose)).toEqual({});
		await expect(record(fromItem({ Else: 1 }), {}, purpose)).rejects.toThrow(
			'No field of the item',
		);
	});
});

describe("values in the service's format", () => {
	const raw = { options: { rawValues: true } };
	const record = async (values: Mapped, form: Parameters<typeof itemOf>[0] = FORM) =>
		await recordOf(values, itemOf(form, raw).item);

	it('are sent as they are, with or without their cell', async () => {
		expect(
			await record(fromJson({ Amount: 'many', Name: { value: ['x'], type: 'ANY' }, $id: '1' })),
		).toEqual({ Amount: { value: 'many' }, Name: { value: ['x'] } });
		expect(await record(fromJson({ Name: null, Amount: undefined, Key: ['a'] }))).toEqual({
			Name: { value: null },
			Key: { value: ['a'] },
		});
	});

	it('are sent without a look at names where the form may not be read', async () => {
		expect(await record(fromJson({ Anything: 1 }), null)).toEqual({ Anything: { value: 1 } });
	});

	it('are written by label too, and refused under a name that the app does not have', async () => {
		await expect(record(fromJson({ Else: 1 }))).rejects.toThrow('The app has no field "Else"');
		expect(await record(fromJson({ 'Full name': 1 }))).toEqual({ Name: { value: 1 } });
		expect(await record(fromItem({ Else: 1, Name: 'x' }))).toEqual({ Name: { value: 'x' } });
	});

	it('hold no files to upload', async () => {
		expect(await record(fromJson({ Files: [new PendingFile('a')] as never }))).toEqual({
			Files: { value: [new PendingFile('a')] },
		});
	});
});
