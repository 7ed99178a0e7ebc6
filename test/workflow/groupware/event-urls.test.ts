import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import { runGroupware } from './world';

const sandbox = useSandbox();

/** Deletes an event by its URL, or reads it, with a credential for a service at `base`. */
async function remove(value: string, account: { baseUrl: string }, operation = 'delete') {
	const parameters = { eventId: { __rl: true, mode: 'url', value } };
	return await runGroupware(sandbox, {
		resource: 'event',
		operation,
		parameters,
		account,
	});
}

const at = (dateTime: string) => ({ dateTime, timeZone: 'Asia/Tokyo' });
const toy = async () =>
	await toyServer(({ method }) =>
		method === 'DELETE'
			? { status: 204 }
			: {
					json: {
						id: '12',
						eventType: 'REGULAR',
						start: at('2031-03-03T10:00:00+09:00'),
						end: at('2031-03-03T11:00:00+09:00'),
					},
				},
	);

const LINUX = '/cgi-bin/cbgrn/grn.cgi';
const VIEW = '/schedule/view?event=12';
const CLOUD = 'https://example.cybozu.com';

it.each([
	['this installation', `HERE${LINUX}${VIEW}`, false],
	['a path without a host', `${LINUX}${VIEW}`, false],
	['another installation', `HERE/cgi-bin/cbgrntest/grn.cgi${VIEW}`, true],
	['an alias of this host', `https://alias.example.com${LINUX}${VIEW}`, true],
	['the cloud', `${CLOUD}/g/schedule/view.csp?event=12`, true],
])('takes the URL of an event of %s, or only to read', async (_what, url, isOther) => {
	const server = await toy();
	try {
		const value = url.replace('HERE', server.url);
		const account = { baseUrl: `${server.url}${LINUX}` };
		const { error: unread, hints } = await remove(value, account, 'get');
		expect(unread).toBeUndefined();
		expect(hints.some(({ message }) => message.includes('belongs to'))).toBe(isOther);
		const { error } = await remove(value, account);
		expect(server.asked.map(({ method }) => method)).toEqual(
			isOther ? ['GET'] : ['GET', 'GET', 'DELETE'],
		);
		if (isOther) expect(error?.description).toContain('use the ID of the event');
		else expect(error).toBeUndefined();
	} finally {
		await server.close();
	}
});

const one = (id: number) => `HERE${LINUX}/schedule/view?event=${id}`;

it.each([
	['blanks', [one(12), one(13)].join(' ')],
	['a comma', [one(12), one(13)].join(',')],
])('refuses the URLs of several events with %s between them', async (_what, urls) => {
	const server = await toy();
	try {
		const value = urls.replaceAll('HERE', server.url);
		const { error } = await remove(value, { baseUrl: `${server.url}${LINUX}` });
		expect(error?.message).toContain('The URL of the event names several events: 12, 13');
		expect(server.asked).toEqual([]);
	} finally {
		await server.close();
	}
});
