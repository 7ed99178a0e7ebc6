import { apiAddress, connect, versionOf } from '../../../nodes/Groupware/connection';
import { groupware } from '../../../nodes/Groupware/service';
import { checkVersion } from '../../../nodes/shared/connection';

const password = { oauth2: false };
const cloud = (baseUrl: unknown) => apiAddress({ baseUrl: baseUrl as string }).baseUrl;
const windows = 'https://intra.example.com/scripts/cbgrn/grn.exe';
const linux = 'http://10.0.0.5/cgi-bin/garoon5/grn.cgi';

it.each([
	'https://example.cybozu.com',
	'https://example.cybozu.com/',
	'example.cybozu.com',
	' https://example.cybozu.com/g/ ',
	'https://example.cybozu.com/g/schedule/index.csp?bdate=2026-01-05#x',
	'https://example.cybozu.com/k/12/show#record=3',
	'https://example.cybozu.com/login?saml=off',
])('the address in the cloud %s', (pasted) => {
	expect(cloud(pasted)).toBe('https://example.cybozu.com/g');
});

it('the address in the cloud keeps port and prefix', () => {
	expect(cloud('http://localhost:8080/t/mine')).toBe('http://localhost:8080/t/mine/g');
	expect(cloud('http://localhost:8080/t/mine/g/schedule/view.csp?event=3')).toBe(
		'http://localhost:8080/t/mine/g',
	);
});

it.each([
	[windows, windows],
	[`${windows}/schedule/view?event=12&bdate=2026-01-05`, windows],
	[
		'https://intra.example.com/t/x/scripts/cbgrn/grn.exe/',
		'https://intra.example.com/t/x/scripts/cbgrn/grn.exe',
	],
	[`${linux}/portal/index`, linux],
	['https://intra.example.com/own/place/grn.cgi', 'https://intra.example.com/own/place/grn.cgi'],
])('the address of a package %s tells its edition by itself', (pasted, expected) => {
	const { baseUrl, edition } = apiAddress({ baseUrl: pasted, edition: 'cloud' });
	expect(baseUrl).toBe(expected);
	expect(edition).toBe(expected.endsWith('exe') ? 'packageWindows' : 'packageLinux');
});

it('the address of a package is completed from the host, the edition and the installation', () => {
	const host = { baseUrl: 'intra.example.com/' };
	expect(apiAddress({ ...host, edition: 'packageWindows' }).baseUrl).toBe(windows);
	expect(
		apiAddress({ baseUrl: 'http://10.0.0.5', edition: 'packageLinux', installId: ' garoon5 ' })
			.baseUrl,
	).toBe(linux);
	expect(
		apiAddress({ baseUrl: 'http://10.0.0.5/cgi-bin/garoon5/', edition: 'packageLinux' }).baseUrl,
	).toBe(linux);
	expect(() => apiAddress({ ...host, edition: 'packageLinux', installId: '../x' })).toThrow(
		'is not a valid installation identifier',
	);
});

describe('versions', () => {
	const operation = (since: string) => {
		const found = groupware.resources
			.flatMap(({ operations }) => operations)
			.find((one) => one.since === since);
		if (found === undefined) throw new Error(`Nothing is there since ${since}`);
		return found;
	};
	const at = (packageVersion: string) => connect({ baseUrl: windows, packageVersion }, password);

	it.each([
		['5.9', '5.15', false],
		['', '5.15', true],
	])('a package %s and an operation since %s', (version, since, has) => {
		expect(checkVersion(operation(since), at(version)) === undefined).toBe(has);
	});

	it('do not matter in the cloud', () => {
		const connection = connect({ baseUrl: 'example.cybozu.com', packageVersion: '4.0' }, password);
		expect(connection.packaged).toBeUndefined();
		expect(checkVersion(operation('5.15'), connection)).toBeUndefined();
	});

	it('are numbers with dots', () => {
		expect(versionOf('Version 5.15.1')).toBe('5.15.1');
		expect(versionOf(' v6.0 ')).toBe('6.0');
		expect(() => versionOf('five')).toThrow('"five" is not a valid version');
	});
});

it('refuses OAuth2 for packages', () => {
	expect(() => connect({ baseUrl: windows }, { oauth2: true })).toThrow('OAuth2 is not available');
	expect(connect({ baseUrl: 'example.cybozu.com' }, { oauth2: true }).signIn).toBe('OAuth2');
});
