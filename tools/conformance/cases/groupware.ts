import { NotTried, type Side } from '../side';
import { topic } from './case';

export const EVENTS = '/g/api/v1/schedule/events';
const zone = 'Asia/Tokyo';
const DAY = 24 * 3600 * 1000;

const rfc3339 = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** What the tenant numbers or what depends on its users. */
const HIDDEN = ['id', 'createdAt', 'updatedAt', 'creator', 'updater', 'name'];

export const at = (time: string) => ({ dateTime: `2031-03-03T${time}:00+09:00`, timeZone: zone });

const visit = (side: Side, more: object = {}) => ({
	eventType: 'REGULAR',
	subject: 'Conformance run (is removed)',
	start: at('10:00'),
	end: at('11:00'),
	attendees: [{ type: 'USER', code: side.access.login }],
	visibilityType: 'PRIVATE',
	...more,
});

/** Adds an event past the comparison, and gives its ID. */
export async function add(side: Side, more: object = {}): Promise<string> {
	const { id } = await side.do('POST', EVENTS, visit(side, more));
	side.ledger.add('event', String(id));
	return String(id);
}

/** Asks for an event to be added, and remembers it when it was. */
export async function ask(side: Side, more: object): Promise<void> {
	const { body } = await side.ask('POST', EVENTS, visit(side, more), HIDDEN);
	if (body.id !== undefined) side.ledger.add('event', String(body.id));
}

export const groupwareCases = topic<undefined>('Groupware', {
	'an event is added and read': async (side) => {
		const id = await add(side);
		await side.ask('GET', `${EVENTS}/${id}`, undefined, HIDDEN);
	},
	'an event of whole days, one without an end, and one of a day': async (side) => {
		await ask(side, { eventType: 'ALL_DAY' });
		await ask(side, { isStartOnly: true, end: undefined });
		await ask(side, { isAllDay: true });
	},
	'events that cannot be': async (side) => {
		await ask(side, { end: at('09:00') });
		await ask(side, { end: undefined });
		await ask(side, { start: undefined });
		await ask(side, { attendees: [] });
		await ask(side, { attendees: [{ type: 'USER', code: 'nobody-of-this-name' }] });
		await ask(side, { eventType: 'REPEATING' });
		await ask(side, { visibilityType: 'NO_SUCH_TYPE' });
		await ask(side, { start: { dateTime: 'tomorrow', timeZone: zone } });
		await ask(side, { facilities: [{ code: 'no-such-facility' }] });
	},
	'watchers of a private event': async (side) => {
		const watchers = [{ type: 'USER', code: side.access.login }];
		await ask(side, { visibilityType: 'SET_PRIVATE_WATCHERS', watchers });
	},
	'an event is changed, in part': async (side) => {
		const id = await add(side, { notes: 'kept?' });
		await side.ask('PATCH', `${EVENTS}/${id}`, { subject: 'Changed (is removed)' }, HIDDEN);
		await side.ask('PATCH', `${EVENTS}/${id}`, { start: at('12:00') }, HIDDEN);
		await side.ask('PATCH', `${EVENTS}/${id}`, {}, HIDDEN);
	},
	'an event is deleted, once': async (side) => {
		const id = await add(side);
		await side.ask('DELETE', `${EVENTS}/${id}`);
		await side.ask('GET', `${EVENTS}/${id}`);
		await side.ask('DELETE', `${EVENTS}/${id}`);
	},
	'events of a time': async (side) => {
		await add(side, { start: at('20:00'), end: at('21:00') });
		const from = encodeURIComponent('2031-03-03T19:00:00+09:00');
		const to = encodeURIComponent('2031-03-03T22:00:00+09:00');
		const period = `rangeStart=${from}&rangeEnd=${to}`;
		await side.ask('GET', `${EVENTS}?${period}`, undefined, HIDDEN);
		await side.ask('GET', `${EVENTS}?${period}&limit=0`);
		await side.ask('GET', `${EVENTS}?${period}&limit=1001`);
		await side.ask('GET', `${EVENTS}?${period}&fields=subject,start`, undefined, HIDDEN);
		await side.ask('GET', `${EVENTS}?${period}&orderBy=nothing`);
		await side.ask('GET', `${EVENTS}?rangeStart=tomorrow`);
	},
	'free times': async (side) => {
		const search = (more: object) =>
			side.ask(
				'POST',
				'/g/api/v1/schedule/searchAvailableTimes',
				{
					timeRanges: [{ start: '2031-03-04T00:00:00+09:00', end: '2031-03-04T02:00:00+09:00' }],
					timeInterval: 60,
					attendees: [{ type: 'USER', code: side.access.login }],
					...more,
				},
				['name', 'id', 'timeZone'],
			);
		await search({});
		await search({ timeInterval: 0 });
		await search({ attendees: undefined });
		await search({ timeRanges: [] });
	},
	"addresses that don't exist": async (side) => {
		await side.ask('GET', '/g/api/v1/no/such/api');
		await side.ask('GET', `${EVENTS}/999999999`);
		await side.ask('GET', `${EVENTS}/x`);
		await side.ask('GET', '/g/api/v1/schedule/facilities?limit=0');
	},
	'comments on an event': async (side) => {
		const id = await add(side);
		await side.ask('GET', `${EVENTS}/${id}/comments`);
		await side.ask('GET', `${EVENTS}/${id}/comments?limit=1001`);
		await side.ask('GET', `${EVENTS}/999999999/comments`);
	},
	"workflow requests, topics, and drafts that don't exist": async (side) => {
		await side.ask('GET', '/g/api/v1/workflow/requests/999999999');
		await side.ask('GET', '/g/api/v1/bulletin/topics/999999999');
		await side.ask('GET', '/g/api/v1/bulletin/topics/draft/999999999');
		await side.ask('GET', '/g/api/v1/bulletin/categories/999999999');
	},
	'categories of the bulletin board': async (side) => {
		const path = '/g/api/v1/bulletin/categories';
		await side.ask('GET', path, undefined, ['name', 'description', 'hasSubCategories']);
		for (const parent of ['-1', '-2', '999999999']) {
			await side.ask('GET', `${path}?parentId=${parent}`);
		}
	},
	// One that was set and emptied again has the time of that, and can't be told from it.
	'a presence that was never set, or is empty': async (side) => {
		const path = `/g/api/v1/presence/users/code/${encodeURIComponent(side.access.login)}`;
		const { status, body } = await side.send('GET', path);
		if (status === 200 && (body.notes !== '' || body.status?.code !== '')) {
			throw new NotTried('The user has set a presence');
		}
		await side.ask('GET', path, undefined, ['id', 'name']);
	},
	'a repeating event that is read alone': async (side) => {
		const now = Date.now();
		const period = { rangeStart: rfc3339(now - 31 * DAY), rangeEnd: rfc3339(now + 31 * DAY) };
		const { body } = await side.send('GET', `${EVENTS}?${new URLSearchParams(period)}&limit=1000`);
		const found = body.events?.find(({ eventType }) => eventType === 'REPEATING');
		if (found === undefined) {
			throw new NotTried(
				'The API cannot create repeating events, and the user has none between the last month and the next',
			);
		}
		const path = `${EVENTS}/${found.id}`;
		const keys = ['start', 'end', 'isAllDay', 'isStartOnly', 'repeatInfo', 'repeatId'];
		await side.askForKeys(path, `${EVENTS}/(event)`, keys);
	},
	'an update of a repeating event': async () => {
		await Promise.reject(new NotTried('The API cannot create repeating events'));
	},
});
