import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The address of the site without what the service's own pages add to it, as an expression. */
const site =
	'$self["baseUrl"].trim().replace(/^(?!https?:)/i, "https://").replace(/[?#].*$/, "").replace(/\\/(g|k|o|login|oauth2)(\\/.*)?$/i, "").replace(/\\/+$/, "")';

export class GroupwareOAuth2Api implements ICredentialType {
	name = 'groupwareOAuth2Api';

	displayName = 'Groupware OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../nodes/Groupware/groupware.svg',
		dark: 'file:../nodes/Groupware/groupware.dark.svg',
	};

	documentationUrl = 'https://cybozu.dev/ja/common/docs/oauth-client/add-client/';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://example.cybozu.com',
			description:
				'Address of your site in the cloud edition; the package edition knows no OAuth2. The address of any page in it will do.',
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
				'g:schedule:read g:schedule:write g:schedule.facility:read g:schedule.facility:write g:base:read g:workflow:read g:workflow.form:read g:presence:read g:presence:write g:todo:read g:todo.category:read g:todo:write g:notification:read g:notification:write g:system.api.proxy:read g:system.api.proxy:write g:system.plugin:read',
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
