import { at, type Body, eventOf, firstOf, useGroupware } from './client';

const { sandbox, sato, chen } = useGroupware('sato', 'chen');

const subjects = (body: Body) => body.events.map(({ subject }: Body) => subject);

beforeAll(async () => {
	const events = [
		{
			subject: 'First',
			notes: 'alpha',
			start: at('2026-12-03T10:00'),
			end: at('2026-12-03T11:00'),
		},
		{ subject: 'Second', companyInfo: { name: 'Alpha Ltd' } },
		{ subject: 'Third', start: at('2026-12-02T10:00'), end: at('2026-12-02T11:00') },
		{ subject: 'Secret alpha', visibilityType: 'PRIVATE' },
		{ subject: 'Sales', attendees: [{ type: 'ORGANIZATION', code: 'sales' }] },
		{ subject: '100% done_', attendees: [{ type: 'USER', code: 'chen' }] },
	];
	for (const event of events) {
		await sandbox.clock(10);
		expect((await sato.post('/schedule/events', eventOf(event))).status).toBe(200);
	}
});

async function idOf(login: string): Promise<string> {
	return firstOf((await sato.get('/base/users', { name: login })).body.users).id;
}

describe('listing events', () => {
	it('looks into a range of begins', async () => {
		const { body } = await sato.get('/schedule/events', {
			rangeStart: '2026-12-02T00:00:00+09:00',
			rangeEnd: '2026-12-03T10:00:00+09:00',
		});
		expect(subjects(body)).toEqual(['Third']);
	});

	it('searches words, not where it is told not to', async () => {
		const search = (query: Record<string, string>) =>
			sato.get('/schedule/events', query).then(({ body }) => subjects(body));
		expect(await search({ keyword: 'ALPHA' })).toEqual(['First', 'Second', 'Secret alpha']);
		expect(await search({ keyword: 'alpha', excludeFromSearch: 'company,notes' })).toEqual([
			'Secret alpha',
		]);
		const all = 'subject,company,notes,comments';
		expect(await search({ keyword: 'alpha', excludeFromSearch: all })).toEqual([]);
		expect(await search({ keyword: '%' })).toEqual([]);
	});

	it('shows the calendars of others, organizations and nothing private', async () => {
		const target = await idOf('sato');
		const { body } = await chen.get('/schedule/events', { target, targetType: 'user' });
		expect(subjects(body)).toEqual(['First', 'Second', 'Third', 'Sales']);
		const { body: all } = await chen.get('/base/organizations', { name: 'Sales' });
		const sales = firstOf(all.organizations.filter(({ code }) => code === 'sales')).id;
		const theirs = { target: sales, targetType: 'organization' };
		expect(subjects((await chen.get('/schedule/events', theirs)).body)).toEqual(['Sales']);
	});

	it('masks private events when asked to show them, and tells nothing by a search', async () => {
		const target = { target: await idOf('sato'), targetType: 'user', showPrivate: 'true' };
		const { body } = await chen.get('/schedule/events', target);
		expect(body.events.find(({ id }: Body) => id === '0')).toMatchObject({
			visibilityType: 'PRIVATE',
			start: { dateTime: '2026-12-01T10:00:00+09:00' },
		});
		expect(JSON.stringify(body)).not.toContain('Secret');
		const searched = await chen.get('/schedule/events', { ...target, keyword: 'secret' });
		expect(searched.body.events).toEqual([]);
		const without = await sato.get('/schedule/events', { showPrivate: 'false' });
		expect(subjects(without.body)).not.toContain('Secret alpha');
	});
});
