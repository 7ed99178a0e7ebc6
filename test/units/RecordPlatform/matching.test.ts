import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../../nodes/RecordPlatform/values/form';
import { matched, targetOf } from '../../../nodes/RecordPlatform/values/matching';
import { FORM, fromItem, itemOf, refusal, schemaOf } from '../../support/mapped';

const text = (code: string, more: Partial<Field> = {}): Field => ({
	code,
	type: 'SINGLE_LINE_TEXT',
	...more,
});

describe('the record that an update means', () => {
	const fields = [text('Key', { label: 'Code' }), { code: 'No', type: 'NUMBER' }];
	const target = (
		values: IDataObject,
		matchBy?: string,
		mode: 'update' | 'upsert' = 'update',
		of = fields,
	) => targetOf({ ...fromItem(values), matchBy }, mode, of);

	it('is the one with the ID, or with the value of a unique field', () => {
		expect(target({ $id: ' 7 ' })).toEqual({ id: '7' });
		expect(target({ $id: 7 }, '$id')).toEqual({ id: '7' });
		expect(target({ Key: 'a' }, 'Key')).toEqual({ updateKey: { field: 'Key', value: 'a' } });
		expect(target({ Code: 'a' }, 'Key')).toEqual({ updateKey: { field: 'Key', value: 'a' } });
		expect(target({ Key: { value: 'a' } }, 'Key')).toEqual({
			updateKey: { field: 'Key', value: 'a' },
		});
	});

	it('is found by text with its spaces, and by number without them', () => {
		expect(target({ Key: ' a ' }, 'Key')).toMatchObject({ updateKey: { value: ' a ' } });
		expect(target({ No: ' 7 ' }, 'No')).toMatchObject({ updateKey: { value: '7' } });
	});

	it.each([
		[{}, undefined, 'The item has no value for "Record ID ($id)"', 'Fill in the record ID'],
		[
			{ $id: ' ' },
			undefined,
			'The item has no value for "Record ID ($id)"',
			'Fill in the record ID',
		],
		[{ Key: '' }, 'Key', 'The item has no value for "Code"', 'Fill in the field to match by'],
		[{ No: ' ' }, 'No', 'The item has no value for "No"', 'Fill in the field to match by'],
		[{ Gone: 'a' }, 'Gone', 'The app has no field "Gone"', 'field codes'],
	])('is refused where %j by %s names none', (values, matchBy, message, advice) => {
		const refused = refusal(() => target(values, matchBy));
		expect(refused.message).toContain(message);
		expect(refused.advice).toContain(advice);
	});

	it('is not sought by the text of a cell whose expression found nothing', () => {
		expect(() => target({ Key: { value: undefined } }, 'Key')).toThrow(
			'The item has no value for "Code"',
		);
	});

	it('needs a field to match by where it may be created', () => {
		const refused = refusal(() => target({ $id: '7' }, undefined, 'upsert'));
		expect(refused.message).toBe('No field to match by is selected');
		expect(refused.advice).toContain('prohibits duplicate values');
		expect(target({ Key: 'a' }, 'Key', 'upsert')).toHaveProperty('updateKey');
	});

	it('is found by a label that only the editor knows', () => {
		const schema = schemaOf({ id: 'Key', label: 'Stored' });
		expect(
			targetOf({ values: { Stored: 'a' }, fromItem: true, matchBy: 'Key', schema }, 'update', []),
		).toEqual({ updateKey: { field: 'Key', value: 'a' } });
	});

	it('is sent without its key among the fields', async () => {
		const element = async (value: IDataObject, mode: 'update' | 'upsert' = 'update') =>
			await matched(value, mode, itemOf(FORM).item);
		const mapper = (value: IDataObject, column: string) => ({
			mappingMode: 'defineBelow',
			value,
			matchingColumns: [column],
		});
		expect(await element(mapper({ $id: '7', Name: 'x' }, '$id'))).toEqual({
			id: '7',
			record: { Name: { value: 'x' } },
		});
		expect(await element(mapper({ Key: 'a', Name: 'x' }, 'Key'))).toEqual({
			updateKey: { field: 'Key', value: 'a' },
			record: { Name: { value: 'x' } },
		});
		// A new record has at least its key.
		expect(await element(mapper({ Key: 'a' }, 'Key'), 'upsert')).toEqual({
			updateKey: { field: 'Key', value: 'a' },
			record: {},
		});
		await expect(element(mapper({ Key: 'a', Name: undefined }, 'Key'))).rejects.toThrow(
			'no value for any mapped field',
		);
	});
});
