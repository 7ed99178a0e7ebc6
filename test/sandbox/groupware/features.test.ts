import { SandboxProcess } from '../../support/sandbox-process';
import { clientFor, errorOf } from './client';

const strict = new SandboxProcess(['--refuse-cloud-watchers']);
let url = '';

beforeAll(async () => {
	url = await strict.url();
}, 90_000);

afterAll(() => strict.stop());

it('the cloud edition refuses SET_PRIVATE_WATCHERS, the package edition takes it', async () => {
	const event = {
		eventType: 'REGULAR',
		subject: 'Review',
		start: { dateTime: '2026-12-01T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
		end: { dateTime: '2026-12-01T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
		attendees: [{ type: 'USER', code: 'sato' }],
		watchers: [{ type: 'ROLE', code: 'managers' }],
	};
	const asked = { ...event, visibilityType: 'SET_PRIVATE_WATCHERS' };
	const cloud = clientFor(() => `${url}/g`, 'sato');
	const onPremises = clientFor(() => `${url}/cgi-bin/cbgrn/grn.cgi`, 'sato');
	const refused = await cloud.post('/schedule/events', asked);
	expect(errorOf(refused)).toEqual([400, 'GRN_REST_API_00212']);
	const { id } = (await cloud.post('/schedule/events', event)).body;
	const path = `/schedule/events/${id}`;
	const change = { visibilityType: 'SET_PRIVATE_WATCHERS' };
	expect(errorOf(await cloud.patch(path, change))).toEqual([400, 'GRN_REST_API_00212']);
	expect((await cloud.get(path)).body).toMatchObject({ visibilityType: 'PUBLIC' });
	expect((await onPremises.post('/schedule/events', asked)).body).toMatchObject(change);
});
