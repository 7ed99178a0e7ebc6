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
