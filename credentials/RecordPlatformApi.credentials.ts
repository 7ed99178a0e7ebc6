import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { signedIn } from '../nodes/RecordPlatform/signIn';

const advanced = { advanced: [true] };

/** Failed answers that the rules below read; any other status fails the test by itself. */
const READ_STATUSES = [400, 401, 403, 520];

export class RecordPlatformApi implements ICredentialType {
	name = 'recordPlatformApi';

	displayName = 'Record Platform API';

	icon: Icon = {
		light: 'file:../nodes/RecordPlatform/recordPlatform.svg',
		dark: 'file:../nodes/RecordPlatform/recordPlatform.dark.svg',
	};

	documentationUrl =
		'https://kintone.dev/en/tutorials/introduction-to-kintone-customizations/api-tokens/';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://example.cybozu.com',
			description: 'Address of your site. The address of any page in it will do.',
		},
		{
			displayName: 'Sign In With',
			name: 'signInWith',
			type: 'options',
			default: 'apiTokens',
			options: [
				{
					name: 'API Tokens',
					value: 'apiTokens',
					description: 'For the apps that the tokens were made for',
				},
				{
					name: 'Password',
					value: 'password',
					description: 'For everything that the user may do, the list of apps included',
				},
			],
		},
		{
			displayName: 'API Tokens',
			name: 'apiTokens',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			displayOptions: { show: { signInWith: ['apiTokens'] } },
			description:
				'Up to nine tokens, one a line or separated by commas. Lookups and calls that concern several apps need a token of each app.',
		},
		{
			displayName: 'Login Name',
			name: 'username',
			type: 'string',
			default: '',
			displayOptions: { show: { signInWith: ['password'] } },
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: { show: { signInWith: ['password'] } },
		},
		{
			displayName: 'Advanced Settings',
			name: 'advanced',
			type: 'boolean',
			default: false,
			description:
				'Whether to set header names, Basic authentication in front of the service, or a client certificate',
		},
		{
			displayName: 'Header Names',
			name: 'headerNames',
			type: 'options',
			default: 'automatic',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'X-Cybozu for hosts of cybozu.com, kintone.com and cybozu.cn, else X-Service',
				},
				{ name: 'X-Cybozu', value: 'cybozu' },
				{ name: 'X-Service', value: 'service' },
			],
			displayOptions: { show: advanced },
			description: 'Names of the headers that carry the sign-in',
		},
		{
			displayName: 'Basic Authentication User',
			name: 'basicUser',
			type: 'string',
			default: '',
			displayOptions: { show: advanced },
			description: 'Only when Basic authentication stands in front of the service',
		},
		{
			displayName: 'Basic Authentication Password',
			name: 'basicPassword',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: { show: advanced },
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
			displayOptions: { show: advanced },
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
			displayOptions: { show: { ...advanced, tlsIdentity: ['pem'] } },
		},
		{
			displayName: 'Private Key',
			name: 'privateKey',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			displayOptions: { show: { ...advanced, tlsIdentity: ['pem'] } },
		},
		{
			displayName: 'PFX File',
			name: 'pfxSecret',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			displayOptions: { show: { ...advanced, tlsIdentity: ['pfx'] } },
			description: 'Content of the .pfx file as base64 text',
		},
		{
			displayName: 'Passphrase',
			name: 'passphrase',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: { show: { ...advanced, tlsIdentity: ['pem', 'pfx'] } },
			description: 'Passphrase of the private key or the PFX file, where it has one',
		},
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signedIn(credentials, requestOptions);
	}

	/**
	 * Lists one app. With API tokens the service refuses just that call (GAIA_NO01), but only
	 * after it has recognised the token; an unknown one gets GAIA_IA02.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/k/v1/apps.json',
			qs: { limit: 1 },
			disableFollowRedirect: true,
			// Read and not thrown: n8n sends a request again whose 401 is thrown.
			ignoreHttpStatusErrors: {
				ignore: true,
				except: Array.from({ length: 300 }, (_, index) => 300 + index).filter(
					(status) => !READ_STATUSES.includes(status),
				),
			},
		},
		// n8n follows rules of both kinds, although their type wants one kind.
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'CB_WA01',
					message:
						'The service does not know this login name and password (CB_WA01). After repeated tries it may lock the account.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'CB_AU01',
					message:
						'The service saw no sign-in (CB_AU01). Check the header names under Advanced Settings.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'GAIA_IA02',
					message:
						'The service does not know one of the API tokens (GAIA_IA02). A new token works only after "Update App" was pressed in the settings of its app.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'CB_NO02',
					message: 'The user may not use this service (CB_NO02).',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'code',
					value: 'CB_IL02',
					message: 'The service could not read the sign-in (CB_IL02). Check the credential.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: '[0]',
					value: '<',
					message:
						'A web page answered instead of the API. Check the base URL, and Basic authentication under Advanced Settings.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'length',
					value: 0,
					message:
						'The answer was empty. Check the base URL, and Basic authentication under Advanced Settings.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'This host has no API of the record platform. Check the base URL.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 302,
					message: 'The host redirects calls of the API. Check the base URL.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 301,
					message: 'The host redirects calls of the API. Check the base URL.',
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
