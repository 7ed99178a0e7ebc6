import type { Demo } from '../demo-data';
import type { Sql } from '../types';
import { addGroup, everyone, type NewGroup } from './groups';
import { addOrganization, type NewOrganization } from './organizations';
import japanese from './ja.json';
import { addAccount, type NewAccount } from './users';

/** The people every tenant starts with. A password is the login name. */
export const demoAccounts: readonly NewAccount[] = [
	{ code: 'admin', name: 'Alex Admin', administrator: true },
	{ code: 'sato', name: 'Haruka Sato', locale: 'ja' },
	{ code: 'suzuki', name: 'Kenji Suzuki', locale: 'ja' },
	{ code: 'tanaka', name: 'Yui Tanaka', locale: 'ja' },
	{
		code: 'ito',
		name: 'Daichi Ito',
		applicationAdministrator: ['workflow', 'message', 'space'],
	},
	{ code: 'watanabe', name: 'Mei Watanabe' },
	{ code: 'yamamoto', name: 'Ren Yamamoto' },
	{ code: 'kobayashi', name: 'Aoi Kobayashi' },
	{ code: 'mori', name: 'Sora Mori', applicationAdministrator: ['schedule'] },
	{ code: 'chen', name: 'Lin Chen', locale: 'zh', timeZone: 'Asia/Shanghai' },
	{ code: 'miller', name: 'Sarah Miller', timeZone: 'America/Los_Angeles' },
	{ code: 'brown', name: 'James Brown', timeZone: 'Europe/London' },
	{ code: 'garcia', name: 'Elena Garcia', timeZone: 'Europe/Paris' },
	{ code: 'former', name: 'Former Colleague', active: false },
];

export const demoOrganizations: readonly NewOrganization[] = [
	{ code: 'headquarters', name: 'Headquarters', members: ['admin'] },
	{
		code: 'sales',
		name: 'Sales',
		parent: 'headquarters',
		members: ['sato', 'suzuki', 'tanaka'],
	},
	{
		code: 'sales-overseas',
		name: 'Overseas Sales',
		parent: 'sales',
		members: ['chen', 'miller', 'brown'],
	},
	{ code: 'support', name: 'Support', parent: 'headquarters', members: ['ito', 'watanabe'] },
	{
		code: 'development',
		name: 'Development',
		parent: 'headquarters',
		members: ['yamamoto', 'kobayashi', 'garcia'],
	},
	{ code: 'general-affairs', name: 'General Affairs', parent: 'headquarters', members: ['mori'] },
];

export const demoGroups: readonly NewGroup[] = [
	{ code: everyone, name: 'Everyone' },
	{ code: 'administrators', name: 'Administrators', members: ['admin'] },
	{ code: 'managers', name: 'Managers', members: ['sato', 'ito', 'yamamoto'] },
	{ code: 'project-alpha', name: 'Project Alpha', members: ['tanaka', 'kobayashi', 'chen'] },
];

interface People {
	users: readonly NewAccount[];
	organizations: readonly NewOrganization[];
	groups: readonly NewGroup[];
}

const english: People = {
	users: demoAccounts,
	organizations: demoOrganizations,
	groups: demoGroups,
};

/** Fills an empty tenant with the people above, or with those of a Japanese company. */
export async function seedAccounts(sql: Sql, demo: Demo): Promise<void> {
	const { users, organizations, groups } = demo === 'ja' ? (japanese as People) : english;
	for (const account of users) await addAccount(sql, account);
	for (const organization of organizations) await addOrganization(sql, organization);
	for (const group of groups) await addGroup(sql, group);
}
