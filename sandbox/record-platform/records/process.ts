import { hasRight } from '../apps/access';
import type { Process, ProcessAction, ProcessEntity, ProcessState } from '../apps/design';
import { orderedStates } from '../apps/design';
import type { OpenApp } from '../apps/store';
import type { Context } from '../context';
import type { Directory, Person } from '../directory';
import { ServiceError } from '../errors';
import { matches } from './query';
import { cellValue } from './read';
import type { StoredRecord } from './row';

export interface StatusChange {
	action: string;
	/** Login name of the next assignee. */
	assignee: string | undefined;
}

/** The process of an app; throws GAIA_ST02 when it is switched off. */
export function requireProcess(app: OpenApp): Process {
	if (!app.design.process.enable) throw new ServiceError('GAIA_ST02');
	return app.design.process;
}

/**
 * Whoever is no assignee may not act on a record that has some (docs/api: records.status.update).
 * Throws CB_NO02.
 */
export function requireTurn(context: Context, record: StoredRecord): void {
	if (record.assignees.length === 0) return;
	if (record.assignees.some((assignee) => assignee.code === context.person.code)) return;
	throw new ServiceError('CB_NO02');
}

/**
 * Runs an action on a record and gives the record as it is then, its revision raised by 2. Throws
 * GAIA_IL03.
 */
export async function runAction(
	context: Context,
	app: OpenApp,
	record: StoredRecord,
	change: StatusChange,
): Promise<StoredRecord> {
	const process = requireProcess(app);
	const directory = await context.directory();
	const current = record.status ?? orderedStates(process)[0]?.name;
	const action = findAction(process, current, change.action);
	if (action.type === 'SECONDARY') requireExecutable(context, app, record, directory, action);
	else requireTurn(context, record);
	if (action.filterCond !== '' && !(await matches(context, app, record.id, action.filterCond))) {
		throw new ServiceError('GAIA_IL03');
	}
	const changed = {
		...record,
		revision: (BigInt(record.revision) + 2n).toString(),
		updatedAt: context.now,
		modifier: context.person.code,
	};
	const from = process.states?.[action.from];
	const others = record.assignees.filter((assignee) => assignee.code !== context.person.code);
	// Everyone in charge has to act before the record moves on.
	if (action.type === 'PRIMARY' && from?.assignee.type === 'ALL' && others.length > 0) {
		return { ...changed, assignees: others };
	}
	const to = process.states?.[action.to];
	if (!to) throw new ServiceError('GAIA_IL03');
	return {
		...changed,
		status: to.name,
		assignees: nextAssignees(app, record, directory, to, change.assignee),
	};
}

/** The one action of that name from the current status; two of a name cannot be told apart. */
function findAction(process: Process, current: string | undefined, name: string): ProcessAction {
	const named = (process.actions ?? []).filter(
		(action) => action.name === name && action.from === current,
	);
	const [action] = named;
	if (!action || named.length > 1) throw new ServiceError('GAIA_IL03');
	return action;
}

function requireExecutable(
	context: Context,
	app: OpenApp,
	record: StoredRecord,
	directory: Directory,
	action: ProcessAction,
): void {
	const allowed = resolveEntities(app, record, directory, action.executableUser?.entities ?? []);
	if (!allowed.some((person) => person.code === context.person.code)) {
		throw new ServiceError('CB_NO02');
	}
}

function nextAssignees(
	app: OpenApp,
	record: StoredRecord,
	directory: Directory,
	state: ProcessState,
	chosen: string | undefined,
): Person[] {
	const candidates = resolveEntities(app, record, directory, state.assignee.entities);
	if (state.assignee.type !== 'ONE') return candidates;
	if (candidates.length === 0) return [];
	const assignee = candidates.find((person) => person.code === chosen);
	if (!assignee) throw new ServiceError('GAIA_SA01');
	return [assignee];
}

/** The users that assignee settings stand for on one record. */
function resolveEntities(
	app: OpenApp,
	record: StoredRecord,
	directory: Directory,
	entities: ProcessEntity[],
): Person[] {
	const codes = entities.flatMap(({ entity, includeSubs }) => {
		const code = entity.code ?? '';
		switch (entity.type) {
			case 'USER':
				return [code];
			case 'GROUP':
				return directory.groupMembers(code);
			case 'ORGANIZATION':
				return directory.organizationMembers(code, includeSubs);
			case 'CREATOR':
				return [record.creator];
			default:
				return usersOfField(app, record, directory, code, includeSubs);
		}
	});
	return [...new Set(codes)].flatMap((code) => directory.user(code) ?? []);
}

function usersOfField(
	app: OpenApp,
	record: StoredRecord,
	directory: Directory,
	code: string,
	includeSubs: boolean,
): string[] {
	const field = app.design.fields[code];
	if (!field) return [];
	const value = cellValue(record, field, app, directory);
	const entries = (Array.isArray(value) ? value : [value]) as Person[];
	const codes = entries.filter(Boolean).map((entry) => entry.code);
	if (field.type === 'ORGANIZATION_SELECT') {
		return codes.flatMap((entry) => directory.organizationMembers(entry, includeSubs));
	}
	if (field.type === 'GROUP_SELECT') return codes.flatMap((entry) => directory.groupMembers(entry));
	return codes;
}

/** Gives a record new assignees; its revision rises by 1. Throws CB_VA01. */
export async function setAssignees(
	context: Context,
	app: OpenApp,
	record: StoredRecord,
	logins: string[],
): Promise<StoredRecord> {
	requireProcess(app);
	if (!(await hasRight(context, app, 'manage'))) requireTurn(context, record);
	const directory = await context.directory();
	const assignees = [...new Set(logins)].map((login) => {
		const person = directory.user(login);
		if (!person) {
			throw new ServiceError('CB_VA01', {
				errors: {
					assignees: {
						messages: [`The user (code: ${login}) was not found. It may have been deleted.`],
					},
				},
			});
		}
		return person;
	});
	return {
		...record,
		revision: (BigInt(record.revision) + 1n).toString(),
		updatedAt: context.now,
		modifier: context.person.code,
		assignees,
	};
}
