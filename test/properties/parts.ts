import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { joinedAgain } from './behaviors';
import type { Subject } from './bench';
import { type Control, controlsOf, withValue } from './controls';
import { pick, type Property, SKIP, told, writes } from './property';
import { type Change, changes, rowOf } from './state';

/** Which columns a control of an operation is about, as pattern of a path. */
const COLUMNS: Record<string, Record<string, string>> = {
	'event.update': {
		subject: '^groupware_event/\\d+/subject$',
		eventMenu: '^groupware_event/\\d+/menu$',
		notes: '^groupware_event/\\d+/notes$',
		additionalItem: '^groupware_event/\\d+/additional_item$',
		facilityUsingPurpose: '^groupware_event/\\d+/using_purpose$',
		useAttendanceCheck: '^groupware_event/\\d+/attendance_check$',
		name: '^groupware_event/\\d+/company(/name|_search)$',
		address: '^groupware_event/\\d+/company(/address|_search)$',
		zipCode: '^groupware_event/\\d+/company(/zipCode|_search)$',
		route: '^groupware_event/\\d+/company(/route|_search)$',
		routeTime: '^groupware_event/\\d+/company(/routeTime|_search)$',
		routeFare: '^groupware_event/\\d+/company(/routeFare|_search)$',
		phone: '^groupware_event/\\d+/company(/phone|_search)$',
		visibilityType: '^groupware_event/\\d+/visibility$',
		kind: '^$',
		// Nobody watches an event that is public.
		codes: '^groupware_event_(attendee|watcher|facility)/',
		attendeesUpdateMode: '^groupware_event_attendee/',
		start: '^groupware_event(/\\d+/((start|end)_at|repeat_info/time/)|_occurrence/)',
		end: '^groupware_event(/\\d+/((start|end)_at|repeat_info/time/)|_occurrence/)',
		timeZone: '^groupware_event(/\\d+/(start|end)_(zone|at)|_occurrence/)',
		timeType: '^groupware_event(/\\d+/(start|end|all|event)_\\w+|_occurrence/)',
	},
	'facility.update': {
		name: '/name$',
		code: '/code$',
		notes: '/notes$',
		ja: '/name_locale/ja$',
		en: '/name_locale/en$',
		zh: '/name_locale/zh$',
		'zh-tw': '/name_locale/zh-tw$',
		value: '/group_id$',
	},
	'presence.update': { notes: '/(notes|status)$', status: '/(status|code|status_code)$' },
	'proxySetting.update': {
		url: '/url$',
		method: '/method$',
		status: '/(status|active)$',
		key: '/(headers|parameters|body)',
		value: '/(headers|parameters|body)',
	},
	// A field with a new code is another one to whoever compares.
	'form.updateFields': { code: '^app_designs/' },
	'form.createFields': { code: '^app_designs/' },
	'thread.update': { name: '/name$', body: '/body$' },
};
COLUMNS['facilityGroup.update'] = { ...COLUMNS['facility.update'], value: '/parent_id$' };

/** Parameters that hold what is to change, one control for each thing. */
const PARTS = ['updateFields', 'settings', 'fields', 'columns'];

const partsOf = (subject: Subject, parameters: IDataObject): Control[] =>
	controlsOf(subject.operation, parameters).filter(
		({ path }) => path.length > 1 && PARTS.includes(String(path[0])) && !matched(parameters, path),
	);

/** The field that tells which record is meant. */
function matched(parameters: IDataObject, [name, , code]: Control['path']): boolean {
	const { matchingColumns = [] } = (parameters[String(name)] ?? {}) as {
		matchingColumns?: unknown[];
	};
	return matchingColumns.includes(code);
}

interface PartCase {
	way: number;
	variant: number;
	left: boolean[];
}

export const parts: Property<PartCase> = {
	name: 'parts',
	says: 'a change of some of a thing leaves all else of it as it is, whatever it holds',
	exempt: (subject) =>
		writes(subject) && subject.operation.parameters.some(({ name }) => PARTS.includes(name))
			? undefined
			: 'it has no parts to choose from',
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		left: fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
	}),
	check: async (bench, subject, { way, variant, left }) => {
		const [example] = await bench.prepare(subject, way);
		const full = pick([...(example?.full ?? []), example?.minimal ?? {}], variant) ?? {};
		const all = partsOf(subject, full);
		// A list without its rows is empty, which clears it.
		const stays = (path: Control['path']) => path.includes('rows');
		const chosen = all.filter(({ path }, at) => stays(path) || !left[at % left.length]);
		if (chosen.length === 0) return SKIP;
		// Backwards, so that the places of rows stay right.
		const parameters = all
			.filter((part) => !chosen.includes(part))
			.reduceRight((values, { path }) => withValue(values, path), full);
		const input = example?.input && { input: example.input };
		const { state } = await bench.run(subject, parameters, input);
		const whole = await bench.remembered(
			`whole ${variant}`,
			async () => await bench.run(subject, full, input),
		);
		const columns = COLUMNS[subject.key];
		const names = chosen.map(({ path }) => String(path.at(-1)));
		const isMeant = ({ path, after }: Change) => {
			if (names.some((name) => path.includes(`/cells/${name}`) || path.includes('/cells/Lines')))
				return true;
			const patterns = names.flatMap((name) => columns?.[name] ?? []);
			if (patterns.length > 0) return patterns.some((pattern) => new RegExp(pattern).test(path));
			return after === whole.state.get(path);
		};
		const known = new Set([...bench.before.keys()].map(rowOf));
		const other = changes(bench.before, joinedAgain(bench.before, state)).filter(
			(change) => known.has(rowOf(change.path)) && !isMeant(change),
		);
		return other.length === 0 ? undefined : `${names.join()} changed ${told(other)}`;
	},
};
