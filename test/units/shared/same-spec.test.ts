import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { ItemView, Operation, Parameter, Prepared } from '../../../nodes/shared/catalogue';
import type { Service } from '../../../nodes/shared/catalogue';
import { hasSameSpec, requestBuilder } from '../../../nodes/shared/request';
import { itemWith } from '../../support/item';

const batches = [recordPlatform as Service, groupware as Service].flatMap((service) =>
	service.resources.flatMap((resource) =>
		resource.operations
			.filter(({ run }) => run.kind === 'batch')
			.map((one) => [`${resource.value}.${one.value}`, service, one] as const),
	),
);

const FORM = {
	Name: { type: 'SINGLE_LINE_TEXT', code: 'Name', label: 'Name' },
	Amount: { type: 'NUMBER', code: 'Amount', label: 'Amount' },
	Items: {
		type: 'SUBTABLE',
		code: 'Items',
		fields: { Item: { type: 'SINGLE_LINE_TEXT', code: 'Item', label: 'Item' } },
	},
};

/** What a few operations cannot do without. */
const NEEDED: Record<string, IDataObject> = {
	'tableRow.update': { columns: { mappingMode: 'defineBelow', value: { $rowId: '8', Item: 'a' } } },
	'tableRow.delete': { deleteBy: 'all' },
};

/** Something to stand in a control. */
function filled({ type, options = [], default: fallback }: Parameter): unknown {
	switch (type) {
		case 'string':
		case 'resourceLocator':
			return '5';
		case 'number':
			return 5;
		case 'boolean':
			return fallback;
		case 'options':
			return fallback || ((options[0] as { value?: unknown } | undefined)?.value ?? 'Items');
		case 'collection':
			return Object.fromEntries(
				(options as Parameter[]).map((option) => [option.name, filled(option)]),
			);
		case 'json':
			return '{}';
		default:
			return fallback;
	}
}

async function outcome(make: () => Prepared | Promise<Prepared>): Promise<unknown> {
	try {
		return await make();
	} catch (problem) {
		return (problem as Error).message;
	}
}

describe.each(batches)('%s', (name, service, operation) => {
	const values = Object.fromEntries(operation.parameters.map((one) => [one.name, filled(one)]));
	const fields = {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: ['Name'],
		schema: schemaOf('Name'),
	};
	const columns = { mappingMode: 'defineBelow', value: { Item: 'a' } };
	const mappers = {
		...('fields' in values && { fields }),
		...('columns' in values && { columns }),
	};
	const itemOf = (index: number): ItemView =>
		itemWith(
			{ ...values, ...mappers, ...NEEDED[name] },
			{
				index,
				operation,
				json: { $id: '7', $rowId: '8', Name: `N-${index}`, Amount: index, Item: 'a' },
				request: async () => await Promise.resolve({ properties: FORM }),
			},
		);

	it('has for a later item the request that it would have alone', async () => {
		const alone = requestBuilder(service, operation);
		const common = requestBuilder(service, operation, true);
		const first = await outcome(() => common(itemOf(0)));
		expect(first).toHaveProperty('element');
		expect(first).toEqual(await outcome(() => alone(itemOf(0))));
		expect(await outcome(() => common(itemOf(1)))).toEqual(await outcome(() => alone(itemOf(1))));
	});

	it('is not taken for the same where an expression decides what the items do not share', () => {
		expect(hasSameSpec(operation, {})).toBe(true);
		for (const one of deciding(operation)) {
			expect(hasSameSpec(operation, { [one]: '={{ $json.a }}' })).toBe(false);
		}
	});
});

it('keeps the requests of two items apart that differ in a date, or in a list for an object', () => {
	const text: Parameter = {
		displayName: 'Text',
		name: 'text',
		type: 'json',
		default: '',
		send: { in: 'body', key: 'text' },
	};
	const [[, service, some] = []] = batches;
	const operation = { ...(some as Operation), parameters: [text] };
	const prepare = requestBuilder(service as Service, operation);
	for (const value of [new Date(0), new Date(1), [1], { 0: 1 }]) {
		expect(prepare(itemWith({ text: value }, { operation }))).toMatchObject({
			spec: { body: { text: value } },
		});
	}
});

/** Names of the parameters that go anywhere but into the element. */
function deciding({ parameters }: Operation): string[] {
	return parameters.filter(({ send }) => send && send.in !== 'element').map(({ name }) => name);
}

function schemaOf(id: string): IDataObject[] {
	return [{ id, displayName: id, label: id, fieldType: 'SINGLE_LINE_TEXT', display: true }];
}
