import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import { useSandbox } from '../../support/sandbox';
import { type LookupScene, lookupScene } from '../../support/lookup-scene';
import { testOperation } from '../../support/operation-case';
import { callCases } from './call-cases';
import type { Case } from './case';
import { designCases, type DesignedApp, designedApp } from './design-cases';
import { attachedFile, fileCases } from './file-cases';
import { makePlaces, placeCases, type Places } from './place-cases';
import { recordCases } from './record-cases';
import { tableCases } from './table-cases';
import { Api, ORDER_FIELDS, ORDER_PROCESS, runRecordPlatform } from './world';

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

it('knows every operation', () => {
	const offered = recordPlatform.resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation.value}`),
	);
	expect(Object.keys(cases).sort()).toEqual(offered.sort());
});

describe.each(Object.entries(cases))('%s', (name, { parameters, binary, ...operationCase }) => {
	const [resource = '', operation = ''] = name.split('.');
	testOperation(operationCase, async (items, more) => {
		const input = items.map((json) => {
			if (!binary) return { json };
			return withFile(json, binary === true ? undefined : binary());
		});
		const run = { resource, operation, parameters: parameters(), input, ...more };
		return await runRecordPlatform(sandbox, run);
	});
});
