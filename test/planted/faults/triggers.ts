import { type FaultGroup, group } from '../fault';

const RECORDS = 'nodes/RecordPlatform/trigger';
const EVENTS = 'nodes/Groupware/trigger';

export const triggers: FaultGroup[] = [
	// The whole trigger with the sandbox, by polling.
	group('trigger', 'test/workflow/record-platform/trigger/model', 'by polling alone', {
		[`${RECORDS}/watermark.ts`]: {
			'records of the minute with a higher ID are left out': [
				' or (${within}))',
				' and (${within}))',
			],
			'a minute begins after its first second': [
				'`${field} >= "${time}"`;',
				'`${field} > "${time}"`;',
			],
			'a page begins with the last record of the one before': [
				'$id > "${id}"`;',
				'$id >= "${id}"`;',
			],
		},
		[`${RECORDS}/pollRun.ts`]: {
			'new records with an old time are not looked for':
				'if (hasOld && !(await this.passOld())) return;',
			'a full poll counts as complete': [
				'if (!(await this.take(record))) return;',
				'if (!(await this.take(record))) break;',
			],
			'a poll out of time counts as complete': [
				'if (more && this.time.isUp) return;',
				'if (more && this.time.isUp) break;',
			],
			'a status is not remembered': 'values: this.values.state,',
		},
		[`${RECORDS}/poll.ts`]: {
			'the state is kept before the poll has succeeded': [
				'time.check();',
				'writeState(context, pollRun.state);\n\t\ttime.check();',
			],
		},
		[`${RECORDS}/deleted.ts`]: {
			'a deleted record is not seen where a new one is in its place': [
				'!mayMiss && size(known) === total',
				'!mayMiss',
			],
		},
	}),
	group('trigger', 'test/workflow/record-platform/trigger/model', 'meets conditions', {
		[`${RECORDS}/pollRun.ts`]: {
			'values from outside of the conditions count as put out': [
				'note(id, cells, isIgnored)',
				'note(id, cells)',
			],
			'own changes start the workflow':
				" ?? (await isUserIgnored(record, 'modifier', this.reader))",
		},
		[`${RECORDS}/watched.ts`]: {
			'a value that an ignored user left is the only one before': [
				"line.startsWith('=') };",
				'true };',
			],
		},
	}),
	group('trigger', 'test/units/RecordPlatform/trigger/watched', '', {
		[`${RECORDS}/watched.ts`]: {
			'old values are kept without a limit': ['room < 0 ?', '!keeps ?'],
			'long values are kept': ' && json.length <= LONGEST_KEPT',
			'a value that is not known is none of those before': '!change.isSure || ',
		},
	}),
	group('trigger', 'test/workflow/record-platform/trigger/model', 'with webhooks and restarts', {
		'nodes/shared/trigger.ts': {
			'polls do not know what a webhook has put out': [
				'for (const data of new Set([dataOf(context), own])) {',
				'for (const data of [own]) {',
			],
			'a webhook polls beside a poll': [
				'while (node.running) {',
				'while (node.running && !isWebhook(context)) {',
			],
		},
		[`${RECORDS}/poll.ts`]: {
			'what a webhook has put out is not remembered': [
				'!isWebhook(context) || items.length > 0',
				'!isWebhook(context)',
			],
		},
	}),
	// What only webhooks report.
	group(
		'trigger',
		'test/workflow/record-platform/trigger/webhook',
		'confirmed by reading|by a user that is ignored|may not view|keeps a comment|gives up',
		{
			[`${RECORDS}/webhooks.ts`]: {
				'a record that can not be viewed counts as deleted':
					' || !(await isDeleted(record, reader))',
				'a deletion by an ignored user starts the workflow':
					'if (deletedBy && (await isIgnored(deletedBy.code, reader))) return;',
				'a webhook that is refused is asked for again and again': 'webhooks.delete(webhook);',
			},
			[`${RECORDS}/pollRun.ts`]: { 'a comment is put out twice': 'this.reported.add(change.key);' },
			[`${RECORDS}/poll.ts`]: {
				'a webhook is forgotten before the poll has succeeded': [
					'const taken = [...webhooks];',
					'const taken = [...webhooks];\n\t\twebhooks.clear();',
				],
			},
		},
	),
	group('trigger', 'test/workflow/record-platform/trigger/filters', 'deleted records', {
		[`${RECORDS}/pollRun.ts`]: {
			'a record that was read and deleted in one poll is not compared': [
				'add(before, id)',
				'undefined',
			],
		},
		[`${RECORDS}/deleted.ts`]: {
			'records that are hidden count as deleted': [
				'if (await isDeleted(String(id), reader)) deleted.push(id);',
				'deleted.push(id);',
			],
		},
	}),
	// Changed settings, and workflows that are published again.
	group(
		'trigger',
		'test/workflow/record-platform/trigger/poll',
		'published again|forgets its place|days before|still to come',
		{
			'nodes/shared/trigger.ts': {
				'a start is not set while the poll before is running': [
					'if (!isWebhook(context) && readState(context) !== undefined) return null;',
					'if (!isWebhook(context)) return null;',
				],
			},
			[`${RECORDS}/settings.ts`]: {
				'another app goes on': ['spec.path, app, startFrom]', 'spec.path, startFrom]'],
				'another start goes on': ['app, startFrom]', 'app]'],
			},
			[`${RECORDS}/pollRun.ts`]: {
				'other conditions find what was changed long ago': 'await this.skipDays();',
			},
			[`${RECORDS}/poll.ts`]: { 'a start is not waited for': ' || isToCome' },
		},
	),
	group('trigger', 'test/workflow/record-platform/trigger/watched', '', {
		[`${RECORDS}/reading.ts`]: {
			'a status field that was renamed counts as switched off': [
				'throw new UnreadableField(status)',
				'void 0',
			],
			'a watched field that is missing has not changed': [
				'if (missing === undefined) return records;',
				'return records;',
			],
		},
		[`${RECORDS}/watched.ts`]: {
			'a missing field counts as changed': ['return line;\n\t\t\tconst', "return '';\n\t\t\tconst"],
		},
		[`${RECORDS}/begin.ts`]: {
			'values of fields that are watched since are not known': ['values.note(', 'void ('],
			'a change is forgotten when old values are turned on': [', areSame);', ');'],
		},
	}),
	group('trigger', 'test/workflow/groupware/trigger/others', 'first poll without|new statuses', {
		[`${EVENTS}/requests.ts`]: {
			'without a request, no time is kept': ['before || rows.length === 0 ? since : 0', '0'],
			'old requests are new when they can be viewed': ' && !(submittedAt(row) <= since)',
		},
	}),
	group('trigger', 'test/workflow/groupware/trigger/others', 'notification', {
		[`${EVENTS}/notifications.ts`]: {
			'equal notifications are one': ['count === 1 ? sign : `${sign}.${count}`', 'sign'],
		},
	}),
	// Events that the workflow changes itself.
	group('trigger', 'test/workflow/groupware/trigger/events', 'with Ignore Own Changes', {
		[`${EVENTS}/events.ts`]: { 'own changes of events start the workflow': ' || isIgnored(by)' },
		[`${EVENTS}/snapshot.ts`]: {
			'the user who has saved the event last counts as its creator': [
				'by: [creator, updater]',
				'by: [updater]',
			],
			'who has taken an event out of the calendar is not looked at': [
				'wholeCanceled(key, was, left, savedBy(current, was))',
				'wholeCanceled(key, was, left, [])',
			],
		},
	}),
	// What the model meets too seldom.
	group('trigger', 'test/workflow/groupware/trigger/events', 'late after n8n was down', {
		[`${EVENTS}/startingSoon.ts`]: {
			'an event that has started is too late': ['at > now - minutesLate * MINUTE', 'at > now'],
		},
	}),
	group('trigger', 'test/units/Groupware/trigger/snapshot', 'a repeating event', {
		[`${EVENTS}/listedEvents.ts`]: {
			'occurrences of a series are one': [
				"isSingle(row) ? '' : String(row.repeatId || row.start?.dateTime || '')",
				"''",
			],
		},
	}),
	// The whole trigger with the sandbox.
	group('trigger', 'test/workflow/groupware/trigger/model', ': exactly once', {
		[`${EVENTS}/snapshot.ts`]: {
			'an event of which all has passed is canceled': ['if (left.length === 0) {', 'if (false) {'],
		},
		[`${EVENTS}/calendars.ts`]: {
			'pages begin after the last row': [
				'startOf(rows.at(-1) ?? {}) - SECOND',
				'startOf(rows.at(-1) ?? {}) + SECOND',
			],
		},
		[`${EVENTS}/startingSoon.ts`]: {
			'what starts soon is not remembered': ['told[key] = at', 'if (now < 0) told[key] = at'],
			'it is forgotten when the event starts': '+ minutesLate * MINUTE + MARGIN',
		},
		[`${EVENTS}/poll.ts`]: {
			'the state is not kept': [
				'writeState(context, { source,',
				'if (before === undefined) writeState(context, { source,',
			],
		},
	}),
];
