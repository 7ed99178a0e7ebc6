import fc from 'fast-check';

import { useSandbox } from '../support/sandbox';
import { malformedRequests } from './fuzz';

const sandbox = useSandbox();

// `npm run fuzz` sends many more.
test('every route of the sandbox answers malformed requests', async () => {
	await sandbox.control('reset', { demo: true });
	await fc.assert(malformedRequests(sandbox.url), { numRuns: 100 });
});
