import type { Service } from '../shared/catalogue';
import {
	bulletinCategoryResource,
	bulletinDraftResource,
	bulletinTopicResource,
} from './catalogue/bulletin';
import { datastoreResource } from './catalogue/datastore';
import { organizationResource, userResource } from './catalogue/directory';
import { eventCommentResource, eventResource } from './catalogue/event';
import { facilityGroupResource, facilityResource } from './catalogue/facility';
import { messageAttachmentResource, messageResource } from './catalogue/message';
import { notificationResource } from './catalogue/notification';
import { presenceResource } from './catalogue/presence';
import { pluginSettingResource, proxySettingResource } from './catalogue/systemSettings';
import {
	commentResource,
	discussionResource,
	spaceAttachmentResource,
	spaceResource,
} from './catalogue/space';
import { todoCategoryResource, todoResource } from './catalogue/todo';
import {
	workflowFileResource,
	workflowFormResource,
	workflowRequestResource,
} from './catalogue/workflow';
import { connect, type GroupwareConnection } from './connection';
import { explain } from './errors';

/** Everything the node offers, as data. */
export const groupware: Service<GroupwareConnection> = {
	name: 'Groupware',
	resources: [
		eventResource,
		eventCommentResource,
		facilityResource,
		facilityGroupResource,
		todoResource,
		todoCategoryResource,
		messageResource,
		messageAttachmentResource,
		bulletinTopicResource,
		bulletinDraftResource,
		bulletinCategoryResource,
		notificationResource,
		presenceResource,
		spaceResource,
		discussionResource,
		commentResource,
		spaceAttachmentResource,
		workflowRequestResource,
		workflowFileResource,
		workflowFormResource,
		userResource,
		organizationResource,
		datastoreResource,
		pluginSettingResource,
		proxySettingResource,
	],
	credentials: [
		{ value: 'account', name: 'Password', credential: 'groupwareApi', oauth2: false },
		{ value: 'oAuth2', name: 'OAuth2', credential: 'groupwareOAuth2Api', oauth2: true },
	],
	connect,
	// The edition's prefix is part of the connection's base URL.
	route: (_operation, path) => path,
	explain,
};
