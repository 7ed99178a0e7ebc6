import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated } from '../nodes/RecordPlatform/connection';
import { advancedFields, baseUrl, readOnly, timeout } from './shared/fields';

export class RecordPlatformApi implements ICredentialType {
	name = 'recordPlatformApi';

	displayName = 'Record Platform (Kintone) API';

	icon: Icon = {
		light: 'file:../nodes/RecordPlatform/recordPlatform.svg',
		dark: 'file:../nodes/RecordPlatform/recordPlatform.dark.svg',
	};

	documentationUrl = 'https://cybozu.dev/ja/kintone/docs/rest-api/overview/authentication/';

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
		readOnly,
		timeout,
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
}
