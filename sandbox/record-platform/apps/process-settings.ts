import { invalid } from '../errors';
import { fieldOfType, type FormFields } from '../form';
import { type Body, inputErrors } from '../input';
import type { Names } from '../texts/names';
import type { Process, ProcessAction, ProcessEntity, ProcessState } from './design';
import type { SentTarget } from './entities';

type Sent = Body<'app.process.update'>;

/** Process management after a change: what was not sent stays, sent states and actions replace all (docs/api: app.process.update). */
export function changeProcess(
	before: Process,
	fields: FormFields,
	sent: Sent,
	names: Names,
): Process {
	const renames = [...(before.renames ?? [])];
	const enable = sent.enable ?? before.enable;
	const initial = enable || sent.states !== undefined || sent.actions !== undefined;
	const process: Process = {
		enable,
		states: before.states ?? (initial ? initialStates(names) : null),
		actions: before.actions ?? (initial ? initialActions(names) : null),
	};
	if (sent.states) process.states = readStates(sent.states, fields, renames);
	if (sent.actions) process.actions = sent.actions.map(readAction);
	checkActions(process);
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
	sent: NonNullable<Sent['states']>,
	fields: FormFields,
	renames: { from: string; to: string }[],
): Record<string, ProcessState> {
	const states: Record<string, ProcessState> = {};
	for (const [current, { name = current, index, assignee }] of Object.entries(sent)) {
		if (name !== current) renames.push({ from: current, to: name });
		states[name] = {
			name,
			index: String(index),
			assignee: assignee
				? {
						type: assignee.type,
						entities: assignee.entities.map((entity, at) =>
							readEntity(entity, `states[${current}].assignee.entities[${at}]`),
						),
					}
				: makerOnly(fields),
		};
	}
	if (Object.keys(states).length === 0) throw inputErrors.missing('states');
	checkFirst(states, fields);
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

function checkFirst(states: Record<string, ProcessState>, fields: FormFields): void {
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
			`states[${first?.name}].assignee`,
			'The first status can only have the type ONE and the field of the creator, or nobody.',
		);
	}
}

function readEntity({ entity, includeSubs = false }: SentTarget, path: string): ProcessEntity {
	const { type, code } = entity;
	if (type === 'CREATOR') return { entity: { type, code: null }, includeSubs };
	if (!code) throw inputErrors.missing(`${path}.entity.code`);
	return { entity: { type, code }, includeSubs };
}

function readAction(
	{
		type = 'PRIMARY',
		filterCond = '',
		executableUser,
		...sent
	}: NonNullable<Sent['actions']>[number],
	index: number,
): ProcessAction {
	const action: ProcessAction = { ...sent, filterCond, type };
	if (type === 'SECONDARY') {
		const path = `actions[${index}].executableUser.entities`;
		const entities = executableUser?.entities ?? [];
		action.executableUser = {
			entities: entities.map((entity, at) => readEntity(entity, `${path}[${at}]`)),
		};
	}
	return action;
}

function checkActions(process: Process): void {
	(process.actions ?? []).forEach((action, index) => {
		for (const end of ['from', 'to'] as const) {
			if (!Object.hasOwn(process.states ?? {}, action[end])) {
				throw invalid(`actions[${index}].${end}`, `The status "${action[end]}" does not exist.`);
			}
		}
	});
}
