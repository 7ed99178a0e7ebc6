import { authenticated } from '../../../nodes/Groupware/connection';

const account = { baseUrl: 'https://example.cybozu.com', username: 'sato', password: 'geheim ß' };
const request = { url: 'https://example.cybozu.com/g/api/v1/base/users', headers: { a: '1' } };
const encoded = Buffer.from('sato:geheim ß', 'utf8').toString('base64');

it('uses the name of the header that the host knows', () => {
	expect(authenticated(account, request).headers).toEqual({
		a: '1',
		'X-Cybozu-Authorization': encoded,
	});
	const elsewhere = { ...account, baseUrl: 'http://localhost:8080/t/x' };
	expect(authenticated(elsewhere, request).headers).toHaveProperty(
		'X-Service-Authorization',
		encoded,
	);
	const packaged = { ...account, baseUrl: 'https://intra.example/scripts/cbgrn/grn.exe' };
	expect(authenticated(packaged, request).headers).toHaveProperty(
		'X-Cybozu-Authorization',
		encoded,
	);
	const chosen = { ...elsewhere, advanced: true, headerNames: 'cybozu' };
	expect(authenticated(chosen, request).headers).toHaveProperty('X-Cybozu-Authorization', encoded);
});

it('signs in at the gate in front, and shows a certificate, only when they are set', () => {
	const gate = { ...account, advanced: true, basicUser: 'gate', basicPassword: 'open' };
	expect(authenticated(gate, request).headers).toHaveProperty(
		'Authorization',
		`Basic ${Buffer.from('gate:open').toString('base64')}`,
	);
	expect(authenticated({ ...gate, advanced: false }, request).headers).not.toHaveProperty(
		'Authorization',
	);
	const pfx = {
		...account,
		advanced: true,
		tlsIdentity: 'pfx',
		pfxSecret: 'AA\nEC',
		passphrase: 'p',
	};
	expect(authenticated(pfx, request).agentOptions).toEqual({
		pfx: Buffer.from([0, 1, 2]),
		passphrase: 'p',
	});
	expect(authenticated(account, request).agentOptions).toBeUndefined();
});

it('refuses a credential without a password', () => {
	expect(() => authenticated({ ...account, password: '' }, request)).toThrow('password is missing');
});
