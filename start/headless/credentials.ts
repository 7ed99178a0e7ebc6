import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	Workflow as WorkflowType,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';

import type { Loaded } from './packages';

/** Credentials of a run: what the person would type, by the id that nodes refer to. */
export type CredentialStore = Record<string, { type: string; data: IDataObject }>;

/** Gives nodes their credentials as n8n does, from memory instead of an encrypted database. */
export class MemoryCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: Loaded['credentials'],
		private readonly store: CredentialStore,
	) {
		super();
	}

	override getParentTypes(name: string): string[] {
		const parents = this.types.get(name)?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
		workflow: WorkflowType,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const authenticate = this.type(typeName).authenticate;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		const headers: IDataObject = { ...options.headers };
		for (const [name, value] of Object.entries(authenticate?.properties.headers ?? {})) {
			headers[name] = workflow.expression.getSimpleParameterValue(
				node,
				value as string,
				'internal',
				{ $credentials: credentials } as never,
				undefined,
				'',
			) as string;
		}
		return { ...options, headers };
	}

	/** What was typed, with the type's defaults and its expressions resolved. */
	override async getDecrypted(
		_additional: unknown,
		details: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.store[details.id ?? ''];
		if (stored === undefined) throw new Error(`There is no credential "${details.name}"`);
		const type = this.type(typeName);
		const filled = NodeHelpers.getNodeParameters(
			type.properties as INodeProperties[],
			stored.data as never,
			true,
			false,
			null,
			null,
		) as IDataObject;
		return await resolved({ ...filled, ...tokenData(stored.data) });
	}

	override async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const stored = this.store[details.id ?? ''];
		if (stored) stored.data.oauthTokenData = data.oauthTokenData as IDataObject;
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}
	override getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.type(typeName).properties;
	}
	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}
	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}
	getOAuth2Options(): undefined {
		return undefined;
	}
	override async getCredentials(): Promise<never> {
		throw new Error('Encrypted credentials are not kept here');
	}
	override async updateCredentials(): Promise<void> {
		throw new Error('Encrypted credentials are not kept here');
	}

	private type(name: string): ICredentialType {
		const type = this.types.get(name);
		if (type === undefined) throw new Error(`There is no credential type "${name}"`);
		return type;
	}
}

/** What OAuth2 keeps beside the properties of the type: those of its parent, and the token. */
function tokenData({ oauthTokenData, clientId, clientSecret }: IDataObject): IDataObject {
	return oauthTokenData === undefined ? {} : { oauthTokenData, clientId, clientSecret };
}

/** Resolves expressions such as `={{$self["baseUrl"]}}/oauth2/token` in a credential's values. */
async function resolved(data: IDataObject): Promise<ICredentialDataDecryptedObject> {
	const node = {
		id: 'credential',
		name: 'credential',
		type: 'credential',
		typeVersion: 1,
		position: [0, 0],
		parameters: data,
	} as unknown as INode;
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => undefined } as never,
	});
	const { expression } = workflow;
	return await expression.withIsolate(
		async () =>
			expression.getComplexParameterValue(
				node,
				data as never,
				'internal',
				{},
				undefined,
				undefined,
				data as never,
			) as unknown as ICredentialDataDecryptedObject,
	);
}
