import { methods } from '../../../nodes/Groupware/methods';
import { useSandbox } from '../../support/sandbox';
import { editor } from './world';

/** The main operations on the groupware of a Japanese company. */

const sandbox = useSandbox();
const { listSearch } = methods;

beforeAll(async () => await sandbox.control('reset', { demo: 'ja' }));

it('the pickers find people and facilities by their Japanese names', async () => {
	const names = async (search: 'searchUsers' | 'searchFacilities', text: string) =>
		(await listSearch[search].call(await editor(sandbox), text)).results.map(({ name }) => name);
	expect(await names('searchUsers', '髙橋')).toEqual([expect.stringContaining('髙橋 﨑子')]);
	expect(await names('searchFacilities', '会議室')).toHaveLength(3);
});
