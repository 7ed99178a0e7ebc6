import { signedIn } from '../../../nodes/Groupware/signIn';

const account = { baseUrl: 'https://example.cybozu.com', username: 'sato', password: 'geheim ß' };
const request = { url: 'https://example.cybozu.com/g/api/v1/base/users', headers: { a: '1' } };
const encoded = Buffer.from('sato:geheim ß', 'utf8').toString('base64');

it('uses the name of the header that the host knows', () => {
	expect(signedIn(account, request).headers).toEqual({
		a: '1',
		'X-Cybozu-Authorization': encoded,
	});
	const elsewhere = { ...account, baseUrl: 'http://localhost:8080/t/x' };
	expect(signedIn(elsewhere, request).headers).toHaveProperty('X-Service-Authorization', encoded);
	const packaged = { ...account, baseUrl: 'https://intra.example/scripts/cbgrn/grn.exe' };
	expect(signedIn(packaged, request).headers).toHaveProperty('X-Cybozu-Authorization', encoded);
	const chosen = { ...elsewhere, advanced: true, headerNames: 'cybozu' };
	expect(signedIn(chosen, request).headers).toHaveProperty('X-Cybozu-Authorization', encoded);
});

it('signs in at the gate in front, and shows a certificate, only when they are set', () => {
	const gate = { ...account, advanced: true, basicUser: 'gate', basicPassword: 'open' };
	expect(signedIn(gate, request).headers).toHaveProperty(
		'Authorization',
		`Basic ${Buffer.from('gate:open').toString('base64')}`,
	);
	expect(signedIn({ ...gate, advanced: false }, request).headers).not.toHaveProperty(
		'Authorization',
	);
	const pfx = {
		...account,
		advanced: true,
		tlsIdentity: 'pfx',
		pfxSecret: 'AA\nEC',
		passphrase: 'p',
	};
	expect(signedIn(pfx, request).agentOptions).toEqual({
		pfx: Buffer.from([0, 1, 2]),
		passphrase: 'p',
	});
	expect(signedIn(account, request).agentOptions).toBeUndefined();
});

it('gives the test of the credential the address of the API', () => {
	const test = { ...request, baseURL: 'example.cybozu.com/g/schedule' };
	expect(signedIn(account, test).baseURL).toBe('https://example.cybozu.com/g');
	expect(signedIn(account, request)).not.toHaveProperty('baseURL');
});

it('refuses a credential without a password', () => {
	expect(() => signedIn({ ...account, password: '' }, request)).toThrow('password is missing');
});

it("sends the credential's test to the vendor's hosts by https only", () => {
	const test = { url: '/api/v1/base/users', baseURL: 'http://example.cybozu.com' };
	const typed = { ...account, baseUrl: 'http://example.cybozu.com' };
	expect(signedIn(typed, test).baseURL).toBe('https://example.cybozu.com/g');
});
