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
	],
	ja: ['ja-customers', 'ja-deals'],
};

const administrator = { username: 'admin', password: 'admin' };

export const demoCredentials = (demo: Demo = 'en'): DemoCredential[] => [
	// n8n chooses the newest for a new node; the password's lists apps.
	{
		name: 'Record Platform Sandbox (API Tokens)',
		type: 'recordPlatformApi',
		data: { signInWith: 'apiTokens', apiTokens: tokensOf(demo) },
	},
	{
		name: 'Record Platform Sandbox',
		type: 'recordPlatformApi',
		data: { signInWith: 'password', ...administrator },
	},
	{
		name: 'Groupware Sandbox',
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
