import type { Service } from '../shared/catalogue';
import { bulkRequests } from './bulk';
import { appResource } from './catalogue/app';
import { bulkRequestResource } from './catalogue/bulkRequest';
import { commentResource } from './catalogue/comment';
import { cursorResource } from './catalogue/cursor';
import { fileResource } from './catalogue/file';
import { formResource } from './catalogue/form';
import { recordResource } from './catalogue/record';
import { connect, type RecordPlatformConnection } from './connection';
import { explain } from './errors';
import { route } from './route';

/** Everything the node offers, as data. */
export const recordPlatform: Service<RecordPlatformConnection> = {
	name: 'Record Platform',
	resources: [
		recordResource,
		commentResource,
		fileResource,
		bulkRequestResource,
		cursorResource,
		appResource,
		formResource,
	],
	credentials: [
		{
			value: 'account',
			name: 'API Tokens or Password',
			credential: 'recordPlatformApi',
			oauth2: false,
		},
		{
			value: 'oAuth2',
			name: 'OAuth2',
			credential: 'recordPlatformOAuth2Api',
			oauth2: true,
		},
	],
	connect,
	route: (operation, path, _connection, item) => route(operation, path, item),
	explain,
	bulk: bulkRequests,
};
