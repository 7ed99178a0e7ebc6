import type { Demo } from '../sandbox/demo-data';
import type { N8nApi, StoredCredential } from './api';

/** A credential that is ready for use beside the sandbox. */
export interface DemoCredential {
	/** Examples name their credentials so. */
	name: string;
	type: string;
	/** What a person would type, without the base URL. */
	data: Record<string, string | boolean>;
}

/** The demo apps of the sandbox that have a token; a credential takes up to nine. */
const APPS: Record<Demo, string[]> = {
	en: [
		'customers',
		'orders',
		'inventory',
		'tasks',
		'daily-reports',
		'event-log',
		'partner-requests',
		'order-archive',
		'sales-budget',
	],
	ja: [
		'ja-customers',
		'ja-deals',
		'ja-inventory',
		'ja-daily-reports',
		'ja-partner-requests',
		'ja-tasks',
	],
};

const administrator = { username: 'admin', password: 'admin' };

const NAMES: Record<Demo, { sandbox: string; tokens: string }> = {
	en: { sandbox: 'Sandbox', tokens: ' (API Tokens)' },
	ja: { sandbox: 'サンドボックス', tokens: '（APIトークン）' },
};

/** Those of a demo world, by the names that its example workflows use. */

export const demoCredentials = (demo: Demo = 'en'): DemoCredential[] => [
	// n8n chooses the newest for a new node; the password's lists apps.
	{
		name: `Record Platform ${NAMES[demo].sandbox}${NAMES[demo].tokens}`,
		type: 'recordPlatformApi',
		data: { signInWith: 'apiTokens', apiTokens: tokensOf(demo) },
	},
	{
		name: `Record Platform ${NAMES[demo].sandbox}`,
		type: 'recordPlatformApi',
		data: { signInWith: 'password', ...administrator },
	},
	{
		name: `Groupware ${NAMES[demo].sandbox}`,
		type: 'groupwareApi',
		data: administrator,
	},
];

const tokensOf = (demo: Demo) => APPS[demo].map((app) => `demo-${app}-token`).join('\n');

/** Makes the credentials in n8n, or points those that are there to where the sandbox is now. */
export async function saveCredentials(
	api: N8nApi,
	baseUrl: string,
	demo: Demo = 'en',
): Promise<StoredCredential[]> {
	const stored: StoredCredential[] = [];
	for (const { name, type, data } of demoCredentials(demo)) {
		stored.push(await api.saveCredential(name, type, { ...data, baseUrl }));
	}
	return stored;
}
