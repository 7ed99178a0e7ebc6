import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { baseUrl, oAuth2Fields, readOnly, timeout } from './shared/fields';

export class GroupwareOAuth2Api implements ICredentialType {
	name = 'groupwareOAuth2Api';

	displayName = 'Groupware (Garoon) OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../nodes/Groupware/groupware.svg',
		dark: 'file:../nodes/Groupware/groupware.dark.svg',
	};

	documentationUrl = 'https://cybozu.dev/ja/common/docs/oauth-client/add-client/';

	properties: INodeProperties[] = [
		{
			...baseUrl,
			description:
				'URL of the service. The URL of any of its pages also works. OAuth2 is available in the cloud edition only.',
		},
		...oAuth2Fields(
			'g:schedule:read g:schedule:write g:schedule.facility:read g:schedule.facility:write g:base:read g:workflow:read g:workflow.form:read g:presence:read g:presence:write g:todo:read g:todo.category:read g:todo:write g:notification:read g:notification:write g:system.api.proxy:read g:system.api.proxy:write g:system.plugin:read',
		),
		readOnly,
		timeout,
	];
}
