import type { INodeProperties } from 'n8n-workflow';

import { choices } from '../../nodes/shared/parameters';

/** Credential fields of both services; `signedIn` of `nodes/shared/connection.ts` applies them to requests. */

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

export const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description: 'Seconds to wait for a response before a request fails',
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
