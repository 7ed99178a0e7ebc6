import { withoutSecrets } from '../../../nodes/shared/transport/secrets';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const CREDENTIAL = {
	baseUrl: 'https://example.cybozu.com',
	username: 'admin',
	password: 'the-password',
	basicUser: 'gate',
	basicPassword: 'short',
	apiTokens: 'first-token\nsecond-token',
	privateKey: 'the-private-key',
	passphrase: 'the-passphrase',
	pfxSecret: 'the-pfx-file',
	clientSecret: 'the-client-secret',
	oauthTokenData: { access_token: 'the-access-token', refresh_token: 'the-refresh-token' },
};
const SECRETS = [
	...['the-password', 'first-token', 'second-token', 'the-private-key', 'the-passphrase'],
	...['the-pfx-file', 'the-client-secret', 'the-access-token', 'the-refresh-token'],
	...[base64('admin:the-password'), base64('gate:short')],
];
const failure = (message: string) => ({
	kind: 'reply' as const,
	outcome: 'refused' as const,
	request: 'GET /k/v1/records.json',
	reply: {
		status: 500,
		headers: { 'x-echo': message },
		body: { errors: [{ [message]: message }] },
	},
	explanation: { message, fields: [{ path: 'a', messages: [message] }] },
	detail: message,
	attempts: 1,
});

it.each(SECRETS)('%s is hidden wherever it stands in a failure', (secret) => {
	const told = withoutSecrets(failure(`before ${secret}, after`), CREDENTIAL);
	expect(JSON.stringify(told)).not.toContain(secret);
	expect(told.explanation?.message).toBe('before ***, after');
});

it('a token that n8n has renewed is hidden, too', () => {
	const told = withoutSecrets(failure('Authorization: Bearer abc.def-0123456789=='), CREDENTIAL);
	expect(told.explanation?.message).toBe('Authorization: Bearer ***');
});

it('short values stay, because they also occur in texts that do not mean them', () => {
	const one = failure('The record is too short for a Bearer token of admin.');
	expect(withoutSecrets(one, { ...CREDENTIAL, password: 'admin' })).toEqual(one);
});

it('everything else of the failure stays', () => {
	const one = failure('Nothing secret');
	expect(withoutSecrets(one, CREDENTIAL)).toEqual(one);
});
