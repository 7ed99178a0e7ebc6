import { useSandbox } from '../../support/sandbox';
import {
	Api,
	automatic,
	byId,
	itemsOf,
	jsonOf,
	mapping,
	ORDER_FIELDS,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS);
});

describe('Create', () => {
	it('adds a record', async () => {
		const outcome = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'create',
			parameters: {
				app: byId(app),
				fields: mapping({ Number: '={{ $json.n }}', Amount: '12.50' }),
				options: {},
			},
			items: [{ n: 'a' }, { n: 'b' }],
		});
		console.log(JSON.stringify(outcome.error), JSON.stringify(outcome.output));
		expect(jsonOf(outcome)).toHaveLength(2);
		expect(itemsOf(outcome.output)).toEqual([0, 1]);
		void automatic;
	});
});
