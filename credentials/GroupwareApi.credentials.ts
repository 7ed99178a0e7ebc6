import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDisplayOptions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { signedIn } from '../nodes/Groupware/signIn';
import { baseUrl, gateFields } from '../nodes/shared/signInFields';
import { body, status, testedBy } from '../nodes/shared/signInTest';

const advanced = { advanced: [true] };
const packaged = { edition: ['packageWindows', 'packageLinux'] };

export class GroupwareApi implements ICredentialType {
	name = 'groupwareApi';

	displayName = 'Groupware API';

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
				'Where the service runs. A base URL that contains grn.exe or grn.cgi tells it by itself.',
		},
		packageVersion(packaged),
		// The address tells the edition, so that it is asked for there too.
		packageVersion({ edition: ['cloud'], baseUrl: [{ _cnd: { includes: '/grn.' } }] }),
		{
			displayName: 'Advanced Settings',
			name: 'advanced',
			type: 'boolean',
			default: false,
			description:
				'Whether to set the installation identifier, the header name, Basic authentication in front of the service, or a client certificate',
		},
		{
			displayName: 'Installation Identifier',
			name: 'installId',
			type: 'string',
			default: 'cbgrn',
			displayOptions: { show: { ...advanced, ...packaged } },
			description:
				'The part of the address before the program, as in /scripts/cbgrn/grn.exe. Not needed when the base URL contains it.',
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
						'X-Cybozu-Authorization for package editions and for hosts of cybozu.com, kintone.com and cybozu.cn, else X-Service-Authorization',
				},
				{ name: 'X-Cybozu-Authorization', value: 'cybozu' },
				{ name: 'X-Service-Authorization', value: 'service' },
			],
			displayOptions: { show: advanced },
			description: 'Name of the header that carries the sign-in',
		},
		...gateFields,
	];

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return signedIn(credentials, requestOptions);
	}

	/** Lists one user: every account may. */
	test: ICredentialTestRequest = testedBy(
		{ url: '/api/v1/base/users', qs: { limit: 1 } },
		[400, 401, 403, 502, 520],
		[
			...refusals({
				FW00007:
					'The service does not know this login name and password (FW00007). After repeated tries it may lock the account.',
				FW00008: 'The account is not active (FW00008). An administrator can activate it.',
				GRN_REST_API_00001:
					'The service does not know this login name and password (GRN_REST_API_00001). After repeated tries it may lock the account.',
				GRN_REST_API_00002:
					'The service saw no sign-in (GRN_REST_API_00002). Check the header name under Advanced Settings.',
				GRN_REST_API_00003:
					'The service saw no sign-in (GRN_REST_API_00003). Check the header name under Advanced Settings.',
				GRN_REST_API_00004: 'The account has no licence for the service (GRN_REST_API_00004).',
				GRN_REST_API_00101:
					'The service does not know this call (GRN_REST_API_00101). It needs the cloud edition, or package edition 5.0 or later.',
				SLASH_LO02: 'The account is not active, or the service is overloaded (SLASH_LO02).',
			}),
			body(
				'[0]',
				'<',
				'A web page answered instead of the API. Check the base URL, the edition, and Basic authentication under Advanced Settings.',
			),
			body(
				'length',
				0,
				'The answer was empty. Check the base URL, and Basic authentication under Advanced Settings.',
			),
			body(
				'users',
				undefined,
				'What answered is not the API of the groupware, or it refused the call. Check the base URL and the edition.',
			),
			status(
				404,
				'This host has no API of the groupware there. Check the base URL and the edition.',
			),
			...[301, 302, 303, 307, 308].map((code) =>
				status(
					code,
					'The host redirects calls of the API, as it does to its sign-in page. Check the base URL and the edition.',
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
		placeholder: '5.15',
		displayOptions: { show },
		description:
			'Version of the package. Operations that it does not have are refused before anything is sent. Leave it empty when you do not know it.',
	};
}

/** Messages by the service's own codes, wherever its answer has them (`errors.ts` of the node). */
function refusals(messages: Record<string, string>) {
	return Object.entries(messages).flatMap(([code, message]) => [
		body('error.errorCode', code, message),
		body('code', code, message),
	]);
}
