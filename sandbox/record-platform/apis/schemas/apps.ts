import { shared } from '../shared';
import {
	flag,
	formatted,
	listOf,
	long,
	mapOf,
	object,
	oneOf,
	person,
	required,
	revision,
	text,
	textUpTo,
	type OperationSchemas,
} from '../vocabulary';

export const appSchemas: OperationSchemas = {
	'GET app': {
		request: object({ id: required(long) }),
		response: object({
			appId: long,
			code: text,
			createdAt: formatted('date-time'),
			creator: person,
			description: text,
			modifiedAt: formatted('date-time'),
			modifier: person,
			name: text,
			spaceId: long,
			threadId: long,
		}),
	},
	'GET apps': {
		request: object({
			codes: listOf(text),
			offset: long,
			name: textUpTo(64),
			limit: long,
			ids: listOf(long),
			spaceIds: listOf(long),
		}),
		response: object({ apps: listOf(shared('App')) }),
	},
	'POST app': {
		request: object({ name: required(text), space: long, thread: long }),
		response: object({ app: long, revision: long }),
	},
	'GET apps/statistics': {
		request: object({ offset: long, limit: long }),
		response: object({
			apps: listOf(
				object({
					id: text,
					name: text,
					appGroup: text,
					recordUpdatedAt: text,
					recordCount: text,
					fieldCount: text,
					dailyRequestCount: text,
					apiTokenCount: text,
					webhookCount: text,
					storageUsage: text,
					createdAt: text,
					modifiedAt: text,
					status: oneOf('NOT_ACTIVATED', 'ACTIVATED', 'CHANGED'),
					customized: flag,
					space: object({ id: text, name: text }),
					creator: person,
					modifier: person,
				}),
			),
		}),
	},
	'GET app/adminNotes': {
		request: object({ app: required(text) }),
		response: object({ content: text, includeInTemplateAndDuplicates: flag, revision: long }),
	},
	'PUT app/adminNotes': {
		request: object({
			app: required(long),
			content: textUpTo(10000),
			includeInTemplateAndDuplicates: flag,
			revision: long,
		}),
		response: revision,
	},
	'GET app/form/fields': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({ properties: mapOf(shared('FormField')), revision: long }),
	},
	'POST app/form/fields': {
		request: object({
			app: required(long),
			properties: required(mapOf(shared('FormField'))),
			revision: long,
		}),
		response: revision,
	},
	'PUT app/form/fields': {
		request: object({
			app: required(long),
			properties: required(mapOf(shared('FormField'))),
			revision: long,
		}),
		response: revision,
	},
	'DELETE app/form/fields': {
		request: object({ app: required(long), fields: required(listOf(text)), revision: long }),
		response: revision,
	},
	'GET app/form/layout': {
		request: object({ app: required(long) }),
		response: object({ layout: listOf(shared('LayoutRow')), revision: long }),
	},
	'PUT app/form/layout': {
		request: object({
			app: required(long),
			layout: required(listOf(shared('LayoutRow'))),
			revision: long,
		}),
		response: revision,
	},
	'GET form': {
		request: object({ app: required(long) }),
		response: object({ properties: listOf(shared('FormItem')) }),
	},
	'GET app/views': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({ revision: long, views: mapOf(shared('View')) }),
	},
	'PUT app/views': {
		request: object({
			app: required(long),
			revision: long,
			views: required(mapOf(shared('View'))),
		}),
		response: object({ revision: long, views: mapOf(object({ id: long })) }),
	},
	'GET app/reports': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({ reports: mapOf(shared('Report')), revision: long }),
	},
	'PUT app/reports': {
		request: object({
			app: required(long),
			reports: required(mapOf(shared('Report'))),
			revision: long,
		}),
		response: object({ reports: mapOf(object({ id: long })), revision: long }),
	},
};
