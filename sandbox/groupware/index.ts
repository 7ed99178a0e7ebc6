import type { SandboxService } from '../types';
import { addFixtures } from './fixtures';
import { fixturesOf } from './fixtures/input';
import { availabilityOperations } from './availability';
import { bulletinOperations } from './bulletin/operations';
import { insertCategory } from './bulletin/store';
import { datastoreOperations } from './datastore';
import { seedCalendar, seedDemo } from './demo';
import { errorReply } from './errors';
import { eventOperations } from './events/operations';
import { facilityAdminOperations } from './facilities/admin';
import { facilityOperations } from './facilities/public';
import { messageOperations } from './messages/operations';
import { addNotificationApp } from './notifications/add';
import { notificationOperations } from './notifications/operations';
import { addressOf } from './paths';
import { peopleOperations } from './people';
import { insertPlugin, pluginOperations } from './plugins';
import { presenceOperations } from './presence';
import { proxyOperations } from './proxies';
import type { AllHandlers } from './request';
import { schema } from './schema';
import { answer } from './service';
import { spaceOperations } from './spaces/operations';
import { todoOperations } from './todo';
import { workflowOperations } from './workflow/operations';

const handlers: AllHandlers = {
	...eventOperations,
	...datastoreOperations,
	...availabilityOperations,
	...facilityOperations,
	...facilityAdminOperations,
	...workflowOperations,
	...messageOperations,
	...spaceOperations,
	...bulletinOperations,
	...peopleOperations,
	...presenceOperations,
	...todoOperations,
	...notificationOperations,
	...proxyOperations,
	...pluginOperations,
};

export const groupware: SandboxService = {
	owns: (path) => addressOf(path) !== undefined,
	schema,
	// What only an administrator's settings pages make, in an empty tenant too.
	seedBase: (tenant) =>
		tenant.transaction(async (sql) => {
			await addNotificationApp({ sql }, { code: 'sandbox', urls: ['https://example.com/'] });
			await insertPlugin(sql, '1', true, ['Everyone']);
			await insertCategory(sql, 'Root', { parent: null });
		}),
	seedDemo,
	seedCalendar,
	addFixtures: (tenant, input) => addFixtures(tenant, fixturesOf(input)),
	handle: (call) => answer(handlers, call),
	illegalRequestCode: 'GRN_REST_API_00105',
	faultBody: (status, code, message) =>
		errorReply(status, code, message, message, 'Repeat the request.'),
};
