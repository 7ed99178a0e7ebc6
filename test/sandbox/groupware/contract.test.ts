import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../../sandbox/groupware';
import { timeZones } from '../../../sandbox/groupware/timezones';
import { useSandbox } from '../../support/sandbox';
import { describeWithShared } from '../../support/shared';
import { type Answer, at, type Body, clientFor, eventOf, firstOf } from './client';

interface Fact {
	method: string;
	path: string;
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

describeWithShared('the groupware sandbox and the facts', (shared) => {
	const read = (name: string) =>
		JSON.parse(readFileSync(join(shared, 'facts', 'groupware', name), 'utf8')) as {
			operations: Record<string, Fact>;
			timeZones: string[];
		};
	const facts = read('operations.json').operations;
	const built = Object.keys(facts).filter((id) => /^(schedule|base)\./.test(id));
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

	it('has an operation for every row, with its scope and its rights', () => {
		const rows = built.map((id) => {
			const { method, path, rights, oauthScope, inferred } = facts[id] as Fact;
			const scope = oauthScope ?? inferred.oauthScope?.split(' ')[0];
			const administers = rights?.includes('schedule application administrator') === true;
			return [`${method} ${path.replace('/api/v1', '')}`, scope, administers];
		});
		const ours = operations.map(({ method, path, scope, administers }) => [
			`${method} ${path}`,
			scope,
			administers === 'schedule',
		]);
		const schedules = ours.filter(([name]) => /\/(schedule|base)\//.test(String(name)));
		expect(schedules.sort()).toEqual(rows.sort());
		expect(rows).toHaveLength(24);
	});

	it('takes the time zones of the service', () => {
		expect([...timeZones]).toEqual(read('timezones.json').timeZones);
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

	it('has answered every row with a body', () => {
		expect([...seen].sort()).toEqual(built.filter((id) => facts[id]?.response.body).sort());
	});
});

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
