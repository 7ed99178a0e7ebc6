import { type FaultGroup, group } from '../fault';

const PLATFORM = 'sandbox/record-platform';
const GROUPWARE = 'sandbox/groupware';

export const sandbox: FaultGroup[] = [
	group('sandbox', `test/${PLATFORM}/records`, '', {
		[`${PLATFORM}/records/write.ts`]: {
			'a write keeps the revision': [
				'(BigInt(before.revision) + 1n)',
				'(BigInt(before.revision) + 0n)',
			],
		},
		[`${PLATFORM}/records/row.ts`]: {
			'a write of another revision is done': [
				'if (expected !== undefined && expected !== record.revision)',
				'if (false)',
			],
		},
		[`${PLATFORM}/records/unique.ts`]: {
			'two new records of a request have the same unique value': 'taken.add(entry.value);',
		},
		[`${PLATFORM}/records/merge.ts`]: {
			'a required field may be empty': ['|| !field.required ||', '|| true ||'],
		},
		[`${PLATFORM}/records/many.ts`]: {
			'101 records are taken': ['if (count <= MAXIMUM) return;', 'return;'],
		},
		[`${PLATFORM}/errors.ts`]: {
			'a record that is missing has another status': ['GAIA_RE01: 404', 'GAIA_RE01: 400'],
		},
	}),
	group('sandbox', `test/${PLATFORM}/query/results`, '', {
		[`${PLATFORM}/query/comparisons.ts`]: {
			'`not in` selects what is in': ["['!=', 'not in',", "['!=',"],
		},
		[`${PLATFORM}/query/order.ts`]: {
			'records are sorted upwards only': ["descending ? 'desc' : 'asc';", "'asc';"],
			'empty values are last': ["descending ? 'last' : 'first'", "'last'"],
		},
	}),
	group('sandbox', `test/${PLATFORM}/permissions`, '', {
		[`${PLATFORM}/records/many.ts`]: {
			'the permission to delete is not checked':
				"await requirePermitted(context, app, ids, 'viewable', 'deletable');",
		},
		[`${PLATFORM}/records/access.ts`]: {
			'who is not named may do all': ['else false end)', 'else true end)'],
		},
		[`${PLATFORM}/records/field-access.ts`]: {
			'a field is shown to everyone': [
				"found?.accessibility ?? 'NONE'",
				"found?.accessibility ?? 'WRITE'",
			],
		},
	}),
	group('sandbox', `test/${PLATFORM}/reading`, '', {
		[`${PLATFORM}/query/index.ts`]: {
			'a page has 500 records by default': [
				'const DEFAULT_LIMIT = 100;',
				'const DEFAULT_LIMIT = 500;',
			],
		},
		[`${PLATFORM}/records/cursors.ts`]: {
			'a cursor has an empty page at its end': [
				'const next = end < cursor.total;',
				'const next = end <= cursor.total;',
			],
		},
	}),
	group('sandbox', `test/${PLATFORM}/bulk`, '', {
		[`${PLATFORM}/bulk.ts`]: {
			'the first step of a bulk request is blamed': [
				'new BulkError(error, index,',
				'new BulkError(error, 0,',
			],
		},
	}),
	group('sandbox', `test/${PLATFORM}/calling`, '', {
		'sandbox/sign-in.ts': {
			'an inactive user signs in': ["account.active ? 'signed-in' : 'inactive'", "'signed-in'"],
		},
		[`${PLATFORM}/auth.ts`]: {
			'an unknown API token is ignored': '|| found.length < tokens.length',
		},
	}),
	group('sandbox', `test/${GROUPWARE}/event-list`, '', {
		[`${GROUPWARE}/events/list.ts`]: {
			'an event at the end of a period is listed': [
				'occurrence.start_at < ${bind',
				'occurrence.start_at <= ${bind',
			],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/bulletin`, '', {
		[`${GROUPWARE}/query.ts`]: {
			'a full page tells of another one': [
				'hasNext: rows.length > page.limit',
				'hasNext: rows.length >= page.limit',
			],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/events`, '', {
		[`${GROUPWARE}/events/rights.ts`]: {
			'private events are shown to everyone': [
				"return event.visibility === 'SET_PRIVATE_WATCHERS' && includes",
				'return true || includes',
			],
		},
		[`${GROUPWARE}/events/store.ts`]: {
			'a facility is booked twice': ['if (taken !== undefined)', 'if (false)'],
		},
		[`${GROUPWARE}/events/content.ts`]: {
			'an update keeps the menu': ["body.eventMenu ?? ''", 'body.eventMenu ?? current.menu'],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/availability`, '', {
		[`${GROUPWARE}/availability.ts`]: {
			'an all-day period blocks its attendees': "event_type <> 'ALL_DAY' AND",
		},
	}),
	group('sandbox', `test/${GROUPWARE}/todo`, '', {
		[`${GROUPWARE}/todo.ts`]: {
			'the to-do of another user is shown': [
				'WHERE id = $1 AND member = $2`',
				"WHERE id = $1 AND $2 <> ''`",
			],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/notifications`, '', {
		[`${GROUPWARE}/notifications/operations.ts`]: {
			'the oldest notification is first': ['created_at DESC, id DESC', 'created_at ASC, id ASC'],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/presence`, '', {
		[`${GROUPWARE}/presence.ts`]: {
			'everyone changes the presence of others': [
				'if (caller.id === user.id || caller.administrator) return;',
				'return;',
			],
		},
	}),
	group('sandbox', `test/${GROUPWARE}/system`, '', {
		[`${GROUPWARE}/proxies.ts`]: {
			'a proxy setting is active by default': [
				"status ?? 'INACTIVE',\n\t\t\tbody.method,",
				"status ?? 'ACTIVE',\n\t\t\tbody.method,",
			],
		},
	}),
];
