import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated } from '../nodes/RecordPlatform/authenticate';
import { baseUrl, advancedFields } from '../nodes/shared/credentialFields';
import { body, status, testedBy } from '../nodes/shared/credentialTest';

export class RecordPlatformApi implements ICredentialType {
	name = 'recordPlatformApi';

	displayName = 'Record Platform (Kintone) API';

	icon: Icon = {
		light: 'file:../nodes/RecordPlatform/recordPlatform.svg',
		dark: 'file:../nodes/RecordPlatform/recordPlatform.dark.svg',
	};

	documentationUrl =
		'https://kintone.dev/en/tutorials/introduction-to-kintone-customizations/api-tokens/';

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Sign In With',
			name: 'signInWith',
			type: 'options',
			default: 'apiTokens',
			options: [
				{
					name: 'API Tokens',
					value: 'apiTokens',
					description: 'Access the apps that the tokens belong to',
				},
				{
					name: 'Password',
					value: 'password',
					description:
						'Access everything that the user has permission for, including the list of apps',
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
				'Up to nine tokens, one per line or separated by commas. Lookups and transactions across apps need a token of each app.',
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
				'Whether to show settings for the header names, Basic authentication, and client certificate',
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
						'X-Cybozu for hosts of cybozu.com, kintone.com, and cybozu.cn, X-Service for all others',
				},
				{ name: 'X-Cybozu', value: 'cybozu' },
				{ name: 'X-Service', value: 'service' },
			],
			displayOptions: { show: { advanced: [true] } },
			description: 'Names of the authentication headers',
		},
		...advancedFields,
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticated(credentials, requestOptions);
	}

	/**
	 * Lists one app. With API tokens the service refuses this request (GAIA_NO01), but only
	 * after it has recognized the token; an unknown token gets GAIA_IA02.
	 */
	test: ICredentialTestRequest = testedBy(
		{ url: '/k/v1/apps.json', qs: { limit: 1 } },
		[400, 401, 403, 520],
		[
			body(
				'code',
				'CB_WA01',
				'The login name or password is incorrect (CB_WA01). The service may lock the user after several failed attempts.',
			),
			body(
				'code',
				'CB_AU01',
				'The service received no authentication (CB_AU01). Check the header names under Advanced Settings.',
			),
			body(
				'code',
				'GAIA_IA02',
				'One of the API tokens is not valid (GAIA_IA02). To activate a new token, click "Update App" in the settings of its app.',
			),
			body('code', 'CB_NO02', 'The user has no permission to use this service (CB_NO02).'),
			body(
				'code',
				'CB_IL02',
				'The service could not read the authentication header (CB_IL02). Check the credential.',
			),
			body(
				'[0]',
				'<',
				'The service returned a web page instead of an API response. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			body(
				'length',
				0,
				'The response was empty. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			status(404, 'The API was not found on this host. Check the base URL.'),
			status(302, 'The host redirects API requests. Check the base URL.'),
			status(301, 'The host redirects API requests. Check the base URL.'),
		],
	);
}
