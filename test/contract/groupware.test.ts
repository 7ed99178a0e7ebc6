import { groupware } from '../../nodes/Groupware/service';
import type { Service } from '../../nodes/shared/catalogue';
import { loadPackages } from '../../start/headless/packages';
import { clientFor } from '../sandbox/groupware/client';
import { useSandbox } from '../support/sandbox';
import { runNode } from '../support/workflow';
import { collaborationExamples } from './examples/collaboration';
import { groupwareExamples } from './examples/groupware';
import { testRequests } from './requests';

const sandbox = useSandbox();
const loaded = loadPackages(['packages/n8n-nodes-groupware']);

describe('requests of the groupware node', () => {
	testRequests({
		service: 'groupware',
		catalogue: groupware as unknown as Service,
		target: () => sandbox.url,
		examples: async () => {
			const admin = clientFor(() => `${sandbox.url}/g`, 'admin');
			return {
				...(await groupwareExamples(admin, sandbox)),
				...(await collaborationExamples(sandbox, admin)),
			};
		},
		folder: 'Groupware',
		// The items of a request are those of its form.
		ownKeys: ['items'],
		ignored: [],
		pathOf: (path) => path.replace(/^\/g\//, '/'),
		run: async (baseUrl, parameters, input) =>
			await runNode({
				type: 'n8n-nodes-groupware.groupware',
				parameters,
				credential: {
					type: 'groupwareApi',
					data: { baseUrl, username: 'admin', password: 'admin' },
				},
				loaded: await loaded,
				...(input && { input }),
			}),
	});
});
