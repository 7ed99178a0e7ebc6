import type { Service } from '../shared/catalogue';
import { bulletinResources } from './catalogue/bulletin';
import { datastoreResource } from './catalogue/datastore';
import { directoryResources } from './catalogue/directory';
import { eventResources } from './catalogue/event';
import { facilityResources } from './catalogue/facility';
import { messageResources } from './catalogue/message';
import { notificationResource } from './catalogue/notification';
import { presenceResource } from './catalogue/presence';
import { spaceResources } from './catalogue/space';
import { systemResources } from './catalogue/systemSettings';
import { todoResources } from './catalogue/todo';
import { workflowResources } from './catalogue/workflow';
import { connect, type GroupwareConnection } from './connection';
import { explain } from './errors';

/** Everything the node offers, as data. */
export const groupware: Service<GroupwareConnection> = {
	name: 'Groupware',
	resources: [
		eventResources,
		facilityResources,
		todoResources,
		messageResources,
		bulletinResources,
		notificationResource,
		presenceResource,
		spaceResources,
		workflowResources,
		directoryResources,
		datastoreResource,
		systemResources,
	].flat(),
	credentials: [
		{ value: 'account', name: 'Password', credential: 'groupwareApi', oauth2: false },
		{ value: 'oAuth2', name: 'OAuth2', credential: 'groupwareOAuth2Api', oauth2: true },
	],
	connect,
	// The edition's prefix is part of the connection's base URL.
	route: (_operation, path) => path,
	explain,
};
