import { useSandbox } from '../../support/sandbox';
import { type Body, clientFor, errorOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const admin = clientFor(base, 'admin');
const ito = clientFor(base, 'ito');
const suzuki = clientFor(base, 'suzuki');
const path = '/workflow/admin/requests';

const named = async (name: string, query: Record<string, string> = {}): Promise<Body> => {
	const { body } = await admin.get(path, query);
	return firstOf(body.requests.filter((request) => request.name === name));
};

describe('the requests of the demo world', () => {
	beforeAll(() => sandbox.control('reset', { demo: true }));

	it('are there in every state, oldest first unless asked otherwise', async () => {
		const { body } = await admin.get(path);
		const states = body.requests.map(({ status }) => status.type);
		expect([...states].sort()).toEqual([
			'APPROVED',
			'CANCELLED',
			'COMPLETED',
			'IN_PROGRESS',
			'REJECTED',
			'SENT_BACK',
			'UNPROCESSING',
			'WITHDRAWN',
		]);
		const times = body.requests.map(({ createdAt }) => createdAt);
		expect(times).toEqual([...times].sort());
		const back = await admin.get(path, { orderBy: 'createdAt desc' });
		expect(back.body.requests.map(({ id }) => id)).toEqual(
			body.requests.map(({ id }) => id).reverse(),
		);
	});

	it('are for administrators of the system and of the workflow', async () => {
		expect((await ito.get(path)).status).toBe(200);
		expect(errorOf(await suzuki.get(path))).toEqual([403, 'GRN_CMMN_00022']);
	});

	it('have items and steps by their codes, or by numbers', async () => {
		const request = await named('Trade fair in Osaka');
		expect(request).toMatchObject({
			isUrgent: false,
			applicant: { code: 'suzuki', name: 'Kenji Suzuki' },
			form: { name: 'Business trip' },
			items: {
				destination: { name: 'Destination', type: 'SINGLE_LINE_TEXT', value: 'Osaka' },
				overnight: { type: 'CHECK_BOX', value: true },
				return: { type: 'DATETIME', value: { time: '19:30' } },
				route: { type: 'ROUTE_NAVI', value: { route: 'Tokyo - Shin-Osaka', expense: '13870' } },
				$11: { type: 'FILE', value: [{ name: 'program.txt', contentType: 'text/plain' }, {}] },
			},
			steps: {
				manager: {
					isApprovalStep: 1,
					processors: [{ code: 'sato', result: 'Approved', comment: 'Good luck!' }],
				},
				$2: { isApprovalStep: 0 },
			},
		});
		expect(Object.keys(request.items)).not.toContain('$7');
		expect(request).not.toHaveProperty('processingStepCode');
	});

	it('name the step they wait at, and the deputies', async () => {
		expect(await named('Purchase: Two monitors')).toMatchObject({
			processingStepCode: '$2',
			isUrgent: true,
			steps: { $2: { processors: [{ code: 'mori', result: '' }] } },
		});
		expect(await named('Customer visit in Nagoya')).toMatchObject({
			applicant: { code: 'tanaka', proxy: { code: 'suzuki' } },
		});
	});

	it('are found by state, form and last approval', async () => {
		const some = await admin.get(path, { status: 'REJECTED,SENT_BACK' });
		expect(some.body.requests).toHaveLength(2);
		const trip = await named('Trade fair in Osaka');
		const trips = await admin.get(path, { form: trip.form.id });
		expect(trips.body.requests).toHaveLength(2);
		const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
		const approved = await admin.get(path, {
			rangeStartApprovedAt: days(12),
			rangeEndApprovedAt: days(10),
		});
		expect(approved.body.requests.map(({ name }) => name)).toEqual(['Customer visit in Nagoya']);
	});

	it('come in pages and with the fields asked for', async () => {
		const { body } = await admin.get(path, { limit: '3', offset: '6', fields: 'id,name' });
		expect([body.requests.length, body.hasNext]).toEqual([2, false]);
		expect(Object.keys(firstOf(body.requests))).toEqual(['id', 'name']);
		expect((await admin.get(path, { limit: '7' })).body.hasNext).toBe(true);
	});

	it.each<[Record<string, string>, string]>([
		[{ status: 'DONE' }, 'GRN_REST_API_00212'],
		[{ orderBy: 'name asc' }, 'GRN_REST_API_00202'],
		[{ form: 'x' }, 'GRN_REST_API_00202'],
		[{ rangeStartApprovedAt: '2026-01-01' }, 'GRN_REST_API_00220'],
		[
			{
				rangeStartApprovedAt: '2026-01-02T00:00:00Z',
				rangeEndApprovedAt: '2026-01-01T00:00:00Z',
			},
			'GRN_REST_API_00203',
		],
	])('cannot be asked for with %j', async (query, code) => {
		expect(errorOf(await admin.get(path, query))).toEqual([400, code]);
	});

	it('have files, as base64 in JSON', async () => {
		const { items } = await named('Trade fair in Osaka');
		const { value } = (items as unknown as Record<string, { value: Body[] }>).$11 ?? { value: [] };
		const { body } = await ito.get(`/workflow/admin/files/${firstOf(value).id}`);
		const text = Buffer.from(body.content, 'base64').toString();
		expect(text).toBe('10:00 Opening\n12:00 Lunch\n17:00 End\n');
		expect(body).toMatchObject({ name: 'program.txt', size: String(text.length) });
		const spaceFile = await admin.get(`/space/admin/files/${body.id}`);
		expect(errorOf(spaceFile)).toEqual([400, 'GRN_REST_API_00206']);
	});

	it('have forms', async () => {
		const { form } = await named('Trade fair in Osaka');
		const { body } = await ito.get(`/workflow/admin/forms/${form.id}`);
		expect(body).toMatchObject({
			form: {
				id: form.id,
				name: 'Business trip',
				items: {
					destination: { type: 'SINGLE_LINE_TEXT', code: 'destination', name: 'Destination' },
					route: { type: 'ROUTE_TRAVEL_EXPENSE' },
					$7: { type: 'BLANK_LINE', code: '$7' },
				},
			},
		});
		const unknown = await admin.get('/workflow/admin/forms/999');
		expect(errorOf(unknown)).toEqual([400, 'GRN_REST_API_00206']);
	});

	it('are told in the language of who asks', async () => {
		const user = { code: 'jiro', locale: 'ja', applicationAdministrator: ['workflow'] };
		await sandbox.control('accounts', { user });
		const { body } = await clientFor(base, 'jiro').get(path, { status: 'COMPLETED' });
		expect(firstOf(body.requests)).toMatchObject({ status: { name: '完了', type: 'COMPLETED' } });
	});
});

describe('requests made with the control API', () => {
	const form = { name: 'Leave', items: [{ type: 'NUMBER', name: 'Days', code: 'days' }] };

	beforeEach(() => sandbox.reset());

	it('are there at once', async () => {
		const made = await sandbox.control('groupware', {
			forms: [form],
			requests: [
				{ form: 'Leave', name: 'One', status: 'UNPROCESSING', applicant: 'sato' },
				{
					form: 1,
					name: 'Two',
					status: 'APPROVED',
					applicant: 'sato',
					items: { days: '2' },
					steps: [
						{
							name: 'Manager',
							processors: [
								{ user: 'mori', result: 'APPROVED', operatedAt: '2026-05-01T00:00:00Z' },
							],
						},
					],
				},
			],
		});
		expect(made).toEqual({
			forms: [{ id: '1', items: ['days'] }],
			requests: [
				{ id: '1', files: [] },
				{ id: '2', files: [] },
			],
		});
		const { body } = await admin.get(path, { rangeStartApprovedAt: '2026-05-01T00:00:00Z' });
		expect(body.requests).toMatchObject([{ number: '2', items: { days: { value: '2' } } }]);
	});

	it.each<[object, string]>([
		[{ status: 'DONE' }, 'must be equal to one of'],
		[{ applicant: 'nobody' }, 'There is no user nobody.'],
		[{ form: 'Nothing' }, 'There is no form Nothing.'],
		[{ items: { hours: '1' } }, 'The form has no item hours.'],
		[{ items: { days: 2 } }, 'days is not what an item of type NUMBER holds.'],
		[{ createdAt: 'yesterday' }, 'must match pattern'],
	])('are refused with %j, and nothing is made', async (changes, reason) => {
		const request = { form: 'Leave', name: 'One', status: 'APPROVED', applicant: 'sato' };
		const requests = [request, { ...request, ...changes }];
		await expect(sandbox.control('groupware', { forms: [form], requests })).rejects.toThrow(reason);
		expect((await admin.get(path)).body.requests).toEqual([]);
	});
});
