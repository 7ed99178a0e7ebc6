import { type FaultGroup, inFile } from '../fault';

const RECORDS = 'nodes/RecordPlatform/trigger';
const EVENTS = 'nodes/Groupware/trigger';

/** The watermark alone, with records in memory. */
const watermark: FaultGroup = {
	area: 'trigger',
	tests: ['test/units/RecordPlatform/trigger/watermark-model.test.ts'],
	run: 'exactly once',
	faults: inFile(
		`${RECORDS}/watermark.ts`,
		['a minute is settled too early', 'const SETTLES_MINUTES = 2;', 'const SETTLES_MINUTES = -1;'],
		['records of open minutes are not remembered', 'if (!done) (seen', 'if (false) (seen'],
		['what was remembered before is forgotten', 'if (!passed.has(known.id)) remember(known);', ''],
		['a known record is put out again', '>= BigInt(revision)', '> BigInt(revision)'],
		[
			'a changed record of an open minute is left out',
			'known !== undefined && BigInt(known) >= BigInt(revision)',
			'known !== undefined',
		],
		['the mark moves on although records are left', 'if (complete && limit', 'if (limit'],
		[
			'minutes that were read while they were open count as settled',
			'this.limit ??= this.settled',
			'this.limit ??= undefined',
		],
		[
			'IDs are passed one poll too early',
			'old === undefined ? from.highest :',
			'old === undefined ? highest :',
		],
		[
			'the rest of the old records is skipped',
			'Math.min(from.highest, from.old ?? from.oldest, old)',
			'from.highest',
		],
		[
			'a record is new only with its first revision',
			"revision === '1' || (id > (seesAll ? known : caughtUp) && !has(since, id))",
			"revision === '1'",
		],
		['what was put out since is new again', ' && !has(since, id)', ''],
		[
			'IDs count as known although records are left',
			'complete ? from.highest : from.known',
			'from.highest',
		],
	),
};

/** The whole trigger with the sandbox, by polling. */
const polls: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/model.test.ts'],
	run: 'by polling alone',
	faults: [
		...inFile(
			`${RECORDS}/watermark.ts`,
			[
				'records of the minute with a higher ID are left out',
				' or (${within}))',
				' and (${within}))',
			],
			[
				'a minute begins after its first second',
				'`${field} >= "${time}"`;',
				'`${field} > "${time}"`;',
			],
			[
				'a page begins with the last record of the one before',
				'$id > "${id}"`;',
				'$id >= "${id}"`;',
			],
		),
		...inFile(
			`${RECORDS}/run.ts`,
			[
				'new records with an old time are not looked for',
				'if (hasOld && !(await this.passOld(old))) return;',
				'',
			],
			[
				'a full poll counts as complete',
				'if (!this.take(record)) return;',
				'if (!this.take(record)) break;',
			],
			[
				'a poll out of time counts as complete',
				'if (more && this.time.isUp) return;',
				'if (more && this.time.isUp) break;',
			],
			[
				'a status is not remembered',
				'...(this.statuses.state && { statuses: this.statuses.state }),',
				'',
			],
		),
		...inFile(`${RECORDS}/poll.ts`, [
			'the state is kept before the poll has succeeded',
			'time.check();',
			'writeState(context, run.state);\n\t\t\ttime.check();',
		]),
		...inFile(`${RECORDS}/deleted.ts`, [
			'a deleted record is not seen where a new one is in its place',
			'!mayMiss && size(known) === total',
			'!mayMiss',
		]),
	],
};

const conditions: FaultGroup = {
	area: 'trigger',
	tests: polls.tests,
	run: 'meets conditions',
	faults: [
		...inFile(`${RECORDS}/watched.ts`, [
			'values from outside of the conditions count as put out',
			"if (this.forget(id, brought) !== value) return '';",
			'this.forget(id, brought);',
		]),
		...inFile(`${RECORDS}/watermark.ts`, [
			'a record that is skipped in an open minute is not read again',
			'if (this.isSettled(place.time)) this.skipped = place;',
			'this.skipped = place;',
		]),
		...inFile(`${RECORDS}/reading.ts`, [
			'own changes start the workflow',
			'?? { ...record, excluded }',
			"?? (excluded === 'ownChange' ? record : { ...record, excluded })",
		]),
	],
};

const webhooks: FaultGroup = {
	area: 'trigger',
	tests: polls.tests,
	run: 'with webhooks and restarts',
	faults: inFile(
		`${RECORDS}/memory.ts`,
		[
			'what a webhook has brought is brought again',
			'if (before !== undefined && before.revision >= revision && !isPolledAgain) return undefined;',
			'',
		],
		['what a webhook has brought is not noted', 'this.brought.set(id, record);', ''],
	),
};

/** What the models meet too seldom. */
const overtaken: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/remembered.test.ts'],
	run: 'ends after it',
	faults: inFile(`${RECORDS}/memory.ts`, [
		'an older webhook replaces a newer one',
		'if ((this.brought.get(id)?.revision ?? 0) > record.revision) continue;',
		'',
	]),
};

/** Polls and webhooks that run at the same time. */
const atOnce: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/overtaken.test.ts'],
	run: 'downloads files',
	faults: inFile(
		`${RECORDS}/run.ts`,
		[
			'older values come after newer ones that were brought meanwhile',
			'return items.filter(({ json }) => !outdated.has(String(json.$key)));',
			'return items;',
		],
		[
			'a record is put out after its deletion',
			'isLast(key) && isLast(deletionOf(key))',
			'isLast(key)',
		],
		[
			'what starts nothing hides what another run puts out',
			'return [...this.noted].filter(([id]) => !isOther(String(id)));',
			'return [...this.noted];',
		],
	),
};

const deletions: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/filters.test.ts'],
	run: 'deleted during the poll',
	faults: inFile(`${RECORDS}/run.ts`, [
		'a record that was read and deleted in one poll is not compared',
		'add(before, id)',
		'undefined',
	]),
};

const SHARED = 'nodes/shared/trigger.ts';

/** Names of nodes that others get. */
const names: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/renamed.test.ts'],
	run: 'first|replace|name back',
	faults: inFile(
		SHARED,
		[
			'a new node takes over what a renamed one has left',
			' || isLeftBehind(states[String(owner)], name)',
			'',
		],
		[
			'the state of a node is dropped when another one gets its name',
			'.filter(([other]) => other !== id)',
			'.filter(([other, one]) => other !== id && one.name !== name)',
		],
		[
			'a node whose name another one has had goes on with the data of that one',
			"{ ...one, name: '' }",
			'one',
		],
		['it is not noted whose the data of a name is', 'if (data.owner !== id) data.owner = id;', ''],
	),
};

/** Changed settings, and workflows that are published again. */
const publishing: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/poll.test.ts'],
	run: 'published again|without an offset|another hour',
	faults: [
		...inFile(SHARED, [
			'a start is not set while the poll before is running',
			'if (readState(context) !== undefined) return null;',
			'return null;',
		]),
		...inFile(
			`${RECORDS}/settings.ts`,
			[
				'another time zone is another start',
				"startFrom === 'date' ? nameOfStart(item) : (start ?? '')",
				"start ?? ''",
			],
			[
				'a start that earlier versions kept is another one',
				'kept === source ||',
				'kept === source &&',
			],
		),
	],
};

const brought: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/remembered.test.ts'],
	run: 'only after changes|process management|become visible',
	faults: [
		...inFile(
			`${RECORDS}/run.ts`,
			[
				'a webhook makes a record known that does not meet the conditions',
				'brought === undefined || brought.excluded === true',
				'brought === undefined',
			],
			[
				'a record that has left the conditions is new again',
				'...((brought === undefined || brought.excluded) && { excluded: true }),',
				'excluded: true,',
			],
		),
		...inFile(`${RECORDS}/watched.ts`, [
			'a missing field counts as changed',
			"(before[place] ?? '')",
			'digest(undefined)',
		]),
		...inFile(`${RECORDS}/deleted.ts`, [
			'a record that is visible again stands in for a deleted one',
			'if (fits && (!all || total > MOST_COMPARED))',
			'if (fits)',
		]),
	],
};

const dropped: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/webhook.test.ts'],
	run: 'poll n8n drops',
	faults: inFile(`${RECORDS}/webhook.ts`, [
		'a webhook compares with the state of a poll that n8n has dropped',
		"if (ring.type === 'record' && isDropped) return {};",
		'',
	]),
};

const refused: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/changed-conditions.test.ts'],
	run: 'of the conditions was removed',
	faults: inFile(`${RECORDS}/begin.ts`, [
		'what was changed while the conditions were refused counts as done',
		'if (stayed === undefined) return known;',
		'if (stayed === undefined) return { ...known, mark: withSeen(known.mark, selected) };',
	]),
};

const changed: FaultGroup = {
	area: 'trigger',
	tests: refused.tests,
	run: 'change at every poll|minute in which|both conditions|user of before',
	faults: inFile(
		`${RECORDS}/selection.ts`,
		[
			'conditions of before are kept although no changes of then are left',
			'{ selection: stillNeeded(last, mark) }',
			'{ selection: last }',
		],
		[
			'conditions of before are forgotten although changes of then are left',
			'if (mark.time >= time && mark.oldest >= id && mark.old === undefined) return selection;',
			'return selection;',
		],
		[
			'another user in the credential is not noticed',
			'if (last.login !== undefined && last.login !== present.login) return false;',
			'',
		],
		[
			'changes of the user before are taken for those of others',
			'login === undefined || login === asking ? USER : quoted(login)',
			'USER',
		],
	),
};

const returned: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/record-platform/trigger/renamed-fields.test.ts'],
	run: 'a field to return',
	faults: inFile(
		`${RECORDS}/reading.ts`,
		[
			'a field that the app no longer has is left out',
			'if (gone !== undefined) throw',
			'if (gone === undefined) throw',
		],
		['a field of a table counts as removed', ', ...codesOf(columns)]', ']'],
	),
};

const requests: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/groupware/trigger/others.test.ts'],
	run: 'first poll without|view again|as many as chosen',
	faults: inFile(
		`${EVENTS}/requests.ts`,
		['without a request, no time is kept', '|| sinceNow', ''],
		['requests that are hidden for a time are forgotten', '{ ...before?.hidden, ', '{ '],
		['statuses of all requests are watched', 'Number(row.id) >= oldestWatched ?', 'known ?'],
	),
};

/** The comparison of two looks at the calendars, with events in memory. */
const snapshot: FaultGroup = {
	area: 'trigger',
	tests: ['test/units/Groupware/trigger/snapshot.test.ts'],
	run: 'follows a calendar',
	faults: inFile(
		`${EVENTS}/snapshot.ts`,
		[
			'an event that is missing is canceled without a second look',
			'(isInPeriod && !was.missed)',
			'(false)',
		],
		[
			'an event that was not looked for is forgotten',
			'if (left.some(isIn) || over <= MOST_AWAY) known',
			'if (false) known',
		],
		[
			'an event that left the period is not known when it returns',
			'away.set(key, leftAs(signs(row)));',
			'',
		],
		[
			'only the period decides what is new',
			"wasInReach || (created.createdAt !== '' && isLaterThere)",
			'wasInReach',
		],
		[
			'the period does not decide what is new',
			"wasInReach || (created.createdAt !== '' && isLaterThere)",
			"created.createdAt !== '' && isLaterThere && !wasInReach",
		],
		['changes of what is known are not put out', '!same || isSaved(event, was) ||', ''],
		['what is only saved again is put out', ' && was.shown !== event.shown', ''],
		[
			'changed events are not remembered',
			'known[key] = remembered(event);',
			'known[key] = before.known[key] ?? remembered(event);',
		],
		[
			'the period is not kept',
			'snapshot: { ...before, period, known',
			'snapshot: { ...before, known',
		],
	),
};

/** Events that the workflow changes itself. */
const ownChanges: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/groupware/trigger/own-changes.test.ts'],
	run: 'with Ignore Own Changes',
	faults: [
		...inFile(`${EVENTS}/events.ts`, [
			'own changes of events start the workflow',
			' || isIgnored(by)',
			'',
		]),
		...inFile(
			`${EVENTS}/snapshot.ts`,
			[
				'the user who has saved the event last counts as its creator',
				'[row.creator, row.updater]',
				'[row.updater]',
			],
			[
				'who has taken an event out of the calendar is not looked at',
				'savedBy(place.inPeriod, was)',
				'[]',
			],
		),
	],
};

/** More than a poll returns. */
const portions: FaultGroup = {
	area: 'trigger',
	tests: ['test/units/Groupware/trigger/portions.test.ts'],
	faults: [
		...inFile(`${EVENTS}/portions.ts`, [
			'a portion ends within a second',
			'const end = kept.findIndex(({ entry }) => timeOf(entry) > timeOf(last.entry));',
			'const end = PER_POLL;',
		]),
		...inFile(`${EVENTS}/messages.ts`, ['messages that are left count as seen', 'left)', 'false)']),
	],
};

/** The whole trigger with the sandbox. */
const calendars: FaultGroup = {
	area: 'trigger',
	tests: ['test/workflow/groupware/trigger/model.test.ts'],
	run: ': exactly once',
	faults: [
		...inFile(
			`${EVENTS}/snapshot.ts`,
			['an event of which all has passed is canceled', 'if (left.length === 0) {', 'if (false) {'],
			[
				'an occurrence that has passed is canceled',
				'!event.occurrences.has(one) && isWithin(startOf(times), period)',
				'!event.occurrences.has(one)',
			],
		),
		...inFile(`${EVENTS}/calendars.ts`, [
			'pages begin after the last row',
			'Number(starts.at(-1)) - SECOND',
			'Number(starts.at(-1)) + SECOND',
		]),
		...inFile(
			`${EVENTS}/startingSoon.ts`,
			['what starts soon is not remembered', 'told[key] = at', 'if (now < 0) told[key] = at'],
			['it is forgotten when the event starts', '+ minutesLate * MINUTE + MARGIN', ''],
			['an event that has started is too late', 'at > now - minutesLate * MINUTE', 'at > now'],
		),
		...inFile(`${EVENTS}/seenEvents.ts`, [
			'occurrences of a series are one',
			"return String(row.repeatId || row.start?.dateTime || '');",
			"return '';",
		]),
		...inFile(`${EVENTS}/poll.ts`, [
			'the state is not kept',
			'writeState(context, { source,',
			'if (before === undefined) writeState(context, { source,',
		]),
	],
};

export const triggers: FaultGroup[] = [
	watermark,
	snapshot,
	polls,
	conditions,
	webhooks,
	overtaken,
	atOnce,
	deletions,
	names,
	publishing,
	brought,
	dropped,
	refused,
	changed,
	returned,
	requests,
	portions,
	ownChanges,
	calendars,
];
