import {
	either,
	flag,
	formatted,
	listOf,
	long,
	nothing,
	object,
	oneOf,
	person,
	required,
	text,
	textUpTo,
	type OperationSchemas,
} from '../vocabulary';

export const spaceSchemas: OperationSchemas = {
	'GET space': {
		request: object({ id: required(long) }),
		response: object({
			attachedApps: listOf(
				object({
					appId: long,
					code: text,
					createdAt: formatted('date-time'),
					creator: person,
					description: text,
					modifiedAt: formatted('date-time'),
					modifier: person,
					name: text,
					threadId: long,
				}),
			),
			body: text,
			coverKey: text,
			coverType: oneOf('BLOB', 'PRESET'),
			coverUrl: text,
			creator: person,
			defaultThread: long,
			fixedMember: flag,
			id: long,
			isGuest: flag,
			isPrivate: flag,
			memberCount: long,
			modifier: person,
			name: text,
			permissions: object({ createApp: oneOf('EVERYONE', 'ADMIN') }),
			showAnnouncement: flag,
			showAppList: flag,
			showMemberList: flag,
			showRelatedLinkList: flag,
			showThreadList: flag,
			useMultiThread: flag,
		}),
	},
	'PUT space': {
		request: object({
			fixedMember: flag,
			id: required(long),
			isPrivate: flag,
			name: textUpTo(128),
			permissions: object({ createApp: oneOf('EVERYONE', 'ADMIN') }),
			showAnnouncement: flag,
			showAppList: flag,
			showMemberList: flag,
			showRelatedLinkList: flag,
			showThreadList: flag,
			useMultiThread: flag,
		}),
		response: nothing,
	},
	'POST space': {
		request: object({ name: required(text) }),
		response: object({ id: long }),
	},
	'POST template/space': {
		request: object({
			fixedMember: flag,
			id: required(long),
			isGuest: flag,
			isPrivate: flag,
			members: listOf(
				object({
					entity: required(
						object({
							code: required(text),
							type: required(oneOf('USER', 'GROUP', 'ORGANIZATION')),
						}),
					),
					includeSubs: flag,
					isAdmin: flag,
				}),
			),
			name: required(textUpTo(128)),
		}),
		response: object({ id: long }),
	},
	'DELETE space': {
		request: object({ id: required(long) }),
		response: nothing,
	},
	'PUT space/body': {
		request: object({ body: required(textUpTo(65535)), id: required(long) }),
		response: nothing,
	},
	'GET space/members': {
		request: object({ id: required(long) }),
		response: object({
			members: listOf(
				either(
					object({ entity: object({ code: text, type: text }), isAdmin: flag, isImplicit: flag }),
					object({ entity: object({ code: text, type: text }), includeSubs: flag, isAdmin: flag }),
					object({ entity: object({ code: text, type: text }), isAdmin: flag }),
				),
			),
		}),
	},
	'PUT space/members': {
		request: object({
			id: required(long),
			members: listOf(
				object({
					entity: required(
						object({
							code: required(text),
							type: required(oneOf('USER', 'GROUP', 'ORGANIZATION')),
						}),
					),
					includeSubs: flag,
					isAdmin: flag,
				}),
			),
		}),
		response: nothing,
	},
	'GET spaces/statistics': {
		request: object({ offset: long, limit: long }),
		response: object({
			spaces: listOf(
				object({
					administratorCount: long,
					createdAt: formatted('date-time'),
					creator: person,
					id: long,
					isGuest: flag,
					isPrivate: flag,
					memberCount: long,
					modifiedAt: formatted('date-time'),
					modifier: person,
					name: text,
				}),
			),
		}),
	},
	'POST space/thread': {
		request: object({ name: required(textUpTo(128)), space: required(long) }),
		response: object({ id: long }),
	},
	'PUT space/thread': {
		request: object({ body: textUpTo(65535), id: required(long), name: textUpTo(128) }),
		response: nothing,
	},
	'POST space/thread/comment': {
		request: object({
			comment: required(
				object({
					files: listOf(object({ fileKey: required(text), width: text })),
					mentions: listOf(
						object({
							code: required(text),
							type: required(oneOf('USER', 'ORGANIZATION', 'GROUP')),
						}),
					),
					text: textUpTo(65535),
				}),
			),
			space: required(long),
			thread: required(long),
		}),
		response: object({ id: long }),
	},
	'POST guests': {
		request: object({
			guests: required(
				listOf(
					object({
						callto: textUpTo(256),
						code: required(formatted('email')),
						company: textUpTo(100),
						division: textUpTo(100),
						givenNameReading: textUpTo(64),
						image: text,
						locale: formatted('locale'),
						name: required(textUpTo(128)),
						password: required(textUpTo(64)),
						phone: textUpTo(100),
						surNameReading: textUpTo(64),
						timezone: required(formatted('timezone')),
					}),
				),
			),
		}),
		response: nothing,
	},
	'DELETE guests': {
		request: object({ guests: required(listOf(formatted('email'))) }),
		response: nothing,
	},
	'PUT space/guests': {
		request: object({ guests: required(listOf(formatted('email'))), id: required(long) }),
		response: nothing,
	},
};
