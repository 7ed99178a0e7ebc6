import { THEMES } from '../../apps/general-settings';
import { shared } from '../shared';
import {
	either,
	flag,
	formatted,
	listOf,
	long,
	mapOf,
	nothing,
	object,
	oneOf,
	required,
	revision,
	text,
	textUpTo,
	type OperationSchemas,
} from '../vocabulary';

/** Keys of the icons that every app can have. */
const PRESETS = Array.from({ length: 90 }, (_, at) => `APP${at + 1}`);

const general = {
	description: textUpTo(10000),
	enableBulkDeletion: flag,
	enableComments: flag,
	enableDuplicateRecord: flag,
	enableInlineRecordEditing: flag,
	enableThumbnails: flag,
	firstMonthOfFiscalYear: text,
	icon: either(
		object({
			key: required(oneOf(...PRESETS)),
			type: required(oneOf('FILE', 'PRESET')),
		}),
		object({
			file: required(
				object({ contentType: text, fileKey: required(text), name: text, size: text }),
			),
			type: required(oneOf('FILE', 'PRESET')),
		}),
	),
	name: textUpTo(64),
	numberPrecision: object({
		decimalPlaces: formatted('number'),
		digits: formatted('number'),
		roundingMode: oneOf('HALF_EVEN', 'UP', 'DOWN'),
	}),
	revision: long,
	theme: oneOf(...THEMES),
	titleField: object({ code: text, selectionMode: required(oneOf('AUTO', 'MANUAL')) }),
};

const files = object({
	css: listOf(shared('CustomizeFile')),
	js: listOf(shared('CustomizeFile')),
});
const customization = {
	desktop: files,
	mobile: files,
	revision: long,
	scope: oneOf('ALL', 'ADMIN', 'NONE'),
};

export const settingsSchemas: OperationSchemas = {
	'GET app/settings': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({
			...general,
		}),
	},
	'PUT app/settings': {
		request: object({
			app: required(long),
			...general,
		}),
		response: revision,
	},
	'GET app/status': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({
			actions: listOf(shared('ProcessAction')),
			enable: flag,
			revision: long,
			states: mapOf(shared('ProcessState')),
		}),
	},
	'PUT app/status': {
		request: object({
			actions: listOf(shared('ProcessAction')),
			app: required(long),
			enable: flag,
			revision: long,
			states: mapOf(shared('ProcessState')),
		}),
		response: revision,
	},
	'GET app/deploy': {
		request: object({ apps: required(listOf(long)) }),
		response: object({
			apps: listOf(object({ app: long, status: oneOf('PROCESSING', 'SUCCESS', 'FAIL', 'CANCEL') })),
		}),
	},
	'POST app/deploy': {
		request: object({
			apps: required(listOf(object({ app: required(long), revision: long }))),
			revert: flag,
		}),
		response: nothing,
	},
	'GET app/plugins': {
		request: object({ app: required(long), lang: oneOf('JA', 'EN', 'ZH', 'ES') }),
		response: object({
			plugins: listOf(object({ enabled: flag, id: text, name: text })),
			revision: long,
		}),
	},
	'POST app/plugins': {
		request: object({ app: required(long), ids: required(listOf(text)), revision: long }),
		response: revision,
	},
	'GET app/plugin/config': {
		request: object({ app: required(long), id: required(text) }),
		response: object({ config: mapOf(text), revision: long }),
	},
	'PUT app/plugin/config': {
		request: object({ app: required(long), id: required(text), config: required(mapOf(text)) }),
		response: revision,
	},
	'GET app/customize': {
		request: object({ app: required(long) }),
		response: object({
			...customization,
		}),
	},
	'PUT app/customize': {
		request: object({
			app: required(long),
			...customization,
		}),
		response: revision,
	},
	'GET app/actions': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({ actions: mapOf(shared('AppAction')), revision: long }),
	},
	'PUT app/actions': {
		request: object({
			actions: required(mapOf(shared('AppAction'))),
			app: required(long),
			revision: long,
		}),
		response: object({ actions: mapOf(object({ id: long })), revision: long }),
	},
	'GET app/categories': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({ enabled: flag, categories: mapOf(shared('Category')), revision: long }),
	},
	'PUT app/categories': {
		request: object({
			app: required(long),
			enabled: flag,
			categories: mapOf(shared('Category')),
			revision: long,
		}),
		response: revision,
	},
	'POST app/move': {
		request: object({ app: required(long), space: long }),
		response: nothing,
	},
};
