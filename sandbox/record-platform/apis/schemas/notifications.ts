import {
	either,
	flag,
	formatted,
	listOf,
	long,
	object,
	oneOf,
	required,
	revision,
	text,
	textUpTo,
	type OperationSchemas,
} from '../vocabulary';

export const notificationSchemas: OperationSchemas = {
	'GET app/notifications/general': {
		request: object({ app: required(long) }),
		response: object({
			notifications: listOf(
				object({
					commentAdded: flag,
					entity: object({
						code: text,
						type: oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'),
					}),
					fileImported: flag,
					includeSubs: flag,
					recordAdded: flag,
					recordEdited: flag,
					statusChanged: flag,
				}),
			),
			notifyToCommenter: flag,
			revision: long,
		}),
	},
	'PUT app/notifications/general': {
		request: object({
			app: required(long),
			notifications: listOf(
				object({
					commentAdded: flag,
					entity: required(
						object({
							code: required(text),
							type: required(oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY')),
						}),
					),
					fileImported: flag,
					includeSubs: flag,
					recordAdded: flag,
					recordEdited: flag,
					statusChanged: flag,
				}),
			),
			notifyToCommenter: flag,
			revision: long,
		}),
		response: revision,
	},
	'GET app/notifications/perRecord': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({
			notifications: listOf(
				object({
					filterCond: formatted('query'),
					targets: listOf(
						object({
							entity: object({
								code: text,
								type: oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'),
							}),
							includeSubs: flag,
						}),
					),
					title: text,
				}),
			),
			revision: long,
		}),
	},
	'PUT app/notifications/perRecord': {
		request: object({
			app: required(long),
			notifications: required(
				listOf(
					object({
						filterCond: required(formatted('query')),
						targets: required(
							listOf(
								object({
									entity: required(
										object({
											code: required(text),
											type: required(oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY')),
										}),
									),
									includeSubs: flag,
								}),
							),
						),
						title: textUpTo(100),
					}),
				),
			),
			revision: long,
		}),
		response: revision,
	},
	'GET app/notifications/reminder': {
		request: object({ app: required(long), lang: oneOf('default', 'user', 'ja', 'en', 'zh') }),
		response: object({
			notifications: listOf(
				object({
					filterCond: formatted('query'),
					targets: listOf(
						object({
							entity: object({
								code: text,
								type: oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'),
							}),
							includeSubs: flag,
						}),
					),
					timing: either(
						object({ code: text, daysLater: long, hoursLater: long }),
						object({ code: text, daysLater: long, time: text }),
					),
					title: text,
				}),
			),
			revision: long,
			timezone: formatted('timezone'),
		}),
	},
	'PUT app/notifications/reminder': {
		request: object({
			app: required(long),
			notifications: listOf(
				object({
					filterCond: formatted('query'),
					targets: required(
						listOf(
							object({
								entity: required(
									object({
										code: required(text),
										type: required(oneOf('USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY')),
									}),
								),
								includeSubs: flag,
							}),
						),
					),
					timing: required(
						either(
							object({
								code: required(text),
								daysLater: required(long),
								hoursLater: required(long),
							}),
							object({ code: required(text), daysLater: required(long), time: required(text) }),
						),
					),
					title: textUpTo(100),
				}),
			),
			revision: long,
			timezone: formatted('timezone'),
		}),
		response: revision,
	},
};
