import { methods } from '../../../nodes/Groupware/methods';
import { signInByOAuth2 } from '../../support/oauth2';
import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, editor, jsonOf, runGroupware } from './world';

const sandbox = useSandbox();
const { listSearch } = methods;

const allUsers = { resource: 'user', operation: 'getAll', parameters: { returnAll: true } };
const create = { resource: 'facility', operation: 'create', parameters: { name: 'A', code: 'a' } };

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

	it('works with OAuth2, and names a scope that is missing', async () => {
		const data = await signInByOAuth2(sandbox.url, 'g:base:read g:schedule:read');
		const credential = {
			type: 'groupwareOAuth2Api',
			data: { baseUrl: `${sandbox.url}/g/`, ...data },
		};
		const found = await runGroupware(sandbox, { ...allUsers, credential });
		expect(jsonOf(found).length).toBeGreaterThan(10);
		const { error } = await runGroupware(sandbox, { ...create, credential });
		expect(error?.message).toContain('GRN_REST_API_00007');
		expect(error?.description).toContain('scope');
	});

	it('says what is needed to those who may not', async () => {
		const account = { username: 'ito', password: 'ito' };
		const { error } = await runGroupware(sandbox, { ...create, account });
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
		const many = { name: 'Many', code: 'many' };
		const { body } = await clientOf(sandbox).post('/schedule/admin/facilityGroups', many);
		const context = await editor(sandbox);
		const names = async (filter?: string) =>
			(await listSearch.searchFacilityGroups.call(context, filter)).results.map(({ name }) => name);
		expect(await names()).toEqual(['Many (many)']);
		expect(await names('MAN')).toEqual(['Many (many)']);
		expect(await names('few')).toEqual([]);
		const { hints } = await runGroupware(sandbox, {
			resource: 'facility',
			operation: 'getByGroup',
			parameters: { facilityGroupId: byId(String(body.id)), returnAll: true },
		});
		expect(hints[0]?.message).toContain('no direct facilities');
	});
});
