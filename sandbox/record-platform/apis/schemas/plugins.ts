import {
	flag,
	listOf,
	long,
	nothing,
	object,
	required,
	text,
	type OperationSchemas,
} from '../vocabulary';

export const pluginSchemas: OperationSchemas = {
	'GET plugins': {
		request: object({ offset: long, limit: long, ids: listOf(text) }),
		response: object({
			plugins: listOf(
				object({ description: text, id: text, isMarketPlugin: flag, name: text, version: text }),
			),
		}),
	},
	'GET plugins/required': {
		request: object({ offset: long, limit: long }),
		response: object({ plugins: listOf(object({ id: text, isMarketPlugin: flag, name: text })) }),
	},
	'GET plugin/apps': {
		request: object({ offset: long, limit: long, id: required(text) }),
		response: object({ apps: listOf(object({ id: text, name: text })) }),
	},
	'POST plugin': {
		request: object({ fileKey: required(text) }),
		response: object({ id: text, version: text }),
	},
	'PUT plugin': {
		request: object({ fileKey: required(text), id: required(text) }),
		response: object({ id: text, version: text }),
	},
	'DELETE plugin': {
		request: object({ id: required(text) }),
		response: nothing,
	},
};
