import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { signedIn } from '../nodes/RecordPlatform/signIn';
import { baseUrl, gateFields } from '../nodes/shared/signInFields';
import { body, status, testedBy } from '../nodes/shared/signInTest';

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
			displayOptions: { show: { advanced: [true] } },
			description: 'Names of the headers that carry the sign-in',
		},
		...gateFields,
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
	test: ICredentialTestRequest = testedBy(
		{ url: '/k/v1/apps.json', qs: { limit: 1 } },
		[400, 401, 403, 520],
		[
			body(
				'code',
				'CB_WA01',
				'The service does not know this login name and password (CB_WA01). After repeated tries it may lock the account.',
			),
			body(
				'code',
				'CB_AU01',
				'The service saw no sign-in (CB_AU01). Check the header names under Advanced Settings.',
			),
			body(
				'code',
				'GAIA_IA02',
				'The service does not know one of the API tokens (GAIA_IA02). A new token works only after "Update App" was pressed in the settings of its app.',
			),
			body('code', 'CB_NO02', 'The user may not use this service (CB_NO02).'),
			body(
				'code',
				'CB_IL02',
				'The service could not read the sign-in (CB_IL02). Check the credential.',
			),
			body(
				'[0]',
				'<',
				'A web page answered instead of the API. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			body(
				'length',
				0,
				'The answer was empty. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			status(404, 'This host has no API of the record platform. Check the base URL.'),
			status(302, 'The host redirects calls of the API. Check the base URL.'),
			status(301, 'The host redirects calls of the API. Check the base URL.'),
		],
	);
}
