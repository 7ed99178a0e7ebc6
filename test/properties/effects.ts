import fc from 'fast-check';

import { isKnown, separated } from './behaviors';
import type { Subject } from './bench';
import { pick, type Property, told, writes } from './property';
import { changes, rowOf } from './state';

/**
 * What a run may do to a row: `new`, `gone`, or a change of some of its columns. Written from what
 * is documented of the operations; the tables are those that the sandbox keeps things in.
 */
type Effect = `new ${string}` | `gone ${string}` | `${string}: ${string}`;

const test = (part: string): Effect => `app_designs: ,preview/${part}`;
const both = (part: string): Effect[] => ['app_designs: ,(preview|production)/', test(part)];
const FILES: Effect[] = ['new attached_files', 'gone attached_files'];
const CELLS: Effect[] = ['records: /cells/', ...FILES];
const SPACE_MADE: Effect[] = ['new app_spaces', 'new space_threads', 'new space_members'];
const EVENT_MADE: Effect[] = ['new groupware_event\\w*'];
const TOLD: Effect[] = ['new groupware_notification', 'groupware_notification: '];

/** Effects by `resource.operation`; every operation that is no reading has an entry. */
const EFFECTS: Record<string, Effect[]> = {
	'record.create': ['new records', ...FILES],
	'record.createOne': ['new records', ...FILES],
	'record.createWithTable': ['new records', ...FILES],
	'record.update': CELLS,
	'record.updateOne': CELLS,
	'record.upsert': ['new records', ...CELLS],
	'record.upsertWithTable': ['new records', ...CELLS],
	'record.sync': ['new records', 'gone records', 'gone record_comments', ...CELLS],
	'record.delete': ['gone records', 'gone record_comments', ...FILES],
	'record.deleteByConditions': ['gone records', 'gone record_comments', ...FILES],
	'record.updateByConditions': CELLS,
	'record.updateLookups': CELLS,
	'record.updateLookupsByConditions': CELLS,
	'record.updateStatus': ['records: /(status|assignees)'],
	'record.updateStatusOfOne': ['records: /(status|assignees)'],
	'record.updateAssignees': ['records: /assignees'],
	'tableRow.add': CELLS,
	'tableRow.addOrUpdate': CELLS,
	'tableRow.update': CELLS,
	'tableRow.replaceAll': CELLS,
	'tableRow.delete': CELLS,
	'comment.create': ['new record_comments'],
	'comment.sendAndWait': ['new record_comments'],
	'comment.delete': ['gone record_comments'],
	'file.copyToRecord': CELLS,
	'bulkRequest.run': ['new records'],
	'bulkRequest.runListed': ['new records'],
	'cursor.create': ['new record_cursors'],
	// Whoever reads a cursor to its end closes it.
	'cursor.getRecords': ['gone record_cursors', 'record_cursors: '],
	'cursor.delete': ['gone record_cursors'],
	'app.create': ['new apps', 'new app_designs'],
	'app.move': ['apps: /(space_id|thread_id)'],
	'app.updateAdminNotes': [test('parts/adminNotes')],
	'form.createFields': [test('')],
	'form.updateFields': [test('')],
	'form.deleteFields': [test('')],
	'form.updateLayout': [test('(parts/layout|fields)'), test('parts')],
	'view.update': [test('parts/views')],
	'report.update': [test('parts/reports')],
	'process.update': [test('(process|parts)'), test('fields/(Status|Assignee)/enabled')],
	'permission.updateApp': both('parts'),
	'permission.updateRecord': both('parts'),
	'permission.updateField': both('parts'),
	'notificationSettings.updateGeneral': [test('parts')],
	'notificationSettings.updatePerRecord': [test('parts')],
	'notificationSettings.updateReminders': [test('parts')],
	'deployment.deploy': [
		'app_designs: ,production/',
		'new app_designs',
		'apps: ',
		'records: /(cells|status|assignees)',
	],
	'deployment.revert': ['app_designs: ,preview/', 'apps: '],
	'customization.update': [test('parts'), ...FILES],
	'category.update': [test('parts'), test('fields/Categories/enabled')],
	'appSettings.update': [test('(settings|name)'), ...FILES],
	'appPlugin.add': [test('parts')],
	'appPlugin.updateConfiguration': [test('parts')],
	'action.update': [test('parts')],
	'appDesign.apply': [
		'app_designs: ,(preview|production)/',
		'apps: ',
		'records: /(cells|status|assignees)',
	],
	'space.create': SPACE_MADE,
	'space.createFromTemplate': SPACE_MADE,
	'space.delete': [
		'gone (app_spaces|space_\\w+|apps|app_designs|records|record_\\w+|attached_files)',
		'apps: /(space_id|thread_id)',
	],
	'space.updateBody': ['app_spaces: /body', 'space_threads: /body'],
	'space.updateMembers': ['new space_members', 'gone space_members', 'space_members: '],
	'space.updateSettings': ['app_spaces: /', 'space_threads: /name'],
	'thread.create': ['new space_threads'],
	'thread.postComment': ['new space_thread_comments'],
	'thread.update': ['space_threads: /(name|body)', 'app_spaces: /body'],
	'guest.create': ['new guest_users'],
	'guest.delete': ['gone guest_users', 'gone space_guests'],
	'guest.updateMembers': ['new space_guests', 'gone space_guests'],
	'plugin.install': [
		'new plugins',
		'plugins: /(installed|version|names|descriptions|installation)',
	],
	'plugin.update': ['plugins: /(version|names|descriptions)'],
	'plugin.uninstall': ['plugins: /installed'],
	'event.create': EVENT_MADE,
	'event.book': EVENT_MADE,
	'event.update': [
		'groupware_event\\w*: ',
		'new groupware_event_(?!attachment|datastore)\\w+',
		'gone groupware_event_(?!attachment|datastore)\\w+',
	],
	'event.delete': ['gone groupware_event\\w*'],
	'eventCustomItem.create': ['new groupware_event_datastore'],
	'eventCustomItem.update': ['groupware_event_datastore: /value'],
	'eventCustomItem.delete': ['gone groupware_event_datastore'],
	'facility.create': ['new groupware_facility'],
	'facility.update': ['groupware_facility: /'],
	'facility.delete': [
		'gone groupware_(facility|event_facility)',
		'groupware_event_occurrence: /facility_id',
	],
	'facilityGroup.create': ['new groupware_facility_group'],
	'facilityGroup.update': ['groupware_facility_group: /'],
	'facilityGroup.delete': [
		'gone groupware_facility_group',
		'groupware_facility_group: /parent_id',
		'groupware_facility: /group_id',
	],
	'message.create': ['new groupware_message\\w*', ...TOLD],
	'message.sendAndWait': ['new groupware_message\\w*', ...TOLD],
	'messageAttachment.deleteAsAdministrator': ['gone groupware_file'],
	'spaceDiscussion.create': ['new groupware_discussion', ...TOLD],
	'spaceComment.create': ['new groupware_discussion_comment', ...TOLD],
	'spaceAttachment.deleteAsAdministrator': ['gone groupware_file'],
	'bulletinTopic.create': ['new groupware_bulletin_topic', 'new groupware_file'],
	'bulletinTopic.update': ['groupware_bulletin_topic: /'],
	'bulletinTopic.delete': ['gone groupware_bulletin_topic', 'gone groupware_file'],
	'bulletinDraft.update': ['groupware_bulletin_topic: /'],
	'bulletinDraft.delete': ['gone groupware_bulletin_topic'],
	'presence.update': ['groupware_presence: /', 'new groupware_presence'],
	'presence.updateByLoginName': ['groupware_presence: /', 'new groupware_presence'],
	'todo.create': ['new groupware_todo'],
	'notification.create': TOLD,
	'notification.sendAndWait': TOLD,
	'proxySetting.create': ['new groupware_proxy'],
	'proxySetting.update': ['groupware_proxy: /'],
	'proxySetting.delete': ['gone groupware_proxy'],
};

/** Operations that change something and of which no effect is declared. */
export function withoutEffect(subjects: Array<Pick<Subject, 'key' | 'operation'>>): string[] {
	return subjects
		.filter((subject) => writes(subject as Subject) && EFFECTS[subject.key] === undefined)
		.map(({ key }) => key);
}

interface EffectCase {
	way: number;
	variant: number;
}

export const effects: Property<EffectCase> = {
	name: 'effects',
	says: 'a run changes what the operation is documented to change, and a reading changes nothing',
	exempt: () => undefined,
	cases: fc.record({ way: fc.nat(7), variant: fc.nat(5) }),
	check: async (bench, subject, { way, variant }) => {
		const [example] = await bench.prepare(subject, way);
		const parameters = pick([example?.minimal ?? {}, ...(example?.full ?? [])], variant) ?? {};
		const { outcome, state } = await bench.run(subject, parameters, {
			...(example?.input && { input: example.input }),
		});
		const before = new Set([...bench.before.keys()].map(rowOf));
		const after = new Set([...state.keys()].map(rowOf));
		const isSeparated = separated(bench.before, state) !== undefined;
		const allowed = [...(EFFECTS[subject.key] ?? []), ...(isSeparated ? EVENT_MADE : [])].map(
			patternOf,
		);
		const other = changes(bench.before, state).filter(({ path }) => {
			const row = rowOf(path);
			const kind = !before.has(row) ? 'new ' : !after.has(row) ? 'gone ' : '';
			return !allowed.some((pattern) => pattern.test(kind + path));
		});
		if (other.length > 0) return `changed ${told(other)}`;
		const { error } = outcome;
		if (error === undefined || isKnown(bench.behavior, error)) return undefined;
		return `failed: ${error.message}`;
	},
};

/** `records: /cells/` fits `records/3,17/cells/Amount`. */
function patternOf(effect: Effect): RegExp {
	const [table = '', columns] = effect.split(': ');
	if (columns === undefined) return new RegExp(`^${table}/`);
	return new RegExp(`^${table}/[^/]*${columns}`);
}
