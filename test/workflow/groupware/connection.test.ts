import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/Groupware/methods';
import { signInByOAuth2 } from '../../support/oauth2';
import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import { byId, clientOf, editor, itemsOf, jsonOf, runGroupware } from './world';

const sandbox = useSandbox();
const { listSearch } = methods;

const allUsers = { resource: 'user', operation: 'getAll', parameters: { returnAll: true } };
const windows = () => ({ baseUrl: `${sandbox.url}/scripts/cbgrn/grn.exe` });

describe('signing in', () => {
	it('sends a wrong password once, for all items', async () => {
		await sandbox.forget();
		const { error } = await runGroupware(sandbox, {
			...allUsers,
			items: [{}, {}, {}],
			account: { password: 'wrong' },
		});
		expect(error?.message).toContain('FW00007');
		expect(error?.description).toContain('may lock the user');
		expect(JSON.stringify(error)).not.toContain('wrong');
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it('works with OAuth2', async () => {
		const credential = await oAuth2('g:base:read g:schedule:read');
		expect(jsonOf(await runGroupware(sandbox, { ...allUsers, credential })).length).toBeGreaterThan(
			10,
		);
		const facilities = await runGroupware(sandbox, {
			resource: 'facility',
			operation: 'create',
			parameters: { name: 'A', code: 'a' },
			credential,
		});
		expect(facilities.error?.message).toContain('GRN_REST_API_00007');
		expect(facilities.error?.description).toContain('scope');
	});

	it('says that a token cannot be renewed', async () => {
		const { type, data } = await oAuth2('g:base:read');
		const oauthTokenData = { access_token: 'gone', refresh_token: 'gone', token_type: 'bearer' };
		const { error } = await runGroupware(sandbox, {
			...allUsers,
			credential: { type, data: { ...data, oauthTokenData } },
		});
		expect(error?.message).not.toContain('connection was lost');
		expect(error?.description).toContain('Open the credential');
	});
});

describe('what stands in the way', () => {
	it('a web page with the code in its header', async () => {
		const server = await toyServer(() => ({
			status: 520,
			text: '<html>Oops</html>',
			headers: { 'X-Cybozu-Error': 'GRN_CMMN_00003' },
		}));
		const account = { baseUrl: server.url };
		const { error } = await runGroupware(sandbox, { ...allUsers, account }).finally(server.close);
		expect(error?.message).toContain('GRN_CMMN_00003');
		expect(error?.description).toContain('turned off the application');
	});

	it('a redirect to the sign-in page, which is not followed', async () => {
		const server = await toyServer(() => ({
			status: 302,
			headers: { Location: '/login' },
			text: '',
		}));
		const account = { baseUrl: server.url };
		const { error } = await runGroupware(sandbox, { ...allUsers, account }).finally(server.close);
		expect(error?.message).toContain('sign-in page');
		expect(server.asked).toHaveLength(1);
	});
});

describe('an older package', () => {
	const create = {
		resource: 'facility',
		operation: 'create',
		parameters: { name: 'A', code: 'old' },
	};

	it('lacks operations, which is said before anything is sent', async () => {
		await sandbox.forget();
		const { output } = await runGroupware(sandbox, {
			...create,
			items: [{}, {}],
			onError: 'continueRegularOutput',
			account: { ...windows(), packageVersion: '5.9' },
		});
		expect(itemsOf(output)).toEqual([0, 1]);
		expect(output[0]?.error?.message).toContain('"Create" requires package edition 5.15 or later');
		expect(await sandbox.requests()).toEqual([]);
	});

	it('has them when it is new enough, or when nobody knows its version', async () => {
		const at = (packageVersion: string) => ({
			baseUrl: sandbox.url,
			edition: 'packageLinux',
			packageVersion,
		});
		expect(jsonOf(await runGroupware(sandbox, { ...create, account: at('5.15.1') }))).toHaveLength(
			1,
		);
		const unknown = await runGroupware(sandbox, {
			resource: 'facility',
			operation: 'getAll',
			parameters: { returnAll: true },
			account: at(''),
		});
		expect(jsonOf(unknown)).toHaveLength(1);
		const requests = await sandbox.requests();
		expect(requests.at(-1)?.path).toContain('/cgi-bin/cbgrn/grn.cgi/api/v1/schedule/facilities');
	});
});

describe('long lists', () => {
	it('are read page by page, up to the limit', async () => {
		for (let made = 0; made < 12; made++) {
			const facility = { name: `Desk ${made}`, code: `desk-${made}` };
			await clientOf(sandbox).post('/schedule/admin/facilities', facility);
		}
		const { body } = await clientOf(sandbox).post('/schedule/admin/facilityGroups', {
			name: 'Many',
			code: 'many',
		});
		const group = String(body.id);
		const desks = (limit: number) =>
			runGroupware(sandbox, {
				resource: 'facility',
				operation: 'getAll',
				parameters: { returnAll: false, limit, filters: { name: 'Desk' } },
			});
		expect(jsonOf(await desks(5))).toHaveLength(5);
		expect(jsonOf(await desks(5000))).toHaveLength(12);
		const inGroup = await runGroupware(sandbox, {
			resource: 'facility',
			operation: 'getByGroup',
			parameters: { facilityGroupId: byId(group), returnAll: true },
		});
		expect(inGroup.output).toEqual([]);
		expect(inGroup.hints[0]?.message).toContain('no direct facilities');
	});
});

describe('a list', () => {
	it.each(['user', 'organization', 'facility', 'event'])(
		'that is none is an error, and not one without %ss',
		async (resource) => {
			const fault = { method: 'GET', path: '/g/api/v1', status: 200, html: '{"ok": true}' };
			await sandbox.faults({ ...fault, times: 1 });
			const { error, output } = await runGroupware(sandbox, {
				resource,
				operation: 'getAll',
				parameters: { returnAll: false, limit: 5 },
			});
			expect(output).toEqual([]);
			expect(error?.message).toMatch(/returned an unexpected response/);
		},
	);
});

describe('administrating facilities', () => {
	const facility = async (operation: string, parameters: IDataObject) =>
		jsonOf(await runGroupware(sandbox, { resource: 'facility', operation, parameters }))[0] ?? {};

	it('keeps what an update does not name', async () => {
		const made = await facility('create', {
			name: 'Studio',
			code: 'studio',
			additionalFields: { nameLocale: { en: 'Studio', ja: 'Sutajio' }, notes: 'Quiet' },
		});
		expect(typeof made.id).toBe('string');
		const changed = await facility('update', {
			facilityId: byId(String(made.id)),
			updateFields: { nameLocale: { en: 'Recording Studio' } },
		});
		expect(changed).toEqual({
			...made,
			nameLocale: { en: 'Recording Studio', ja: 'Sutajio' },
		});
	});

	it('says what is needed to those who may not', async () => {
		const { error } = await runGroupware(sandbox, {
			resource: 'facility',
			operation: 'create',
			parameters: { name: 'X', code: 'x' },
			account: { username: 'ito', password: 'ito' },
		});
		expect(error?.message).toContain('GRN_CMMN_00022');
		expect(error?.description).toContain('scheduler administrator');
	});
});

describe('the pickers', () => {
	it('find people, and show name and login name', async () => {
		const { results } = await listSearch.searchUsers.call(await editor(sandbox), 'sato');
		expect(results).toEqual([{ name: 'Haruka Sato (sato)', value: expect.any(String) }]);
	});

	it('go on after a hundred', async () => {
		for (let made = 0; made < 101; made++) {
			const facility = { name: `Seat ${made}`, code: `seat-${made}` };
			await clientOf(sandbox).post('/schedule/admin/facilities', facility);
		}
		const context = await editor(sandbox);
		const first = await listSearch.searchFacilities.call(context, 'Seat');
		expect(first.results).toHaveLength(100);
		const second = await listSearch.searchFacilities.call(
			context,
			'Seat',
			first.paginationToken as string,
		);
		expect(second.results).toHaveLength(1);
		expect(second.paginationToken).toBeUndefined();
	});

	it('filter facility groups, which the service does not', async () => {
		const context = await editor(sandbox);
		const names = async (filter?: string) =>
			(await listSearch.searchFacilityGroups.call(context, filter)).results.map(({ name }) => name);
		expect(await names()).toEqual(['Many (many)']);
		expect(await names('MAN')).toEqual(['Many (many)']);
		expect(await names('few')).toEqual([]);
	});
});

async function oAuth2(scope: string): Promise<{ type: string; data: IDataObject }> {
	return {
		type: 'groupwareOAuth2Api',
		data: { baseUrl: `${sandbox.url}/g/`, ...(await signInByOAuth2(sandbox.url, scope)) },
	};
}
