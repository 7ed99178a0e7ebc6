import type { Owner } from './api';

/** Signs in to the local n8n. Not a secret: n8n listens on loopback, with demo data. */
export const owner: Owner = {
	email: 'demo@example.com',
	password: 'Sandbox-2026',
	firstName: 'Demo',
	lastName: 'Owner',
};
