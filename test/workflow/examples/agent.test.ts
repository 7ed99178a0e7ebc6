import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { Api } from '../../sandbox/record-platform/api';
import { runTool, type SeenByModel } from '../../support/agent';
import { useSandbox } from '../../support/sandbox';
import { workflowIn } from './example';

const sandbox = useSandbox();
const packages = loadPackages();
const { nodes } = workflowIn('20-agent-that-answers-from-an-app.json');
const tools = nodes.filter(({ type }) => type.endsWith('Tool'));

const api = new Api(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
}, 60_000);

/** Has a model without mind call a tool of the example. */
async function call(name: string, ...calls: IDataObject[]): Promise<SeenByModel> {
	const tool = tools.find((one) => one.name === name);
	if (tool === undefined) throw new Error(`The example has no tool "${name}"`);
	return await runTool({
		type: tool.type.replace(/Tool$/, ''),
		parameters: tool.parameters as IDataObject,
		credential: {
			type: 'recordPlatformApi',
			data: { baseUrl: sandbox.url, signInWith: 'password', username: 'admin', password: 'admin' },
		},
		calls,
		loaded: await packages,
		by: 'engine',
	});
}

const asking = (field: string, operator: string, value = ''): IDataObject => ({
	Search_For: [{ field, operator, value }],
});

const rowsOf = (answer = '') => JSON.parse(answer) as IDataObject[];

describe('20: answer questions about orders with an AI agent', () => {
	it('finds the orders of a customer, newest first, and one by its number', async () => {
		const { answers } = await call('Find Orders', asking('Customer', 'equals', 'Harbor Books'));
		const orders = await api.ids('2', 'Customer = "Harbor Books" order by Order_date desc');
		const numbers = await Promise.all(
			orders.map(async (id) => (await api.values('2', id)).Order_number),
		);
		expect(numbers.length).toBeGreaterThan(2);
		expect(rowsOf(answers[0]).map(({ Order_number }) => Order_number)).toEqual(numbers);

		const one = await call('Get Order', { orderNumber: 'SO-2001' });
		expect(rowsOf(one.answers[0])).toMatchObject([
			{ Order_number: 'SO-2001', Customer: 'Harbor Books', Items: [{ Product: 'Standing desk' }] },
		]);
	});

	it('takes what the model fills in as a value only, and writes nothing', async () => {
		await sandbox.forget();
		const odd = asking('Company', 'contains', '" or Company != "');
		const one = asking('Company', 'contains', 'Harbor');
		const { answers } = await call('Find Customers', odd, one, asking('Notes', 'empty'));
		expect(answers[0]).not.toContain('Pacific Instruments');
		expect(answers[2]).toContain('not a field to search by');
		expect(answers[1]).toContain('Harbor Books');
		const methods = (await sandbox.requests()).map(({ method }) => method);
		expect(methods.length).toBeGreaterThan(0);
		expect(new Set(methods)).toEqual(new Set(['GET']));
		for (const { parameters } of tools) {
			expect(parameters).toMatchObject({
				operation: expect.stringMatching(/^(find|getAll)$/) as unknown,
				limit: 20,
			});
		}
	});
});
