import type { Service } from '../shared/catalogue';
import { appsOf, bulkRequests } from './bulk';
import { actionResource } from './catalogue/action';
import { apiInformationResource } from './catalogue/apiInformation';
import { appResource } from './catalogue/app';
import { appDesignResource } from './catalogue/appDesign';
import { appPluginResource } from './catalogue/appPlugin';
import { appSettingsResource } from './catalogue/appSettings';
import { bulkRequestResource } from './catalogue/bulkRequest';
import { categoryResource } from './catalogue/category';
import { commentResource } from './catalogue/comment';
import { cursorResource } from './catalogue/cursor';
import { customizationResource } from './catalogue/customization';
import { deploymentResource } from './catalogue/deployment';
import { fileResource } from './catalogue/file';
import { formResource } from './catalogue/form';
import { guestResource } from './catalogue/guest';
import { notificationSettingsResource } from './catalogue/notificationSettings';
import { permissionResource } from './catalogue/permission';
import { pluginResource } from './catalogue/plugin';
import { processResource } from './catalogue/processManagement';
import { recordResource } from './catalogue/record';
import { reportResource } from './catalogue/report';
import { searchResource } from './catalogue/search';
import { spaceResource } from './catalogue/space';
import { tableRowResource } from './catalogue/tableRow';
import { threadResource } from './catalogue/thread';
import { viewResource } from './catalogue/view';
import { connect, type RecordPlatformConnection } from './connection';
import { explain, incomplete } from './errors';
import { checkSites, route } from './route';

/** The node's resources, operations and credentials as data. */
export const recordPlatform: Service<RecordPlatformConnection> = {
	name: 'Record Platform',
	resources: [
		recordResource,
		tableRowResource,
		commentResource,
		fileResource,
		appResource,
		processResource,
		searchResource,
		bulkRequestResource,
		cursorResource,
		formResource,
		viewResource,
		reportResource,
		actionResource,
		categoryResource,
		customizationResource,
		deploymentResource,
		appSettingsResource,
		permissionResource,
		notificationSettingsResource,
		appPluginResource,
		appDesignResource,
		spaceResource,
		threadResource,
		guestResource,
		pluginResource,
		apiInformationResource,
	],
	credentials: [
		{
			value: 'account',
			name: 'API Tokens or Password',
			credential: 'recordPlatformApi',
			oauth2: false,
		},
		{ value: 'oAuth2', name: 'OAuth2', credential: 'recordPlatformOAuth2Api', oauth2: true },
	],
	connect,
	check: checkSites,
	route,
	explain,
	incomplete,
	bulk: bulkRequests,
	about: appsOf,
};
