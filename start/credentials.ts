import type { N8nApi, StoredCredential } from './api';

/** A credential that is ready for use beside the sandbox. */
export interface DemoCredential {
	/** Examples name their credentials so. */
	name: string;
	type: string;
	/** What a person would type, without the base URL. */
	data: Record<string, string | boolean>;
}

/** One a demo app of the sandbox; the credential takes up to nine. */
const apiTokens = [
	'customers',
	'orders',
	'inventory',
	'tasks',
	'daily-reports',
	'event-log',
	'partner-requests',
	'order-archive',
].map((app) => `demo-${app}-token`);

const administrator = { username: 'admin', password: 'admin' };

export const demoCredentials: DemoCredential[] = [
	// n8n chooses the newest for a new node; the password's lists apps.
	{
		name: 'Record Platform Sandbox (API Tokens)',
		type: 'recordPlatformApi',
		data: { signInWith: 'apiTokens', apiTokens: apiTokens.join('\n') },
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

/** Makes the credentials in n8n, or points those that are there to where the sandbox is now. */
export async function saveCredentials(api: N8nApi, baseUrl: string): Promise<StoredCredential[]> {
	const stored: StoredCredential[] = [];
	for (const { name, type, data } of demoCredentials) {
		stored.push(await api.saveCredential(name, type, { ...data, baseUrl }));
	}
	return stored;
}
