import Ajv, { type ValidateFunction } from 'ajv';

import { operations } from '../../../sandbox/groupware';
import { timeZones } from '../../../sandbox/groupware/timezones';
import { apiData } from '../../contract/apiData';
import { useSandbox } from '../../support/sandbox';
import { type Answer, at, type Body, clientFor, eventOf, firstOf } from './client';

interface Fact {
	method: string;
	path: string;
	since: { package: string | null };
	rights: string[] | null;
	oauthScope: string | null;
	inferred: Record<string, string>;
	response: { body: Schema };
}

interface SchemaObject {
	[keyword: string]: Schema;
}
type Schema = SchemaObject | Schema[] | string | number | boolean | null;

const sandbox = useSandbox();
const admin = clientFor(() => `${sandbox.url}/g`, 'admin');
const sato = clientFor(() => `${sandbox.url}/g`, 'sato');

describe('the groupware sandbox and what is known of the API', () => {
	const { operations: facts } = apiData('groupware.json') as { operations: Record<string, Fact> };
	const built = Object.keys(facts);
	const ajv = new Ajv({ strict: false, allErrors: true });
	const validators = new Map<string, ValidateFunction>();

	/** The answer when it is one the facts allow; the errors are told otherwise. */
	const checked = (id: string, answer: Answer): Body => {
		expect([id, answer.status, answer.body.error]).toEqual([id, 200, undefined]);
		const schema = facts[id]?.response.body;
		if (!schema) {
			expect([id, answer.body]).toEqual([id, { text: '' }]);
			return answer.body;
		}
		const validate = validators.get(id) ?? ajv.compile(withNulls(schema) as object);
		validators.set(id, validate);
		validate(answer.body);
		expect([id, validate.errors ?? []]).toEqual([id, []]);
		seen.add(id);
		return answer.body;
	};
	const seen = new Set<string>();

	beforeAll(() => sandbox.control('reset', { demo: true }));

	it('has an operation for every row, with its scope, its rights and its editions', () => {
		const rows = built.map((id) => {
			const fact = facts[id] as Fact;
			const { method, path, since } = fact;
			const name = `${method} ${path.replace('/api/v1', '')}`;
			return [name, scopeOf(fact), administeredBy(fact), since.package === null];
		});
		const ours = operations.map(({ method, path, scope, administers, cloudOnly = false }) => [
			`${method} ${path}`,
			scope,
			administers,
			cloudOnly,
		]);
		expect(ours.sort()).toEqual(rows.sort());
		expect(rows.length).toBeGreaterThan(60);
	});

	it('takes the time zones of the service', () => {
		expect(apiData('groupware-timezones.json')).toMatchObject({ timeZones: [...timeZones] });
	});

	it('tells people and facilities as they are told', async () => {
		checked('base.user.list', await admin.get('/base/users'));
		const { organizations } = checked(
			'base.organization.list',
			await admin.get('/base/organizations'),
		);
		const first = firstOf(organizations);
		const users = await admin.get(`/base/organizations/${first.id}/users`);
		checked('base.organization.users', users);
		checked('schedule.facility.list', await admin.get('/schedule/facilities'));
		const { facilityGroups } = checked(
			'schedule.facilityGroup.list',
			await admin.get('/schedule/facilityGroups'),
		);
		for (const { id } of facilityGroups) {
			const within = await admin.get(`/schedule/facilityGroups/${id}/facilities`);
			checked('schedule.facilityGroup.facilities', within);
		}
		checked('schedule.adminFacility.list', await admin.get('/schedule/admin/facilities'));
		checked('schedule.adminFacilityGroup.list', await admin.get('/schedule/admin/facilityGroups'));
	});

	it('tells what administrators write as it is told', async () => {
		const group = checked(
			'schedule.adminFacilityGroup.create',
			await admin.post('/schedule/admin/facilityGroups', { name: 'G', code: 'g' }),
		);
		const groupPath = `/schedule/admin/facilityGroups/${group.id}`;
		const changed = await admin.patch(groupPath, { name: 'H', code: 'h' });
		checked('schedule.adminFacilityGroup.update', changed);
		const facility = checked(
			'schedule.adminFacility.create',
			await admin.post('/schedule/admin/facilities', {
				name: 'F',
				code: 'f',
				facilityGroup: group.id,
				nameLocale: { ja: 'エフ' },
			}),
		);
		const path = `/schedule/admin/facilities/${facility.id}`;
		checked('schedule.adminFacility.update', await admin.patch(path, { name: 'E', code: 'e' }));
		checked('schedule.adminFacility.delete', await admin.delete(path));
		checked('schedule.adminFacilityGroup.delete', await admin.delete(groupPath));
	});

	it('tells events of every kind as they are told', async () => {
		const types = new Set<string>();
		for (const user of (await admin.get('/base/users')).body.users) {
			const target = { target: user.id, targetType: 'user', showPrivate: 'true', limit: '1000' };
			const { events } = checked(
				'schedule.event.list',
				await admin.get('/schedule/events', target),
			);
			const ids = new Set<string>(events.map(({ id }: Body) => id));
			events.forEach(({ eventType }: Body) => types.add(eventType));
			for (const id of ids) {
				if (id === '0') continue;
				checked('schedule.event.get', await admin.get(`/schedule/events/${id}`));
			}
		}
		expect([...types].sort()).toEqual(['ALL_DAY', 'REGULAR', 'REPEATING', 'TEMPORARY']);
	});

	it('tells what is written about an event as it is told', async () => {
		const event = checked(
			'schedule.event.create',
			await sato.post('/schedule/events', eventOf({ useAttendanceCheck: true })),
		);
		const path = `/schedule/events/${event.id}`;
		const changed = await sato.patch(path, { start: at('2026-12-01T09:00') });
		checked('schedule.event.update', changed);
		const item = `${path}/datastore/com.example`;
		checked('schedule.datastore.create', await sato.post(item, { value: { a: 1 } }));
		checked('schedule.datastore.update', await sato.put(item, { value: { b: [1] } }));
		checked('schedule.datastore.get', await sato.get(item));
		checked('schedule.datastore.delete', await sato.delete(item));
		const search = await sato.post('/schedule/searchAvailableTimes', {
			timeRanges: [{ start: '2027-12-01T00:00:00Z', end: '2027-12-02T00:00:00Z' }],
			timeInterval: 30,
			attendees: [{ type: 'USER', code: 'sato' }],
			facilities: [{ code: 'room-a' }, { code: 'room-b' }],
			facilitySearchCondition: 'OR',
		});
		expect(checked('schedule.availableTime.search', search).availableTimes).toHaveLength(10);
		checked('schedule.event.delete', await sato.delete(path));
	});

	it('tells requests, forms and their files as they are told', async () => {
		const { requests } = checked(
			'workflow.request.list',
			await admin.get('/workflow/admin/requests'),
		);
		for (const { id, applicant } of requests) {
			const own = await clientFor(() => `${sandbox.url}/g`, applicant.code).get(
				`/workflow/requests/${id}`,
			);
			checked('workflow.request.get', own);
		}
		const forms = new Set(requests.map(({ form }) => form.id));
		for (const id of forms) {
			checked('workflow.form.get', await admin.get(`/workflow/admin/forms/${id}`));
		}
		const files = requests.flatMap(({ items }) =>
			Object.values(items).flatMap(({ value }) => (Array.isArray(value) ? (value as Body[]) : [])),
		);
		expect(files.length).toBeGreaterThan(1);
		for (const { id } of files) {
			checked('workflow.file.get', await admin.get(`/workflow/admin/files/${id}`));
		}
	});

	it('tells messages and their files as they are told', async () => {
		const { messages } = checked(
			'message.adminMessage.list',
			await admin.get('/message/admin/messages'),
		);
		for (const { id, creator } of messages) {
			const sender = clientFor(() => `${sandbox.url}/g`, creator.code);
			checked('message.message.get', await sender.get(`/message/messages/${id}`));
			const { files } = checked(
				'message.adminFile.list',
				await admin.get(`/message/admin/${id}/files`),
			);
			for (const file of files) {
				const path = `/message/admin/messages/attached/${file.id}`;
				checked('message.adminFile.get', await admin.get(path));
				checked('message.adminFile.delete', await admin.delete(path));
			}
		}
		const recipients = [{ id: Number(firstOf(messages).creator.id), type: 'USER' }];
		const created = await admin.post('/message/messages', { title: 'T', recipients });
		checked('message.message.create', created);
	});

	it('tells spaces and what is in them as it is told', async () => {
		const { spaces } = checked('space.space.list', await sato.get('/space/spaces'));
		for (const { id } of spaces) {
			checked('space.discussion.list', await sato.get(`/space/${id}/discussions`));
			const { files } = checked(
				'space.adminFile.listBySpace',
				await admin.get(`/space/admin/space/${id}/files`),
			);
			for (const file of files) {
				checked('space.adminFile.get', await admin.get(`/space/admin/files/${file.id}`));
			}
		}
		const news = `/space/${firstOf(spaces).id}/discussions`;
		const discussion = checked(
			'space.discussion.create',
			await sato.post(news, { title: 'T', body: 'B' }),
		);
		const comment = await sato.post(`${news}/${discussion.id}/comments`, { body: '' });
		checked('space.comment.create', comment);
		const first = firstOf((await sato.get(news)).body.discussions);
		const { files } = checked(
			'space.adminFile.listByDiscussion',
			await admin.get(`/space/admin/discussion/${first.id}/files`),
		);
		const gone = await admin.delete(`/space/admin/files/${firstOf(files).id}`);
		checked('space.adminFile.delete', gone);
	});

	it('tells the bulletin board and comments on events as they are told', async () => {
		checked('bulletin.category.list', await sato.get('/bulletin/categories', { parentId: '1' }));
		const body = { categoryId: '1', subject: 'S', manuallySender: 'M' };
		const { id } = checked('bulletin.topic.create', await sato.post('/bulletin/topics', body));
		checked('bulletin.topic.list', await sato.get('/bulletin/categories/1'));
		const path = `/bulletin/topics/${id}`;
		checked('bulletin.topic.get', await sato.get(path));
		checked('bulletin.topic.update', await sato.patch(path, { subject: 'T' }));
		checked('bulletin.topic.delete', await sato.delete(path));
		const made = await sato.post('/bulletin/topics', { ...body, isDraft: true });
		const draft = `/bulletin/topics/draft/${made.body.id}`;
		checked('bulletin.draft.get', await sato.get(draft));
		checked('bulletin.draft.update', await sato.patch(draft, { subject: 'T' }));
		checked('bulletin.draft.delete', await sato.delete(draft));
		const event = (await sato.post('/schedule/events', eventOf())).body.id;
		await sandbox.control('groupware', {
			eventComments: [{ event, creator: 'sato', body: 'B', mentions: ['ATTENDEES'] }],
		});
		checked('schedule.comment.list', await sato.get(`/schedule/events/${event}/comments`));
	});

	it('tells presence, to-dos and notifications as they are told', async () => {
		const { users } = (await sato.get('/base/users', { name: 'sato' })).body;
		const own = `/presence/users/${firstOf(users).id}`;
		checked('presence.byId.get', await sato.get(own));
		const status = { code: 'attend' };
		checked('presence.byId.update', await sato.patch(own, { status, notes: 'N' }));
		checked('presence.byCode.get', await admin.get('/presence/users/code/sato'));
		checked('presence.byCode.update', await sato.patch('/presence/users/code/sato', {}));
		for (const dueDate of [undefined, '2026-12-24T18:00:00+09:00']) {
			const made = await sato.post('/todo/todos', { subject: 'S', dueDate });
			const { id } = checked('todo.todo.create', made);
			checked('todo.todo.get', await sato.get(`/todo/todos/${id}`));
		}
		checked('todo.category.list', await sato.get('/todo/categories'));
		const notice = await admin.post('/notification/items', {
			app: 'sandbox',
			notificationKey: 'k',
			operation: 'add',
			url: 'https://example.com/1',
			title: 'T',
			body: '',
			destinations: [{ type: 'USER', code: 'sato' }],
		});
		checked('notification.item.create', notice);
		checked('notification.item.list', await sato.get('/notification/items'));
	});

	it('tells the settings of the system as they are told', async () => {
		const path = '/system/api/admin/proxies';
		const proxy = {
			proxyCode: 'p',
			method: 'POST',
			url: 'https://example.com/',
			headers: [{ key: 'A', value: 'B' }],
		};
		checked('system.proxy.create', await admin.post(path, proxy));
		checked('system.proxy.get', await admin.get(`${path}/code/p`));
		const { method, url } = proxy;
		checked('system.proxy.update', await admin.patch(`${path}/code/p`, { method, url }));
		checked('system.proxy.delete', await admin.delete(`${path}/code/p`));
		for (const id of ['1', '2']) {
			const settings = await admin.get(`/system/plugin/admin/settings/${id}`);
			checked('system.plugin.settings.get', settings);
		}
	});

	it('has answered every row with a body', () => {
		expect([...seen].sort()).toEqual(built.filter((id) => facts[id]?.response.body).sort());
	});
});

/** Where the facts know no scope, any token will do. */
function scopeOf({ oauthScope, inferred }: Fact): string | undefined {
	const scope = oauthScope ?? inferred.oauthScope?.split(' ')[0];
	return scope?.startsWith('g:') ? scope : undefined;
}

/** The application whose administrators may call it, or `system`. */
function administeredBy({ rights, inferred }: Fact): string | undefined {
	const words = [...(rights ?? []), inferred.rights ?? ''].join(', ');
	const application = /(\w+) application administrator/.exec(words)?.[1];
	return application ?? (words.includes('system administrator') ? 'system' : undefined);
}

/** The facts say in words where a value may be null; here the schema says so too. */
function withNulls(schema: Schema): Schema {
	if (Array.isArray(schema)) return schema.map(withNulls);
	if (typeof schema !== 'object' || schema === null) return schema;
	const copy: SchemaObject = Object.fromEntries(
		Object.entries(schema).map(([key, value]) => [key, withNulls(value)]),
	);
	if (/\bnull\b/.test(String(schema.description)) && typeof schema.type === 'string') {
		copy.type = [schema.type, 'null'];
	}
	return copy;
}
