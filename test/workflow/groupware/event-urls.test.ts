import { useSandbox } from '../../support/sandbox';
import { useToys } from '../../support/toy';
import { runGroupware } from './world';

const sandbox = useSandbox();
const serve = useToys();

const LINUX = '/cgi-bin/cbgrn/grn.cgi';
const VIEW = '/schedule/view?event=';
const CLOUD = 'https://example.cybozu.com';

const at = (hour: number) => ({
	dateTime: `2031-03-03T${hour}:00:00+09:00`,
	timeZone: 'Asia/Tokyo',
});
const event = { id: '12', eventType: 'REGULAR', start: at(10), end: at(11) };

/** A service with one event, and how to read or delete an event by a URL there; HERE is its host. */
async function service() {
	const server = await serve(({ method }) =>
		method === 'DELETE' ? { status: 204 } : { json: event },
	);
	const run = async (operation: string, url: string) =>
		await runGroupware(sandbox, {
			...{ resource: 'event', operation },
			parameters: {
				eventId: { __rl: true, mode: 'url', value: url.replaceAll('HERE', server.url) },
			},
			account: { baseUrl: `${server.url}${LINUX}` },
		});
	return { run, methods: () => server.asked.map(({ method }) => method) };
}

it.each([
	['this installation', `HERE${LINUX}${VIEW}12`, false],
	['a path without a host', `${LINUX}${VIEW}12`, false],
	['another installation', `HERE/cgi-bin/cbgrntest/grn.cgi${VIEW}12`, true],
	['an alias of this host', `https://alias.example.com${LINUX}${VIEW}12`, true],
	['the cloud', `${CLOUD}/g/schedule/view.csp?event=12`, true],
])('takes the URL of an event of %s, or only to read', async (_what, url, isOther) => {
	const { run, methods } = await service();
	const read = await run('get', url);
	expect(read.error).toBeUndefined();
	expect(read.hints.some(({ message }) => message.includes('belongs to'))).toBe(isOther);
	const { error } = await run('delete', url);
	expect(methods()).toEqual(isOther ? ['GET'] : ['GET', 'GET', 'DELETE']);
	if (isOther) expect(error?.description).toContain('use the ID of the event');
	else expect(error).toBeUndefined();
});

it.each([' ', ','])('refuses the URLs of several events with %j between them', async (between) => {
	const { run, methods } = await service();
	const urls = [12, 13].map((id) => `HERE${LINUX}${VIEW}${id}`).join(between);
	const { error } = await run('delete', urls);
	expect(error?.message).toContain('The URL of the event names several events: 12, 13');
	expect(methods()).toEqual([]);
});
