import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDisplayOptions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticated } from '../nodes/Groupware/authenticate';
import { baseUrl, advancedFields } from '../nodes/shared/credentialFields';
import { body, status, testedBy } from '../nodes/shared/credentialTest';

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

	/** Lists one user, which every user may do. */
	test: ICredentialTestRequest = testedBy(
		{ url: '/api/v1/base/users', qs: { limit: 1 } },
		[400, 401, 403, 502, 520],
		[
			...refusals({
				FW00007:
					'The login name or password is incorrect (FW00007). The service may lock the user after several failed attempts.',
				FW00008: 'This user is inactive (FW00008). Ask an administrator to activate it.',
				GRN_REST_API_00001:
					'The login name or password is incorrect (GRN_REST_API_00001). The service may lock the user after several failed attempts.',
				GRN_REST_API_00002:
					'The service received no login name and password (GRN_REST_API_00002). Check the header name under Advanced Settings.',
				GRN_REST_API_00003:
					'The service received no login name and password (GRN_REST_API_00003). Check the header name under Advanced Settings.',
				GRN_REST_API_00004: 'This user has no license for the service (GRN_REST_API_00004).',
				GRN_REST_API_00101:
					"The service doesn't support this request (GRN_REST_API_00101). The cloud edition, or package edition 5.0 or later, is required.",
				SLASH_LO02: 'This user is inactive, or the service is overloaded (SLASH_LO02).',
			}),
			body(
				'[0]',
				'<',
				'The service returned a web page instead of an API response. Check the base URL, the edition, and Basic authentication under Advanced Settings.',
			),
			body(
				'length',
				0,
				'The response was empty. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			body(
				'users',
				undefined,
				'The response is not from the Groupware API, or the API rejected the request. Check the base URL and the edition.',
			),
			status(
				404,
				'The Groupware API was not found at this URL. Check the base URL and the edition.',
			),
			...[301, 302, 303, 307, 308].map((code) =>
				status(
					code,
					'The host redirected the request, e.g. to a sign-in page. Check the base URL and the edition.',
				),
			),
		],
	);
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

/** Messages by the service's own codes, wherever its answer has them (`errors.ts` of the node). */
function refusals(messages: Record<string, string>) {
	return Object.entries(messages).flatMap(([code, message]) => [
		body('error.errorCode', code, message),
		body('code', code, message),
	]);
}
