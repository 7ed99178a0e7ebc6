import { methods } from '../../../nodes/Groupware/methods';
import { useSandbox } from '../../support/sandbox';
import { editor, jsonOf, runGroupware, users } from './world';

/** The main operations on the groupware of a Japanese company. */

const sandbox = useSandbox();
const { listSearch } = methods;

beforeAll(async () => {
	await sandbox.control('reset', { demo: 'ja' });
});

it('the pickers find people and facilities by their Japanese names', async () => {
	const names = async (search: 'searchUsers' | 'searchFacilities', text: string) =>
		(await listSearch[search].call(await editor(sandbox), text)).results.map(({ name }) => name);
	expect(await names('searchUsers', '髙橋')).toEqual([expect.stringContaining('髙橋 﨑子')]);
	expect(await names('searchFacilities', '会議室')).toHaveLength(3);
});

it('dates, times, and numbers are read as a Japanese keyboard writes them', async () => {
	const found = jsonOf(
		await runGroupware(sandbox, {
			...{ resource: 'event', operation: 'findTimes' },
			parameters: {
				attendees: users('sato'),
				...{ minutes: '={{ "３０" }}', opens: '９：００', closes: '10時30分' },
				...{ from: '2031年2月5日', to: '２０３１／２／５', timeZone: 'Asia/Tokyo' },
			},
		}),
	);
	expect(found.map(({ start }) => start)).toEqual([
		'2031-02-05T09:00:00+09:00',
		'2031-02-05T09:30:00+09:00',
		'2031-02-05T10:00:00+09:00',
	]);
});
