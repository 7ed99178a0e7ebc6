import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { Api, automatic, byId, jsonOf, runRecordPlatform, schemaOf } from './world';

const RECORDS = 10_000;

const sandbox = useSandbox();
let app: string;

beforeAll(async () => {
	app = await new Api(sandbox.url).makeApp({
		Number: { type: 'SINGLE_LINE_TEXT', unique: true },
		Amount: { type: 'NUMBER' },
	});
});

beforeEach(async () => {
	await sandbox.forget();
});

const schema = schemaOf({ $id: '__ID__', Number: 'SINGLE_LINE_TEXT', Amount: 'NUMBER' });

const numbers = Array.from({ length: RECORDS }, (_, index) => index);

async function write(operation: string, items: IDataObject[], parameters: IDataObject) {
	const outcome = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), options: {}, ...parameters },
		items,
	});
	const rows = jsonOf(outcome);
	const { total, connectionsUsed, requests } = await sandbox.log();
	return { rows, total, connectionsUsed, paths: new Set(requests.map(({ path }) => path)) };
}

const five = { total: 5, connectionsUsed: 5, paths: new Set(['/k/v1/bulkRequest.json']) };
/** The form is read once an execution, to write by the fields that it has now. */
const andForm = {
	total: 6,
	connectionsUsed: 6,
	paths: new Set([expect.stringContaining('/k/v1/app/form/fields.json'), '/k/v1/bulkRequest.json']),
};

describe('ten thousand records take five requests, and one for the form', () => {
	it('to create', async () => {
		const items = numbers.map((index) => ({ Number: `N-${index}`, Amount: index }));
		const fields = automatic({ schema: schema.slice(1) });
		const { rows, ...counts } = await write('create', items, { fields });
		expect(counts).toEqual(andForm);
		expect(new Set(rows.map(({ id }) => id)).size).toBe(RECORDS);
	});

	it('to update', async () => {
		const items = numbers.map((index) => ({ $id: String(index + 1), Amount: index * 2 }));
		const fields = automatic({ schema, matchingColumns: ['$id'] });
		const { rows, ...counts } = await write('update', items, { fields });
		expect(counts).toEqual(andForm);
		expect(rows.map(({ id }) => id)).toEqual(items.map(({ $id }) => $id));
	});

	it('to create or update', async () => {
		const half = RECORDS / 2;
		const items = numbers.map((index) => ({ Number: `N-${half + index}`, Amount: 1 }));
		const fields = automatic({ schema: schema.slice(1), matchingColumns: ['Number'] });
		const { rows, ...counts } = await write('upsert', items, { fields });
		expect(counts).toEqual(andForm);
		const operations = rows.map(({ operation }) => operation);
		expect(operations.filter((operation) => operation === 'UPDATE')).toHaveLength(half);
		expect(operations.filter((operation) => operation === 'INSERT')).toHaveLength(half);
	});

	it('to delete', async () => {
		const items = numbers.map((index) => ({ $id: String(index + 1) }));
		const recordId = { mode: 'id', value: '={{ $json.$id }}' };
		const { rows, ...counts } = await write('delete', items, { recordId });
		expect(counts).toEqual(five);
		expect(rows).toHaveLength(RECORDS);
	});
});
