import { authenticated, tokensIn } from '../../../nodes/RecordPlatform/connection';
import { pem } from '../../../nodes/shared/connection';

const request = { url: 'https://example.cybozu.com/k/v1/app.json', headers: { Accept: 'x' } };
const account = {
	baseUrl: 'https://example.cybozu.com',
	signInWith: 'password',
	username: 'sato',
	password: 'ぱすわーど',
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

it('signs in with a password under the names that the host knows', () => {
	const value = base64('sato:ぱすわーど');
	expect(authenticated(account, request).headers).toEqual({
		Accept: 'x',
		'X-Cybozu-Authorization': value,
	});
	expect(authenticated({ ...account, baseUrl: 'http://localhost:8080' }, request).headers).toEqual({
		Accept: 'x',
		'X-Service-Authorization': value,
	});
	const chosen = { ...account, advanced: true, headerNames: 'service' };
	expect(authenticated(chosen, request).headers).toHaveProperty('X-Service-Authorization', value);
});

it('signs in with tokens, under either name', () => {
	const tokens = { ...account, signInWith: 'apiTokens', apiTokens: 'one\ntwo, three\n' };
	expect(authenticated(tokens, request).headers).toEqual({
		Accept: 'x',
		'X-Cybozu-API-Token': 'one,two,three',
	});
	const elsewhere = { ...tokens, baseUrl: 'https://platform.example.com' };
	expect(authenticated(elsewhere, request).headers).toHaveProperty('X-Service-API-Token');
});

it('adds Basic authentication and a certificate only where they are switched on', () => {
	const more = {
		...account,
		basicUser: 'gate',
		basicPassword: 'open',
		tlsIdentity: 'pfx',
		pfxSecret: base64('pfx bytes'),
		passphrase: 'phrase',
	};
	expect(authenticated(more, request).headers).not.toHaveProperty('Authorization');
	expect(authenticated(more, request).agentOptions).toBeUndefined();
	const on = authenticated({ ...more, advanced: true }, request);
	expect(on.headers).toHaveProperty('Authorization', `Basic ${base64('gate:open')}`);
	expect(on.agentOptions).toEqual({ pfx: Buffer.from('pfx bytes'), passphrase: 'phrase' });
});

it('gives a certificate its lines back', () => {
	const body = 'A'.repeat(100);
	const whole = `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n${'A'.repeat(36)}\n-----END CERTIFICATE-----`;
	expect(pem(`-----BEGIN CERTIFICATE-----${body}-----END CERTIFICATE-----`)).toBe(whole);
	expect(pem(`-----BEGIN CERTIFICATE----- ${body} -----END CERTIFICATE----- `)).toBe(whole);
	expect(pem(whole)).toBe(whole);
});

it('refuses what cannot sign in', () => {
	expect(() => authenticated({ ...account, password: '' }, request)).toThrow(
		/login name or password is missing/,
	);
	expect(() => tokensIn('  ')).toThrow(/no API token/);
	expect(() => tokensIn('1 2 3 4 5 6 7 8 9 10')).toThrow(/10 API tokens/);
	expect(tokensIn('1 2 3 4 5 6 7 8 9')).toHaveLength(9);
	for (const token of ['トークン', 'abc\u200bdef', 'é']) {
		expect(() => tokensIn(`good, ${token}`)).toThrow(
			/^API token 2 of the credential contains characters/,
		);
		expect(() => tokensIn(token)).not.toThrow(token);
	}
});
