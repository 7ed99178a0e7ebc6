import fc from 'fast-check';

import { baseUrlOf, isVendorHost } from '../../../nodes/RecordPlatform/connection';
import { recordIdOf } from '../../../nodes/RecordPlatform/catalogue/locators';
import {
	appIn,
	guestSpaceIn,
	pathOn,
	recordPages,
	route,
} from '../../../nodes/RecordPlatform/route';
import type { Operation } from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { oAuth2Fields } from '../../../credentials/shared/fields';
import { itemWith } from '../../support/item';

/** The address that n8n's OAuth2 asks for a token, by the expression of the credential. */
function tokenUrlOf(baseUrl: string): string {
	const field = oAuth2Fields('').find(({ name }) => name === 'accessTokenUrl');
	const expression = /^=\{\{ (.*) \}\}(.*)$/.exec(String(field?.default)) ?? [];
	const evaluate = new Function('$self', `return ${expression[1]}`) as (self: object) => string;
	return `${evaluate({ baseUrl })}${expression[2]}`;
}

it.each([
	'http://example.cybozu.com',
	'http:/example.cybozu.com/k/3/',
	'http:example.cybozu.com',
	'http:\\\\example.cybozu.com',
	'http:///example.kintone.com',
	'HTTP://example.cybozu.com:80',
	'http://example。cybozu。com',
	'http://example.ｃｙｂｏｚｕ.com',
	'http://example.cybozu．com',
	'http://example%2ecybozu%2ecom',
	'http://example.cyboz%75.cn',
	'http://user@example.cybozu.com.',
	'http:\\/\\example.cybozu.com?x',
	'example.cybozu.com',
])('the address of OAuth2 has https for a host of the vendor: %s', (baseUrl) => {
	const { protocol, host, pathname } = new URL(tokenUrlOf(baseUrl));
	expect({ protocol, pathname }).toEqual({ protocol: 'https:', pathname: '/oauth2/token' });
	expect(isVendorHost(`https://${host}`)).toBe(true);
});

it.each([
	['http://localhost:8080/t/NAME/k/3/', 'http://localhost:8080/t/NAME/oauth2/token'],
	['https://example.com/gateway/g/?a=/k/', 'https://example.com/gateway/oauth2/token'],
	['http://notcybozu.com.example', 'http://notcybozu.com.example/oauth2/token'],
])('the address of OAuth2 of %s is %s', (baseUrl, expected) =>
	expect(tokenUrlOf(baseUrl)).toBe(expected),
);

describe('the base URL', () => {
	it.each([
		['https://example.cybozu.com', 'https://example.cybozu.com'],
		[' https://example.cybozu.com/ ', 'https://example.cybozu.com'],
		['example.cybozu.com', 'https://example.cybozu.com'],
		['example.kintone.com/k/12/', 'https://example.kintone.com'],
		['https://example.cybozu.com/k/12/show#record=3', 'https://example.cybozu.com'],
		['https://example.cybozu.com/k/guest/5/12/', 'https://example.cybozu.com'],
		['https://example.cybozu.com/k/m/12', 'https://example.cybozu.com'],
		['https://example.cybozu.com/g/', 'https://example.cybozu.com'],
		['https://example.cybozu.com/login?a=b#c', 'https://example.cybozu.com'],
		['https://example.s.cybozu.com/k/', 'https://example.s.cybozu.com'],
		['https://EXAMPLE.cybozu.com', 'https://example.cybozu.com'],
		['http://localhost:8080/t/NAME', 'http://localhost:8080/t/NAME'],
		['http://localhost:8080/t/NAME/k/3/', 'http://localhost:8080/t/NAME'],
		['localhost:8080', 'https://localhost:8080'],
		['http://sandbox:8080', 'http://sandbox:8080'],
		['http://example.cybozu.com/k/3/', 'https://example.cybozu.com'],
		['http://example.kintone.com.:80', 'https://example.kintone.com.'],
		['http://notcybozu.com', 'http://notcybozu.com'],
		['http://[::1]:8080/', 'http://[::1]:8080'],
	])('%s is %s', (pasted, expected) => expect(baseUrlOf(pasted)).toBe(expected));

	it.each([
		'',
		'   ',
		undefined,
		null,
		12,
		'nonsense',
		'two words',
		'ftp://example.com',
		'https://',
	])('%p is refused', (pasted) => expect(() => baseUrlOf(pasted)).toThrow(InputError));

	it('with a password is refused without repeating it', () => {
		const refusal = () => baseUrlOf('https://user:hidden-word@example.cybozu.com');
		expect(refusal).toThrow(InputError);
		expect(refusal).not.toThrow(/hidden-word/);
	});

	it('is its own base URL', () => {
		fc.assert(
			fc.property(fc.webUrl(), (url) => {
				const base = baseUrlOf(url);
				expect(baseUrlOf(base)).toBe(base);
				expect(base).not.toMatch(/\/$/);
			}),
		);
	});
});

it.each([
	['https://example.cybozu.com', true],
	['https://example.s.cybozu.com', true],
	['https://example.kintone.com', true],
	['https://example.cybozu.cn', true],
	['https://cybozu.com.example.org', false],
	['https://notcybozu.com', false],
	['http://localhost:8080', false],
])("the host of %s is the vendor's: %p", (url, expected) => {
	expect(isVendorHost(url)).toBe(expected);
});

describe('a path', () => {
	const api = '/k/v1/app/form/fields.json';

	it.each([
		[{}, '/k/v1/app/form/fields.json'],
		[{ preview: true }, '/k/v1/preview/app/form/fields.json'],
		[{ guestSpace: '5' }, '/k/guest/5/v1/app/form/fields.json'],
		[{ guestSpace: '5', preview: true }, '/k/guest/5/v1/preview/app/form/fields.json'],
	])('on %p is %s', (side, expected) => expect(pathOn(api, side)).toBe(expected));

	it.each([
		[{ environment: 'both', guestSpace: true }, { environment: 'preview' }, '/k/v1/preview/x.json'],
		[{ method: 'GET', environment: 'both', guestSpace: true }, {}, '/k/v1/x.json'],
		[{ environment: 'preview' }, {}, '/k/v1/preview/x.json'],
		[{ guestSpace: true }, { options: { guestSpace: '3' } }, '/k/guest/3/v1/x.json'],
		[{ guestSpace: true }, { app: 'guest/3/12' }, '/k/guest/3/v1/x.json'],
		[{}, { options: { guestSpace: '3' } }, '/k/v1/x.json'],
		[{}, { environment: 'preview' }, '/k/v1/x.json'],
	])('of %p with %p is %s', (operation, values, expected) => {
		expect(route(operation as Operation, '/k/v1/x.json', itemWith(values))).toBe(expected);
	});
});

it.each([
	['12', { id: '12' }],
	[12, { id: '12' }],
	['guest/5/12', { id: '12', guestSpace: '5' }],
	['https://example.cybozu.com/k/12/', { id: '12' }],
	['https://example.cybozu.com/k/12/show#record=3', { id: '12' }],
	['https://example.cybozu.com/k/12/?view=1', { id: '12' }],
	['https://example.cybozu.com/k/m/12', { id: '12' }],
	['https://example.cybozu.com/k/guest/5/12/', { id: '12', guestSpace: '5' }],
	['http://localhost:8080/t/NAME/k/guest/5/m/12/', { id: '12', guestSpace: '5' }],
	['', { id: '' }],
	[undefined, { id: '' }],
])('an app in %p is %p', (chosen, expected) => expect(appIn(chosen)).toEqual(expected));

it.each(['orders', 'https://example.com/', '12a'])('an app is not in %p', (chosen) => {
	expect(() => appIn(chosen)).toThrow(InputError);
});

describe('a record', () => {
	const site = 'https://example.cybozu.com';
	const idIn = (chosen: unknown, values: object = { app: '12' }) =>
		recordIdOf(chosen, itemWith(values as Record<string, unknown>));

	it.each([
		[{ app: '12' }, `${site}/k/12/show#record=7`],
		[{ app: 'guest/5/12' }, `${site}/k/guest/5/12/show#record=7`],
		[{ app: '12', options: { guestSpace: '5' } }, `${site}/k/guest/5/12/show#record=7`],
	])('of %p is on the page %s', (values, page) => {
		expect(recordPages(itemWith(values))('7')).toBe(page);
	});

	it.each([
		['17', {}],
		[17, {}],
		[`${site}/k/12/show#record=17`, {}],
		[`${site}/k/12/show#record=17&l.view=20&mode=edit`, {}],
		[`${site}/k/12/show?record=17&comment=3`, {}],
		[`${site}/k/m/12/show?record=17`, {}],
		[`${site}/k/guest/5/12/show#record=17`, { app: 'guest/5/12' }],
		[`${site}/k/guest/5/m/12/show#record=17`, { app: '12', options: { guestSpace: '5' } }],
		// The site's name for client certificates.
		['https://example.s.cybozu.com:443/k/12/show#record=17', {}],
		['show#record=17', {}],
	])('in %p of %p is 17', (chosen, values) => {
		expect(idIn(chosen, { app: '12', ...values })).toBe('17');
	});

	it.each([
		[`${site}/k/13/show#record=17`, 'app 13', 'app 12'],
		[`${site}/k/m/13/show?record=17&comment=3`, 'app 13', 'app 12'],
		[`${site}/k/guest/6/12/show#record=17`, 'guest space 6', 'guest space 5'],
		['https://another.cybozu.com/k/12/show#record=17', 'another.cybozu.com', 'example.cybozu.com'],
		['https://crm.example.org/k/12/show#record=17', 'crm.example.org', 'example.cybozu.com'],
	])('in %p is elsewhere', (chosen, found, own) => {
		expect(() => idIn(chosen, { app: 'guest/5/12' })).toThrow(
			`The record URL belongs to ${found}, but the node uses ${own}`,
		);
	});

	it.each(['', 'x', '12a', `${site}/k/12/`])('is not in %p', (chosen) => {
		expect(() => idIn(chosen)).toThrow('is not a valid record');
	});
});

it.each([
	['5', '5'],
	[5, '5'],
	['https://example.cybozu.com/k/guest/5/', '5'],
	['https://example.cybozu.com/k/guest/5/12/show#record=1', '5'],
	['', undefined],
	[undefined, undefined],
])('a guest space in %p is %p', (entered, expected) => {
	expect(guestSpaceIn(entered)).toBe(expected);
});

it('a guest space is nothing else', () => {
	expect(() => guestSpaceIn('partners')).toThrow(InputError);
});
