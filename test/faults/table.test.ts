import type { ServiceName } from '../contract/apiData';
import { Bench, operations } from '../properties/bench';
import { sandboxOrigin } from '../support/sandbox';
import { type Cell, Table } from './cell';
import { columns } from './columns';

/** Many items a request after a reading, a reading, and a request for each item; `npm run faults` tries all. */
const SLICE: Record<ServiceName, string[]> = {
	recordPlatform: ['record.create', 'comment.getAll'],
	groupware: ['todo.create'],
};

const tables = new Map<ServiceName, Table>();

beforeAll(async () => {
	const origin = await sandboxOrigin();
	for (const service of Object.keys(SLICE) as ServiceName[]) {
		tables.set(service, await Table.open(await Bench.open(origin, service)));
	}
});

afterAll(async () => {
	for (const table of tables.values()) await table.close();
});

it('every operation can have cells', () => {
	const subjects = [...tables.values()].flatMap(({ bench }) => bench.subjects);
	const able = new Set(subjects.filter(({ ways }) => ways.length > 0).map(({ key }) => key));
	expect(operations.map(({ key }) => key).filter((key) => !able.has(key))).toEqual([]);
});

describe.each(Object.entries(SLICE) as Array<[ServiceName, string[]]>)('%s', (service, keys) => {
	it.each(keys)('%s says what became of its items, whatever goes wrong', async (key) => {
		const table = tables.get(service) as Table;
		const subject = table.bench.subjects.find((one) => one.key === key);
		if (subject === undefined) throw new Error(`There is no operation ${key}.`);
		const prepared = await table.prepare(subject);
		const cells: Cell[] = [];
		for (const column of columns) cells.push(await table.cell(prepared, column));
		expect(cells.filter(({ wrong }) => wrong)).toEqual([]);
		expect(cells.filter(({ applies }) => applies).length).toBeGreaterThan(30);
	});
});
