import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDisplayOptions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated } from '../nodes/Groupware/connection';
import { advancedFields, baseUrl, readOnly, timeout } from './shared/fields';

const advanced = { advanced: [true] };
const packaged = { edition: ['packageWindows', 'packageLinux'] };

export class GroupwareApi implements ICredentialType {
	name = 'groupwareApi';

	displayName = 'Groupware (Garoon) API';

	icon: Icon = {
		light: 'file:../nodes/Groupware/groupware.svg',
		dark: 'file:../nodes/Groupware/groupware.dark.svg',
	};

	documentationUrl = 'https://cybozu.dev/ja/garoon/docs/rest-api/overview/authentication/';

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Login Name',
			name: 'username',
			type: 'string',
			default: '',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Edition',
			name: 'edition',
			type: 'options',
			default: 'cloud',
			options: [
				{ name: 'Cloud', value: 'cloud' },
				{ name: 'Package on Linux', value: 'packageLinux' },
				{ name: 'Package on Windows', value: 'packageWindows' },
			],
			description:
				'Edition of the service. If the base URL contains grn.exe or grn.cgi, this setting is ignored.',
		},
		packageVersion(packaged),
		// The URL may show that it is a package edition, so the version is shown then too.
		packageVersion({ edition: ['cloud'], baseUrl: [{ _cnd: { includes: '/grn.' } }] }),
		readOnly,
		timeout,
		{
			displayName: 'Advanced Settings',
			name: 'advanced',
			type: 'boolean',
			default: false,
			description:
				'Whether to show settings for the installation identifier, header name, Basic authentication, and client certificate',
		},
		{
			displayName: 'Installation Identifier',
			name: 'installId',
			type: 'string',
			default: 'cbgrn',
			displayOptions: { show: { ...advanced, ...packaged } },
			description:
				'Part of the URL before the program, e.g. cbgrn in /scripts/cbgrn/grn.exe. Ignored if the base URL contains it.',
		},
		{
			displayName: 'Header Name',
			name: 'headerNames',
			type: 'options',
			default: 'automatic',
			options: [
				{
					name: 'Automatic',
					value: 'automatic',
					description:
						'X-Cybozu-Authorization for package editions and for hosts of cybozu.com, kintone.com, and cybozu.cn. X-Service-Authorization for all others.',
				},
				{ name: 'X-Cybozu-Authorization', value: 'cybozu' },
				{ name: 'X-Service-Authorization', value: 'service' },
			],
			displayOptions: { show: advanced },
			description: 'Name of the HTTP header with the login name and password',
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

function packageVersion(show: NonNullable<IDisplayOptions['show']>): INodeProperties {
	return {
		displayName: 'Package Version',
		name: 'packageVersion',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5.15',
		displayOptions: { show },
		description:
			"Version of the package edition. Operations that this version doesn't have cause an error. Leave empty if you don't know it.",
	};
}
