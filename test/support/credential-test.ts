import { CredentialTestContext } from 'n8n-core';
import type { ICredentialsDecrypted, IDataObject, INodeType } from 'n8n-workflow';

import { MemoryCredentials } from '../../start/headless/credentials';
import type { Loaded } from '../../start/headless/packages';

/** What n8n's button says: it runs the function that the first node names for the credential. */
export async function testCredential(
	{ nodes, credentials }: Loaded,
	type: string,
	data: IDataObject,
): Promise<string> {
	const [node] = [...nodes.values()] as INodeType[];
	const named = node?.description.credentials?.find(({ name }) => name === type)?.testedBy;
	const test = node?.methods?.credentialTest?.[String(named)];
	if (test === undefined) return 'No testing function found for this credential.';
	const details = { id: 'credential', name: 'Credential', type };
	const store = new MemoryCredentials(credentials, { credential: { type, data } });
	const filled = await store.getDecrypted(undefined, details, type);
	const credential = { ...details, data: filled } as ICredentialsDecrypted;
	const { status, message } = await test.call(new CredentialTestContext(), credential);
	return status === 'OK' ? message : `Refused: ${message}`;
}
