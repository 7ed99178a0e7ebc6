import { isObject } from '../../input/readers';
import { invalid } from '../errors';
import { fieldOfType, type FormFields } from '../form';
import { Parameters } from '../parameters';
import type { Names } from '../texts/names';
import type { Process, ProcessAction, ProcessEntity, ProcessState } from './design';

const ENTITY_TYPES = [
	'USER',
	'GROUP',
	'ORGANIZATION',
	'FIELD_ENTITY',
	'CREATOR',
	'CUSTOM_FIELD',
] as const;

/** Process management after a change: what was not sent stays, sent states and actions replace all (docs/api: app.process.update). */
export function changeProcess(
	before: Process,
	fields: FormFields,
	parameters: Parameters,
	names: Names,
): Process {
	const renames = [...(before.renames ?? [])];
	const enable = parameters.optionalBoolean('enable') ?? before.enable;
	const initial = enable || parameters.has('states') || parameters.has('actions');
	const process: Process = {
		enable,
		states: before.states ?? (initial ? initialStates(names) : null),
		actions: before.actions ?? (initial ? initialActions(names) : null),
	};
	const sentStates = parameters.object('states');
	if (sentStates) process.states = readStates(sentStates, fields, parameters, renames);
	if (parameters.has('actions')) {
		process.actions = parameters.elements('actions').map(readAction);
	}
	checkActions(process, parameters);
	return renames.length > 0 ? { ...process, renames } : process;
}

/** What switching the feature on for the first time gives. */
function initialStates({ statuses }: Names): Record<string, ProcessState> {
	const states = statuses.map((name, index): ProcessState => ({
		name,
		index: String(index),
		assignee: { type: 'ONE', entities: [] },
	}));
	return Object.fromEntries(states.map((state) => [state.name, state]));
}

function initialActions({ actions, statuses }: Names): ProcessAction[] {
	const [start, complete] = actions;
	const [first, second, last] = statuses;
	return [
		{ name: start, from: first, to: second, filterCond: '', type: 'PRIMARY' },
		{ name: complete, from: second, to: last, filterCond: '', type: 'PRIMARY' },
	];
}

function readStates(
	sent: Record<string, unknown>,
	fields: FormFields,
	parameters: Parameters,
	renames: { from: string; to: string }[],
): Record<string, ProcessState> {
	const states: Record<string, ProcessState> = {};
	for (const [current, raw] of Object.entries(sent)) {
		const path = `${parameters.path('states')}[${current}]`;
		if (!isObject(raw)) throw invalid(path, 'Required field.');
		const given = new Parameters(raw, `${path}.`);
		const name = given.optionalText('name', { maximum: 64 }) || current;
		if (name !== current) renames.push({ from: current, to: name });
		if (!given.has('index')) given.missing('index');
		const index = given.integer('index', { minimum: 0, maximum: 2147483647, default: 0 });
		const assignee = given.inside('assignee');
		states[name] = {
			name,
			index: String(index),
			assignee: assignee
				? {
						type: assignee.oneOf('type', ['ONE', 'ALL', 'ANY'] as const) ?? 'ONE',
						entities: assignee.elements('entities').map(readEntity),
					}
				: makerOnly(fields),
		};
	}
	if (Object.keys(states).length === 0) throw invalid(parameters.path('states'), 'Required field.');
	checkFirst(states, fields, parameters);
	return states;
}

/** A state sent without an assignee is the record's maker's. */
function makerOnly(fields: FormFields): ProcessState['assignee'] {
	const code = fieldOfType(fields, 'CREATOR')?.code ?? '';
	return {
		type: 'ONE',
		entities: [{ entity: { type: 'FIELD_ENTITY', code }, includeSubs: false }],
	};
}

function checkFirst(
	states: Record<string, ProcessState>,
	fields: FormFields,
	parameters: Parameters,
): void {
	const [first] = Object.values(states).sort(
		(left, right) => Number(left.index) - Number(right.index),
	);
	const maker = fieldOfType(fields, 'CREATOR')?.code;
	const fits =
		first?.assignee.type === 'ONE' &&
		first.assignee.entities.every(
			({ entity }) => entity.type === 'FIELD_ENTITY' && entity.code === maker,
		);
	if (!fits) {
		throw invalid(
			`${parameters.path('states')}[${first?.name}].assignee`,
			'The first status can only have the type ONE and the field of the creator, or nobody.',
		);
	}
}

function readEntity(given: Parameters): ProcessEntity {
	const entity = given.inside('entity') ?? given.missing('entity');
	const type = entity.oneOf('type', ENTITY_TYPES) ?? entity.missing('type');
	return {
		entity: { type, code: type === 'CREATOR' ? null : entity.text('code') },
		includeSubs: given.boolean('includeSubs'),
	};
}

function readAction(given: Parameters): ProcessAction {
	const type = given.oneOf('type', ['PRIMARY', 'SECONDARY'] as const) ?? 'PRIMARY';
	const action: ProcessAction = {
		name: given.text('name', { maximum: 64 }),
		from: given.text('from', { maximum: 64 }),
		to: given.text('to', { maximum: 64 }),
		filterCond: given.optionalText('filterCond') ?? '',
		type,
	};
	if (type === 'SECONDARY') {
		const executable = given.inside('executableUser');
		action.executableUser = { entities: executable?.elements('entities').map(readEntity) ?? [] };
	}
	return action;
}

function checkActions(process: Process, parameters: Parameters): void {
	(process.actions ?? []).forEach((action, index) => {
		for (const end of ['from', 'to'] as const) {
			if (!Object.hasOwn(process.states ?? {}, action[end])) {
				throw invalid(
					`${parameters.path('actions')}[${index}].${end}`,
					`The status "${action[end]}" does not exist.`,
				);
			}
		}
	});
}
