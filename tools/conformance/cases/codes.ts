import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cells, type Scene } from '../scene';
import type { Side } from '../side';
import { k, topic } from './case';
import { add, ask, at, EVENTS } from './groupware';

/** Errors that the nodes act on, and that no other topic provokes. */

const missing = '999999999';
const password = (text: string) => ({
	'X-Cybozu-Authorization': Buffer.from(text).toString('base64'),
});

/** Reads without a valid sign-in; of no user, because the service locks users after several failures. */
async function askAsNobody(side: Side, path: string, more: Array<Record<string, string>> = []) {
	const nobody = password('nobody-of-this-name:x');
	for (const signIn of [{}, nobody, ...more]) await side.ask('GET', path, undefined, [], signIn);
}

export const codeCases = topic<Scene>('Error codes', {
	'requests without a valid sign-in': async (side, { products: app }) => {
		const tokens = { 'X-Cybozu-API-Token': 'x'.repeat(40) };
		const unreadable = { 'X-Cybozu-Authorization': 'x' };
		await askAsNobody(side, k('records', { app }), [tokens, unreadable]);
	},
	'a lookup whose key is not unique': async (side, { strict: app, products }) => {
		const lookup = {
			relatedApp: { app: products },
			relatedKeyField: 'price',
			fieldMappings: [],
			lookupPickerFields: [],
			filterCond: '',
			sort: '',
		};
		const properties = { byPrice: { code: 'byPrice', label: 'byPrice', type: 'NUMBER', lookup } };
		await side.ask('POST', k('preview/app/form/fields'), { app, properties }, ['revision']);
		await side.ask('POST', k('preview/app/deploy'), { apps: [{ app }] });
		await side.do('POST', k('preview/app/deploy'), { apps: [{ app }], revert: true });
	},
	'a body that is not sent as JSON': async (side, { main: app }) => {
		const { login, password: own } = side.access;
		const headers = { ...password(`${login}:${own}`), 'Content-Type': 'text/plain' };
		await side.ask('POST', k('record'), { app, record: {} }, ['id'], headers);
	},
	"a plugin that doesn't exist": async (side, { strict: app }) => {
		await side.ask('POST', k('preview/app/plugins'), { app, ids: ['a'.repeat(32)] });
	},
	'two rows with the same ID': async (side, { main: app }) => {
		const row = { value: cells({ item: 'a' }) };
		const { id } = await side.do('POST', k('record'), { app, record: cells({ lines: [row] }) });
		const { record } = await side.do('GET', k('record', { app, id: String(id) }));
		const [made] = record?.lines?.value as Array<{ id: string }>;
		const lines = [made, made];
		await side.ask('PUT', k('record'), { app, id, record: cells({ lines }) });
	},
	"a thread that doesn't exist": async (side, { space }) => {
		const comment = { text: 'x' };
		await side.ask('POST', k('space/thread/comment'), { space, thread: missing, comment });
	},
	'a guest space and another space, each by the path of the other': async (
		side,
		{ products: app },
	) => {
		const { template: id, login } = side.access;
		const { id: space } = await side.do('POST', k('template/space'), {
			id,
			name: 'Conformance run (is removed at its end)',
			isPrivate: true,
			isGuest: true,
			members: [{ entity: { type: 'USER', code: login }, isAdmin: true }],
		});
		side.ledger.add('guestSpace', String(space));
		side.name(String(`/guest/${space}`), 'guest space');
		await side.ask('GET', k('space', { id: String(space) }));
		await side.ask('GET', `/k/guest/${space}/v1/records.json?app=${app}`);
	},
});

export const groupwareCodeCases = topic<undefined>('Error codes', {
	'requests to the groupware without a valid sign-in': async (side) => {
		await askAsNobody(side, `${EVENTS}?limit=1`, [
			{ 'X-Cybozu-Authorization': 'x' },
			{ Authorization: 'Bearer' },
			{ Authorization: 'Bearer x' },
		]);
	},
	"users, organizations, messages, spaces, and facilities that don't exist": async (side) => {
		await side.ask('GET', '/g/api/v1/presence/users/code/nobody-of-this-name');
		await side.ask('GET', `/g/api/v1/base/organizations/${missing}/users`);
		await side.ask('GET', `/g/api/v1/message/messages/${missing}`);
		await side.ask('GET', `/g/api/v1/space/${missing}/discussions`);
		await side.ask('GET', `${EVENTS}?target=${missing}&targetType=facility`);
	},
	'events with values that cannot be': async (side) => {
		await ask(side, { start: { ...at('10:00'), timeZone: 'Nowhere/City' } });
		await ask(side, { attachments: [{ name: 'a/b', content: 'eA==' }] });
		await ask(side, { attachments: [{ name: '..', content: 'eA==' }] });
		const id = await add(side);
		const path = `${EVENTS}/${id}/datastore/com.example.long`;
		await side.ask('POST', path, { value: { ['x'.repeat(1_000)]: 1 } });
	},
	'a facility that is taken, and one of an event of whole days': async (side) => {
		const name = `Conformance run ${Date.now().toString(36)}`;
		const admin = '/g/api/v1/schedule/admin';
		const group = await side.do('POST', `${admin}/facilityGroups`, { name, code: name });
		side.ledger.add('facilityGroup', String(group.id));
		const facilityGroup = Number(group.id);
		const body = { name, code: name, facilityGroup };
		const { id } = await side.do('POST', `${admin}/facilities`, body);
		side.ledger.add('facility', String(id));
		side.name(name, 'facility');
		const facilities = [{ id: String(id) }];
		await add(side, { facilities });
		await ask(side, { facilities });
		await ask(side, { facilities, eventType: 'ALL_DAY' });
	},
});

const CODE = /\b(?:CB|GAIA|GRN|SLASH|FW)[A-Z0-9_]*\d{2,}\b/g;

/** Every error code in the code of the nodes. */
export function codesOfNodes(): string[] {
	const folder = join(__dirname, '..', '..', '..', 'nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const texts = files
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8'));
	return [...new Set(texts.flatMap((text) => text.match(CODE) ?? []))].sort();
}

/** Codes of the errors in an answer. */
export const codesIn = (answer: unknown): string[] =>
	JSON.stringify(answer ?? '').match(CODE) ?? [];

const LOAD = 'It would put load on the tenant';
const LOCK = 'It needs a change that holds a lock';
const RIGHTS = 'It needs a user with fewer permissions';
const CLIENT = 'It needs an OAuth2 client';
const EVENT = 'It needs an event of another user';

/** What can't be provoked without harm to others, or without what a run doesn't have. */
const WHY_NOT: Record<string, string> = {
	FW00008: 'It needs an inactive user',
	GAIA_AP15: 'It is known from reports of users only',
	GAIA_DA02: LOCK,
	GAIA_NO01: 'The API cannot create API tokens',
	GAIA_OF02: 'An administrator would have to turn the feature off',
	GAIA_RE18: LOCK,
	GAIA_TM12: 'It would take all cursors of the tenant',
	GAIA_TO04: LOAD,
	GRN_CMMN_00003: 'An administrator would have to turn the application off',
	GRN_CMMN_00004: RIGHTS,
	GRN_CMMN_00005: RIGHTS,
	GRN_CMMN_00022: RIGHTS,
	GRN_REST_API_00002: 'It needs a gateway that removes a header',
	GRN_REST_API_00004: 'It needs a user without a license',
	GRN_REST_API_00006: CLIENT,
	GRN_REST_API_00007: CLIENT,
	GRN_REST_API_00104: LOAD,
	GRN_REST_API_00207: RIGHTS,
	GRN_SCHD_13002: EVENT,
	GRN_SCHD_13043: EVENT,
	GRN_SCHD_13044: EVENT,
	GRN_SCHD_13045: EVENT,
	GRN_SCHD_13215: EVENT,
	GRN_SCHD_13369: EVENT,
	SLASH_LO02: 'It needs an inactive user',
};

/** Codes that the nodes act on and no answer had, and why they can't be provoked. */
export function unprovoked(seen: readonly string[]): Array<[code: string, why: string]> {
	return codesOfNodes()
		.filter((code) => !seen.includes(code))
		.map((code) => [code, WHY_NOT[code] ?? 'No case provokes it yet']);
}
