import { isObject } from '../../input/readers';
import { inPriority, meansUser } from '../apps/access';
import { type Entity, type FieldRight, partOf } from '../apps/parts';
import type { OpenApp } from '../apps/store';
import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import type { StoredRecord } from './row';

export type Accessibility = 'READ' | 'WRITE' | 'NONE';

/** What the field permissions of an app allow the caller with the cells of a record. API tokens come before them. */
export class FieldAccess {
	private readonly rights: ReadonlyMap<string, FieldRight>;

	private constructor(
		private readonly login: string,
		private readonly directory: Directory,
		private readonly app: OpenApp,
		rights: FieldRight[],
	) {
		this.rights = new Map(rights.map((right) => [right.code, right]));
	}

	static async of(context: Context, app: OpenApp): Promise<FieldAccess> {
		const rights = context.caller.kind === 'tokens' ? [] : partOf(app.design.parts, 'fieldRights');
		return new FieldAccess(context.person.code, await context.directory(), app, rights);
	}

	/** The first entry that means the caller decides; fields without a list are open. */
	to(record: StoredRecord, code: string): Accessibility {
		const right = this.rights.get(code);
		if (!right) return 'WRITE';
		const found = inPriority(right.entities).find((entry) =>
			this.means(record, entry.entity, entry.includeSubs),
		);
		return found?.accessibility ?? 'NONE';
	}

	/** Codes of the cells of a record, and of its tables, that the caller does not see. */
	hidden(record: StoredRecord): ReadonlySet<string> {
		return new Set([...this.rights.keys()].filter((code) => this.to(record, code) === 'NONE'));
	}

	/** Throws CB_NO02 when the codes that are sent include one the caller may not write. */
	requireWritable(record: StoredRecord, sent: object): void {
		const codes = new Set([...Object.keys(sent), ...this.columnsIn(sent)]);
		for (const code of this.rights.keys()) {
			if (codes.has(code) && this.to(record, code) !== 'WRITE') throw new ServiceError('CB_NO02');
		}
	}

	/** Codes of the table cells that are sent. */
	private columnsIn(sent: object): string[] {
		const { fields } = this.app.design;
		return Object.entries(sent).flatMap(([code, cell]: [string, unknown]) => {
			const isTable = Object.hasOwn(fields, code) && fields[code]?.type === 'SUBTABLE';
			const rows = isTable && isObject(cell) ? cell.value : undefined;
			return (Array.isArray(rows) ? (rows as unknown[]) : []).flatMap((row) =>
				isObject(row) && isObject(row.value) ? Object.keys(row.value) : [],
			);
		});
	}

	private means(record: StoredRecord, entity: Entity, includeSubs: boolean): boolean {
		if (entity.type !== 'FIELD_ENTITY') {
			return meansUser(this.directory, entity, includeSubs, this.login);
		}
		const code = entity.code ?? '';
		const type = Object.hasOwn(this.app.design.fields, code)
			? this.app.design.fields[code]?.type
			: undefined;
		switch (type) {
			case 'CREATOR':
				return record.creator === this.login;
			case 'MODIFIER':
				return record.modifier === this.login;
			case 'STATUS_ASSIGNEE':
				return record.assignees.some((person) => person.code === this.login);
			case 'USER_SELECT':
				return codesIn(record, code).includes(this.login);
			case 'GROUP_SELECT':
				return overlap(codesIn(record, code), this.directory.groupsOf(this.login));
			case 'ORGANIZATION_SELECT':
				return overlap(
					codesIn(record, code),
					this.directory.organizationsMeaning(this.login, includeSubs),
				);
			default:
				return false;
		}
	}
}

function codesIn(record: StoredRecord, field: string): string[] {
	const value = record.cells[field];
	return Array.isArray(value) ? (value as { code: string }[]).map(({ code }) => code) : [];
}

function overlap(left: string[], right: string[]): boolean {
	return left.some((code) => right.includes(code));
}
