import { type Body, firstOf, useGroupware } from './client';

const { sandbox, admin } = useGroupware('admin');
const path = '/workflow/admin/requests';

const named = async (name: string, query: Record<string, string> = {}): Promise<Body> => {
	const { body } = await admin.get(path, query);
	return firstOf(body.requests.filter((request) => request.name === name));
};

describe('the requests of the demo world', () => {
	beforeAll(() => sandbox.control('reset', { demo: true }));

	it('are there in every state, oldest first unless asked otherwise', async () => {
		const { body } = await admin.get(path);
		expect([...body.requests.map(({ status }) => status.type)].sort().join(' ')).toBe(
			'APPROVED CANCELLED COMPLETED IN_PROGRESS REJECTED SENT_BACK UNPROCESSING WITHDRAWN',
		);
		const times = body.requests.map(({ createdAt }) => createdAt);
		expect(times).toEqual([...times].sort());
		expect(
			(await admin.get(path, { orderBy: 'createdAt desc' })).body.requests.map(({ id }) => id),
		).toEqual(body.requests.map(({ id }) => id).reverse());
	});

	it('are found by state, form and last approval', async () => {
		expect((await admin.get(path, { status: 'REJECTED,SENT_BACK' })).body.requests).toHaveLength(2);
		const trip = await named('Trade fair in Osaka');
		expect((await admin.get(path, { form: trip.form.id })).body.requests).toHaveLength(2);
		const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
		const approved = await admin.get(path, {
			rangeStartApprovedAt: days(12),
			rangeEndApprovedAt: days(10),
		});
		expect(approved.body.requests.map(({ name }) => name)).toEqual(['Customer visit in Nagoya']);
	});
});
