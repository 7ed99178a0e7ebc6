import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { useSandbox } from '../../support/sandbox';
import { type LookupScene, lookupScene } from '../../support/lookup-scene';
import { callCases } from './call-cases';
import type { Case } from './case';
import { designCases, type DesignedApp, designedApp } from './design-cases';
import { attachedFile, fileCases } from './file-cases';
import { makePlaces, placeCases, type Places } from './place-cases';
import { recordCases } from './record-cases';
import { tableCases } from './table-cases';
import { Api, itemsOf, jsonOf, ORDER_FIELDS, ORDER_PROCESS, runRecordPlatform } from './world';

const sandbox = useSandbox();
let api: Api;
let app: string;
let fileKey: string;
let designed: DesignedApp;
let places: Places;
let lookups: LookupScene;

const cases: Record<string, Case> = {
	...callCases(() => ({ api, app })),
	...designCases(() => ({ api, app: designed })),
	...fileCases(() => ({ api, app, fileKey })),
	...placeCases(() => ({ api, places })),
	...recordCases(() => ({ api, app, lookups })),
	...tableCases(() => ({ api, app })),
};

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp(ORDER_FIELDS, ORDER_PROCESS);
	fileKey = await attachedFile(api, app);
	designed = await designedApp(api);
	places = await makePlaces(api, app);
	lookups = await lookupScene(api);
});

afterEach(async () => await sandbox.clock(11 * 60));

function withFile(
	json: IDataObject,
	content: Buffer = Buffer.from('some text'),
): INodeExecutionData {
	const data = content.toString('base64');
	return { json, binary: { data: { data, mimeType: 'text/plain', fileName: 'note.txt' } } };
}

async function run(name: string, items: IDataObject[], more: object = {}) {
	const [resource = '', operation = ''] = name.split('.');
	const { parameters, binary } = cases[name] as Case;
	return await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: parameters(),
		input: items.map((json) => {
			if (!binary) return { json };
			return withFile(json, binary === true ? undefined : binary());
		}),
		...more,
	});
}

it('knows every operation', () => {
	const offered = recordPlatform.resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);
	expect(Object.keys(cases).sort()).toEqual(offered.sort());
});

describe.each(Object.keys(cases))('%s', (name) => {
	const { good, bad, says, together } = cases[name] as Case;

	it('runs, and links what it gives to the items', async () => {
		const outcome = await run(name, await good());
		expect(jsonOf(outcome).length).toBeGreaterThan(0);
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
	});

	it('stops with the reason and the item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad]);
		expect(output).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.message).toMatch(together ? /\[items 0–1\]/ : /\[item/);
		expect(error?.description).toBeTruthy();
	});

	it('goes on with the other item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad], { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		const failed = output.filter((item) => item.error);
		expect(itemsOf(failed)).toEqual(together ? [0, 1] : [1]);
		expect(failed[0]?.error?.message).toMatch(says);
		const done = output.filter((item) => !item.error);
		expect(new Set(itemsOf(done))).toEqual(new Set(together ? [] : [0]));
	});

	it('sends failed items to the error output', async () => {
		const [first = {}] = await good();
		const { errors } = await run(name, [first, bad], { onError: 'continueErrorOutput' });
		expect(itemsOf(errors)).toEqual(together ? [0, 1] : [1]);
	});
});
