import type { INodeProperties } from 'n8n-workflow';

/** Fields that the credentials of both services have alike; what they mean for a request is in `signIn.ts`. */

export const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'https://example.cybozu.com',
	description: 'Address of your site. The address of any page in it will do.',
};

const shown = { advanced: [true] };

/** Basic authentication and a client certificate, shown where Advanced Settings is on. */
export const gateFields: INodeProperties[] = [
	{
		displayName: 'Basic Authentication User',
		name: 'basicUser',
		type: 'string',
		default: '',
		displayOptions: { show: shown },
		description: 'Only when Basic authentication stands in front of the service',
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
		type: 'options',
		default: 'none',
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'PEM', value: 'pem', description: 'Certificate and private key as text' },
			{ name: 'PFX', value: 'pfx', description: 'File with both, as base64 text' },
		],
		displayOptions: { show: shown },
		description:
			'Certificate to show to the service. The base URL is that of the secure access then (https://example.s.cybozu.com).',
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
		description: 'Content of the .pfx file as base64 text',
	},
	{
		displayName: 'Passphrase',
		name: 'passphrase',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		displayOptions: { show: { ...shown, tlsIdentity: ['pem', 'pfx'] } },
		description: 'Passphrase of the private key or the PFX file, where it has one',
	},
];

/**
 * The address of the site without what the pages of its services add to it, as an expression. The
 * vendor's hosts are reached by https only: http would send the client secret unprotected.
 */
const site =
	'$self["baseUrl"].trim().replace(/^(?!https?:)/i, "https://").replace(/^http:(?=\\/\\/([^/?#]*\\.)?(cybozu\\.com|kintone\\.com|cybozu\\.cn)\\.?(:\\d+)?([/?#]|$))/i, "https:").replace(/[?#].*$/, "").replace(/\\/(k|g|o|login|oauth2)(\\/.*)?$/i, "").replace(/\\/+$/, "")';

/**
 * What n8n's OAuth2 needs beside client ID and secret.
 * @param scope scopes separated by spaces, which people can change
 */
export function oAuth2Fields(scope: string): INodeProperties[] {
	return [
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: `={{ ${site} }}/oauth2/authorization`,
			required: true,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{ ${site} }}/oauth2/token`,
			required: true,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: scope,
			description: 'What n8n may do. Leave out what it is not to do.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'header',
		},
	];
}
