import type { Service } from '../shared/catalogue';
import {
	bulletinCategoryResource,
	bulletinDraftResource,
	bulletinTopicResource,
} from './catalogue/bulletin';
import { datastoreResource } from './catalogue/datastore';
import { organizationResource, userResource } from './catalogue/directory';
import { eventResource } from './catalogue/event';
import { eventCommentResource } from './catalogue/eventComment';
import { facilityGroupResource, facilityResource } from './catalogue/facility';
import { messageResource } from './catalogue/message';
import { messageAttachmentResource } from './catalogue/messageAttachment';
import { notificationResource } from './catalogue/notification';
import { pluginSettingResource } from './catalogue/pluginSetting';
import { presenceResource } from './catalogue/presence';
import { proxySettingResource } from './catalogue/proxySetting';
import { commentResource, discussionResource, spaceResource } from './catalogue/space';
import { spaceAttachmentResource } from './catalogue/spaceAttachment';
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
