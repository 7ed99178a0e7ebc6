import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { InputError } from './errors';
import { choices } from './parameters';

/** Credential fields of both services; `signedIn` applies them to requests. */

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://example.cybozu.com',
	description: 'URL of the service. The URL of any of its pages also works.',
};

export const readOnly: INodeProperties = {
	displayName: 'Read Only',
	name: 'readOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to refuse operations that would change data in the service, for example in tools of AI agents',
};

const shown = { advanced: [true] };

/** Basic authentication and a client certificate, shown where Advanced Settings is on. */
export const advancedFields: INodeProperties[] = [
	{
		displayName: 'Basic Authentication User',
		name: 'basicUser',
		type: 'string',
		default: '',
		displayOptions: { show: shown },
		description: 'User name, only if your service also requires Basic authentication',
	},
	{
		displayName: 'Basic Authentication Password',
		name: 'basicPassword',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: shown },
	},
	{
		displayName: 'Client Certificate',
		name: 'tlsIdentity',
		...choices('none', {
			none: 'None',
			pem: ['PEM', 'Certificate and private key as text'],
			pfx: ['PFX', 'File with certificate and private key, as Base64 text'],
		}),
		displayOptions: { show: shown },
		description:
			'Certificate for secure access. Also use your secure access URL as the base URL (e.g. https://example.s.cybozu.com).',
	},
	{
		displayName: 'PEM Text',
		name: 'pemText',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: '-----BEGIN CERTIFICATE-----',
		displayOptions: { show: { ...shown, tlsIdentity: ['pem'] } },
	},
	{
		displayName: 'Private Key',
		name: 'privateKey',
		type: 'string',
		typeOptions: { password: true, rows: 4 },
		default: '',
		displayOptions: { show: { ...shown, tlsIdentity: ['pem'] } },
	},
	{
		displayName: 'PFX File',
		name: 'pfxSecret',
		type: 'string',
		typeOptions: { password: true, rows: 4 },
		default: '',
		displayOptions: { show: { ...shown, tlsIdentity: ['pfx'] } },
		description: 'Content of the PFX file as Base64 text',
	},
	{
		displayName: 'Passphrase',
		name: 'passphrase',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { ...shown, tlsIdentity: ['pem', 'pfx'] } },
		description: 'Passphrase of the private key or PFX file, if it has one',
	},
];

/**
 * Expression for the base URL without the paths of the services' pages. Always https for the vendor's
 * hosts in every spelling that a URL reader takes, because http would send the client secret unencrypted.
 */
const site = [
	'$self["baseUrl"].trim().slice(0, 2048).normalize("NFKC")',
	String.raw`replace(/^(?!https?:)/i, "https://").replace(/^(https?:)[\/\\]*/i, "$1//").replace(/\\/g, "/")`,
	String.raw`replace(/^http:(?=\/\/[^/?#]*(%|(cybozu|kintone)[.。](com|cn)[.。]?(:\d*)?([/?#]|$)))/i, "https:")`,
	String.raw`replace(/[?#].*$/, "").replace(/\/(k|g|o|login|oauth2)(\/.*)?$/i, "").replace(/\/+$/, "")`,
].join('.');

/**
 * What n8n's OAuth2 needs in addition to client ID and secret.
 * @param scope default scopes, separated by spaces
 */
export function oAuth2Fields(scope: string): INodeProperties[] {
	const hidden = (displayName: string, name: string, fixed: string): INodeProperties => {
		return { displayName, name, type: 'hidden', default: fixed };
	};
	return [
		hidden('Grant Type', 'grantType', 'authorizationCode'),
		hidden('Authorization URL', 'authUrl', `={{ ${site} }}/oauth2/authorization`),
		hidden('Access Token URL', 'accessTokenUrl', `={{ ${site} }}/oauth2/token`),
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: scope,
			description: "OAuth2 scopes to request. Remove those that n8n doesn't need.",
		},
		hidden('Auth URI Query Parameters', 'authQueryParameters', ''),
		hidden('Authentication', 'authentication', 'header'),
	];
}

/** What the credentials of both services hold, beside their addresses. */
export interface SignInSettings {
	username?: string;
	password?: string;
	headerNames?: 'automatic' | 'cybozu' | 'service';
	advanced?: boolean;
	basicUser?: string;
	basicPassword?: string;
	tlsIdentity?: 'none' | 'pem' | 'pfx';
	pemText?: string;
	privateKey?: string;
	pfxSecret?: string;
	passphrase?: string;
}

/** A request with what signs it in: the service's own header, Basic authentication, and a client certificate. */
export function signedIn(
	request: IHttpRequestOptions,
	settings: SignInSettings,
	header: Record<string, string>,
): IHttpRequestOptions {
	const { advanced, basicUser, basicPassword = '' } = settings;
	const basic = advanced &&
		basicUser && { Authorization: `Basic ${base64(`${basicUser}:${basicPassword}`)}` };
	const certificate = clientCertificate(settings);
	return {
		...request,
		headers: { ...request.headers, ...header, ...basic },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

/** Value of the header with login name and password. Throws `InputError` where one is missing. */
export function passwordOf({ username = '', password = '' }: SignInSettings): string {
	if (username !== '' && password !== '') return base64(`${username}:${password}`);
	throw new InputError(
		'The login name or password is missing in the credential',
		'Enter both, and save the credential',
	);
}

/** Whether headers have the vendor's names: as chosen, else where the service is known to be the vendor's. */
export function namesOfVendor(
	{ advanced, headerNames = 'automatic' }: SignInSettings,
	isVendors: boolean,
): boolean {
	return advanced && headerNames !== 'automatic' ? headerNames === 'cybozu' : isVendors;
}

function clientCertificate(settings: SignInSettings): IHttpRequestOptions['agentOptions'] {
	const { advanced, tlsIdentity, pemText = '', privateKey = '', pfxSecret = '' } = settings;
	const passphrase = settings.passphrase ? { passphrase: settings.passphrase } : {};
	if (!advanced) return undefined;
	if (tlsIdentity === 'pem') return { cert: pem(pemText), key: pem(privateKey), ...passphrase };
	if (tlsIdentity !== 'pfx') return undefined;
	return { pfx: Buffer.from(pfxSecret.replace(/\s+/g, ''), 'base64'), ...passphrase };
}

/** PEM text with line breaks, which get lost when it is pasted into a single-line field. */
export function pem(text: string): string {
	return text
		.replace(
			/-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g,
			(block, label: string, content: string) => {
				if (content.includes(':')) return block;
				const lines = content.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
				return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
			},
		)
		.trim();
}

function base64(text: string): string {
	return Buffer.from(text, 'utf8').toString('base64');
}
