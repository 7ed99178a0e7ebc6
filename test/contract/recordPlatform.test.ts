import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Service } from '../../nodes/shared/catalogue';
import { loadPackages } from '../../start/headless/packages';
import { Api } from '../sandbox/record-platform/api';
import { useSandbox } from '../support/sandbox';
import { runNode } from '../support/workflow';
import { recordPlatformExamples } from './examples/recordPlatform';
import { testRequests } from './requests';

const sandbox = useSandbox();
const loaded = loadPackages(['packages/n8n-nodes-record-platform']);

const exampleFields = ['Name', 'Amount', 'Files', 'Lines', 'Item', 'color'];

/** Every app has these fields, but their codes depend on the language it was made in. */
const builtInFields = [
	'Assignee',
	'Created_by',
	'Created_datetime',
	'Record_number',
	'Status',
	'Updated_by',
	'Updated_datetime',
];

describe('requests of the record platform node', () => {
	testRequests({
		service: 'recordPlatform',
		catalogue: recordPlatform as unknown as Service,
		target: () => sandbox.url,
		examples: async () => await recordPlatformExamples(new Api(sandbox.url)),
		folder: 'RecordPlatform',
		ownKeys: [...exampleFields, ...builtInFields],
		ignored: ['options.guestSpace'],
		run: async (baseUrl, parameters, input) =>
			await runNode({
				type: 'n8n-nodes-record-platform.recordPlatform',
				parameters,
				credential: {
					type: 'recordPlatformApi',
					data: { baseUrl, signInWith: 'password', username: 'admin', password: 'admin' },
				},
				loaded: await loaded,
				...(input && { input }),
			}),
	});
});
