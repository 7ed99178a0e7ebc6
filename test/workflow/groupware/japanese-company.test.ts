import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/Groupware/methods';
import { useSandbox } from '../../support/sandbox';
import { byCode, editor, eventOf, jsonOf, runGroupware, users } from './world';

/** The main operations on the groupware of a Japanese company. */

const sandbox = useSandbox();
const { listSearch } = methods;

beforeAll(async () => {
	await sandbox.control('reset', { demo: 'ja' });
});

const run = async (resource: string, operation: string, parameters: IDataObject) =>
	await runGroupware(sandbox, { resource, operation, parameters });

it('the pickers find people and facilities by their Japanese names', async () => {
	const names = async (search: 'searchUsers' | 'searchFacilities', text: string) =>
		(await listSearch[search].call(await editor(sandbox), text)).results.map(({ name }) => name);
	expect(await names('searchUsers', '髙橋')).toEqual([expect.stringContaining('髙橋 﨑子')]);
	expect(await names('searchFacilities', '会議室')).toHaveLength(3);
});

it('an event is booked with codes that have blanks, brackets and full-width letters', async () => {
	const [made] = jsonOf(
		await run('event', 'create', {
			subject: '打合せ：［重要］新製品',
			start: '2031-02-03 09:00',
			end: '2031-02-03 10:00',
			timeZone: 'Asia/Tokyo',
			attendees: {
				rows: [
					{ kind: 'user', user: byCode('kobayashi.a') },
					{ kind: 'codes', codes: '={{ [{ code: "sato" }] }}' },
				],
			},
			facilities: {
				rows: [
					{ kind: 'facility', facility: byCode('応接室 [来客用]') },
					{ kind: 'facility', facility: byCode('会議室Ａ') },
				],
			},
		}),
	);
	const { body } = await eventOf(sandbox, made?.id);
	expect(body).toMatchObject({
		subject: '打合せ：［重要］新製品',
		attendees: [{ name: '小林 葵' }, { name: '佐藤 遥' }],
		facilities: [{ code: '応接室 [来客用]' }, { code: '会議室Ａ' }],
	});
});

it('the file of a message keeps its name', async () => {
	const outcome = await run('messageAttachment', 'downloadAsAdministrator', { fileId: '1' });
	expect(outcome.error).toBeUndefined();
	const [binary] = outcome.output.map(({ binary: files }) => Object.values(files ?? {})[0]);
	expect(binary?.fileName).toBe('シフト表（来週）.txt');
});

it('an error quotes the message of the service in Japanese', async () => {
	const { error } = await run('event', 'get', { eventId: '999999' });
	expect(`${error?.message} ${error?.description}`).toContain('予定が見つかりません');
});

it('dates, times, and numbers are read as a Japanese keyboard writes them', async () => {
	const found = jsonOf(
		await run('event', 'findTimes', {
			attendees: users('sato'),
			...{ minutes: '={{ "３０" }}', opens: '９：００', closes: '10時30分' },
			...{ from: '2031年2月5日', to: '２０３１／２／５', timeZone: 'Asia/Tokyo' },
		}),
	);
	expect(found.map(({ start }) => start)).toEqual([
		'2031-02-05T09:00:00+09:00',
		'2031-02-05T09:30:00+09:00',
		'2031-02-05T10:00:00+09:00',
	]);
});
