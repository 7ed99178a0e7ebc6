import type { Owner } from './owner';

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface NodeType {
	name: string;
	displayName: string;
	version: number | number[];
	defaultVersion?: number;
}

export interface ExampleWorkflow {
	name: string;
	nodes: Array<{
		name: string;
		type: string;
		credentials?: Record<string, { id: string | null; name: string }>;
	}>;
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

/** A refused call, with n8n's own words. */
export class N8nApiError extends Error {
	constructor(
		readonly status: number,
		call: string,
		body: string,
	) {
		super(`n8n answered ${call} with ${status}: ${body.slice(0, 500)}`);
	}
}

/** The API that n8n's own editor uses, as one signed-in person. */
export class N8nApi {
	/** @param session cookie of somebody who has signed in already */
	constructor(
		private readonly url: string,
		private session = '',
	) {}

	get cookie(): string {
		return this.session;
	}

	async signIn({ email, password }: Pick<Owner, 'email' | 'password'>): Promise<void> {
		await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
	}

	async nodeTypes(): Promise<NodeType[]> {
		return await this.call<NodeType[]>('GET', '/types/nodes.json');
	}

	async credentials(): Promise<StoredCredential[]> {
		return await this.call<StoredCredential[]>('GET', '/rest/credentials');
	}

	/** Makes the credential, or gives the one of this name and type the new data. */
	async saveCredential(name: string, type: string, data: object): Promise<StoredCredential> {
		const stored = (await this.credentials()).find(
			(credential) => credential.name === name && credential.type === type,
		);
		return stored
			? await this.call('PATCH', `/rest/credentials/${stored.id}`, { name, type, data })
			: await this.call('POST', '/rest/credentials', { name, type, data });
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return await this.call('GET', '/rest/workflows');
	}

	async createWorkflow(workflow: ExampleWorkflow): Promise<{ id: string; name: string }> {
		return await this.call('POST', '/rest/workflows', { settings: {}, ...workflow });
	}

	async communityPackages(): Promise<Array<{ packageName: string; failedLoading?: boolean }>> {
		return await this.call('GET', '/rest/community-packages');
	}

	/** Gives the `data` of the answer, or all of it. Throws `N8nApiError`. */
	async call<Result>(method: string, path: string, body?: object): Promise<Result> {
		const response = await fetch(this.url + path, {
			method,
			headers: { 'content-type': 'application/json', cookie: this.session },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new N8nApiError(response.status, `${method} ${path}`, text);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.session = cookies.join('; ');
		const parsed = JSON.parse(text) as { data?: Result };
		return parsed.data ?? (parsed as Result);
	}
}
