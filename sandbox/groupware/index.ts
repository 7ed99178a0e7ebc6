import type { SandboxService } from '../types';
import { availabilityOperations } from './availability';
import { datastoreOperations } from './datastore';
import { seedDemo } from './demo';
import { errorReply } from './errors';
import { eventOperations } from './events/operations';
import { facilityAdminOperations } from './facilities/admin';
import { facilityGroupAdminOperations } from './facilities/groups';
import { facilityOperations } from './facilities/public';
import type { Operation } from './operation';
import { addressOf } from './paths';
import { peopleOperations } from './people';
import { schema } from './schema';
import { answer } from './service';

/** What the groupware answers, one entry a row of the catalogue. */
export const operations: readonly Operation[] = [
	...eventOperations,
	...datastoreOperations,
	...availabilityOperations,
	...facilityOperations,
	...facilityAdminOperations,
	...facilityGroupAdminOperations,
	...peopleOperations,
];

export const groupware: SandboxService = {
	owns: (path) => addressOf(path) !== undefined,
	schema,
	// An empty world has no facilities or events; its people come from the accounts.
	seedBase: async () => {},
	seedDemo,
	handle: (call) => answer(operations, call),
	illegalRequestCode: 'GRN_REST_API_00105',
	faultBody: (status, code, message) =>
		errorReply(status, code, message, message, 'Repeat the request.'),
};
