import type { Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { baseUrl, oAuth2Fields, readOnly, timeout } from './shared/fields';

export class RecordPlatformOAuth2Api implements ICredentialType {
	name = 'recordPlatformOAuth2Api';

	displayName = 'Record Platform (Kintone) OAuth2 API';

	extends = ['oAuth2Api'];

	icon: Icon = {
		light: 'file:../nodes/RecordPlatform/recordPlatform.svg',
		dark: 'file:../nodes/RecordPlatform/recordPlatform.dark.svg',
	};

	documentationUrl = 'https://kintone.dev/en/docs/common/authentication/how-to-add-oauth-clients/';

	properties: INodeProperties[] = [
		baseUrl,
		...oAuth2Fields(
			'k:app_record:read k:app_record:write k:app_settings:read k:app_settings:write k:file:read k:file:write',
		),
		readOnly,
		timeout,
	];
}
