import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The address of the site without what the service's own pages add to it, as an expression. */
const site =
	'$self["baseUrl"].trim().replace(/^(?!https?:)/i, "https://").replace(/[?#].*$/, "").replace(/\\/(k|g|o|login|oauth2)(\\/.*)?$/i, "").replace(/\\/+$/, "")';

export class RecordPlatformOAuth2Api implements ICredentialType {
	name = 'recordPlatformOAuth2Api';

	displayName = 'Record Platform OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../nodes/RecordPlatform/recordPlatform.svg',
		dark: 'file:../nodes/RecordPlatform/recordPlatform.dark.svg',
	};

	documentationUrl = 'https://kintone.dev/en/docs/common/authentication/how-to-add-oauth-clients/';

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
			default:
				'k:app_record:read k:app_record:write k:app_settings:read k:app_settings:write k:file:read k:file:write',
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
