import type { IDataObject, INode } from 'n8n-workflow';

import { isTool } from '../../shared/agent';
import type { ItemContext, Parameter } from '../../shared/catalogue';
import { type Faults, InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { listed, quoteShort } from '../../shared/messages';
import { isObject, objectOf } from '../../shared/objects';
import { grouped } from '../../shared/run/batching';
import { withoutError } from '../../shared/run/results';
import { type Field, isEditable, isSystem, SYSTEM } from './form';
import { cellIn } from './cells';
import { choices } from '../../shared/parameters';

export const unknownColumns: Parameter<'unknownColumns'> = {
	displayName: 'Unknown Columns',
	name: 'unknownColumns',
	...choices('ignore', {
		ignore: [
			'Ignore',
			'Write the other columns, and show a hint that names the columns not written',
		],
		stop: ['Stop', 'Refuse the item, and write nothing of it'],
	}),
	description: 'What to do with columns that are not a field',
};

/** Values by field code or label, before they are converted. */
export interface Mapped {
	values: IDataObject;
	/** Whether the values are the whole item. Else somebody mapped them to these fields. */
	isAutomatic: boolean;
	matchBy: string[];
	/** Whether the names are codes: that of a field that is gone must not be taken for a label. */
	areCodes?: boolean;
	/** Codes of other fields: such a name is no label. */
	otherCodes?: Set<string>;
}

/** The values of a mapper. An expression can give an object in place of it. */
export function mappedValues(
	item: Pick<ItemContext, 'json' | 'node' | 'read'>,
	mapper: 'fields' | 'columns' = 'fields',
): Mapped {
	const chosen = objectOf(item.read(mapper));
	const { mappingMode, matchingColumns } = chosen;
	if (mappingMode === undefined) return { values: chosen, isAutomatic: false, matchBy: [] };
	const matchBy = (Array.isArray(matchingColumns) ? matchingColumns : []).map(String);
	if (mappingMode === 'autoMapInputData') {
		return { values: withOwnNames(withoutError(item.json)), isAutomatic: true, matchBy };
	}
	// The editor keeps null for an empty control.
	const stored = objectOf(objectOf(item.node.parameters[mapper]).value);
	checkNamesForModel(stored, item.node);
	const given = Object.entries(objectOf(chosen.value)).filter(
		([key, value]) => value !== null || cellIn(stored, key) !== null,
	);
	return { values: Object.fromEntries(given), isAutomatic: false, matchBy, areCodes: true };
}

/**
 * n8n names what a model fills in after the label, without other letters than Latin ones. Throws
 * `InputError` for two fields that the model is asked for under such a name: it would fill in one value.
 */
function checkNamesForModel(stored: IDataObject, node: INode): void {
	if (!isTool({ getNode: () => node })) return;
	const asked = new Map<string, string>();
	for (const [code, value] of Object.entries(stored)) {
		const name = /\$fromAI\(\s*['"`]([_-]*)['"`]/.exec(String(value))?.[1];
		if (name === undefined) continue;
		const other = asked.get(name);
		asked.set(name, code);
		if (other === undefined) continue;
		throw new InputError(
			`The model is asked for "${other}" and "${code}" under the same name`,
			'Refresh the field list, and let the model define these fields again',
		);
	}
}

export function isAutomatic(item: ItemContext, mapper: 'fields' | 'columns'): boolean {
	return objectOf(item.read(mapper)).mappingMode === 'autoMapInputData';
}

/** A name without what nobody sees in it: a byte order mark, blanks at its ends, and the width of letters. */
function plainName(name: string): string {
	return name.normalize('NFKC').trim();
}

const namesByFields = new WeakMap<Field[], Map<string, Field>>();

/** The field for a name: by its code, else by its label if only one field has it. */
export function fieldNamed(fields: Field[], name: string): Field | undefined {
	let names = namesByFields.get(fields);
	if (names === undefined) namesByFields.set(fields, (names = fieldNames(fields)));
	return names.get(name) ?? names.get(plainName(name));
}

function fieldNames(fields: Field[]): Map<string, Field> {
	const names = new Map<string, Field>();
	const add = (name: string, field: Field) => names.has(name) || names.set(name, field);
	for (const field of fields) add(field.code, field);
	// The code of a column says more than the label of a field: a row has such names.
	const columns = new Set(fields.flatMap((field) => (field.columns ?? []).map(({ code }) => code)));
	const addUnique = (some: Field[], nameOf: (field: Field) => string | undefined) => {
		const nameIn = (field: Field) => plainName(nameOf(field) ?? '');
		for (const [field, other] of grouped(some, nameIn)) {
			const name = field && nameIn(field);
			if (name && !other && !columns.has(name)) add(name, field);
		}
	};
	addUnique(fields, ({ code }) => code);
	for (const some of [fields.filter((field) => !isFilledIn(field)), fields]) {
		addUnique(some, ({ label }) => label);
	}
	return names;
}

/** Whether the service fills a field in: it comes along when a record was read before. */
function isFilledIn(field: Field): boolean {
	return !isEditable(field) || isSystem(field);
}

/** Whether it is a name that a node adds to a record or row (`$id`, `$url`): no field has one. */
function isOwnName(name: string): boolean {
	return /^\$[a-z]/i.test(name);
}

/** An item with those names as the node writes them: a CSV can have a byte order mark before the first one. */
function withOwnNames(values: IDataObject): IDataObject {
	// Most names have no such sign, and needn't be made plain for every item.
	const isOther = (name: string) =>
		name.includes('$') && !isOwnName(name) && isOwnName(plainName(name));
	if (!Object.keys(values).some(isOther)) return values;
	const entries = Object.entries(values);
	return Object.fromEntries(
		entries.map(([name, value]) => [isOther(name) ? plainName(name) : name, value]),
	);
}

export interface Assigned {
	field: Field;
	given: unknown;
}

/** Takes a name that isn't written, with the fields that it means: none, one that the service fills in, or several. */
export type TakeUnknown = (name: string, meant?: Field[]) => void;

/** The fields that are written, each with its value; undefined says nothing. What is refused is noted. */
export function assignedFields(
	{ values, isAutomatic, areCodes, otherCodes }: Mapped,
	fields: Field[],
	unknown: TakeUnknown,
	faults: Faults,
): Assigned[] {
	const assigned: Assigned[] = [];
	const take = (name: string, meant?: Field[]) => faults.of(() => unknown(name, meant));
	for (const name of Object.keys(values)) {
		const given = values[name];
		if (isOwnName(name) || given === undefined) continue;
		const field = fieldNamed(fields, name);
		const isOther =
			field !== undefined &&
			field.code !== name &&
			(areCodes || otherCodes?.has(name) || cellIn(values, field.code) !== undefined);
		if (field === undefined) take(name, severalLabeled(fields, name));
		else if (isOther) take(name);
		else if (isAutomatic ? !isFilledIn(field) : isEditable(field)) assigned.push({ field, given });
		else if (!isAutomatic) faults.note(notWritable(field));
		else if (!isBlank(given)) unknown(name, [field]);
	}
	return assigned;
}

const fieldsByLabel = new WeakMap<Field[], Map<string, Field[]>>();

/** The fields of a label that more than one has. */
function severalLabeled(fields: Field[], name: string): Field[] {
	const labelOf = ({ label = '' }: Field) => plainName(label);
	const labels =
		fieldsByLabel.get(fields) ??
		new Map(grouped(fields, labelOf).map((some) => [labelOf(some[0] as Field), some]));
	fieldsByLabel.set(fields, labels);
	const found = labels.get(plainName(name)) ?? [];
	return found.length > 1 ? found : [];
}

function notWritable(field: Field): InputError {
	return new InputError(
		`Field "${field.label ?? field.code}" can't be written: the service fills it in`,
		'Nothing was written for this item. If the field was changed in the form, refresh the field list of the node',
	);
}

/** Names that aren't written, from all parts of an item. Most items have none. */
export class UnknownNames {
	private names?: Set<string>;
	/** Names that several fields have as their label. */
	private shared?: Set<string>;
	/** What the service fills in. */
	filledIn?: Map<string, Field>;

	constructor(
		private readonly isAutomatic: boolean,
		/** What has no such field or column (`The app`). */
		private readonly owner: string,
		private readonly noun = 'field',
		/** Whether a name counts for another mapper of the operation. */
		private readonly isKnown: (name: string) => boolean = () => false,
	) {}

	readonly take: TakeUnknown = (name, [field, other] = []) => {
		if (field && other === undefined) return void (this.filledIn ??= new Map()).set(name, field);
		if (this.isAutomatic && this.isKnown(name)) return;
		(other ? (this.shared ??= new Set()) : (this.names ??= new Set())).add(name);
	};

	/** Throws `InputError` for unknown names that were mapped, or where the person chose to stop. */
	check(item: ItemContext): void {
		const stops = !this.isAutomatic || item.read('options.unknownColumns') === 'stop';
		if (!this.hasUnknown || !stops) return;
		throw new InputError(
			this.message(),
			this.isAutomatic
				? 'Nothing was written for this item. Rename or remove these columns of the item, or set "Unknown Columns" to Ignore'
				: 'Nothing was written for this item. If it was renamed or removed, refresh the field list of the node, and map it again',
		);
	}

	private get hasUnknown(): boolean {
		return (this.names ?? this.shared) !== undefined;
	}

	tell(item: ItemContext): void {
		// A record that was read before brings these along.
		const isUsual = ({ type }: Field) => SYSTEM.has(type) || type === 'RECORD_NUMBER';
		const isNew = item.operation.method === 'POST';
		const filledIn = [...(this.filledIn ?? [])].filter(([, field]) => isNew || !isUsual(field));
		if (filledIn.length > 0) item.hint(`Not written, because ${filledInBy(filledIn)}`);
		if (!this.hasUnknown) return;
		const message = this.message();
		item.hint(`Not written, because ${message.charAt(0).toLowerCase()}${message.slice(1)}`);
	}

	private message(): string {
		const { noun } = this;
		const [names, shared] = [[...(this.names ?? [])], [...(this.shared ?? [])]];
		const parts = [
			names.length > 0 && `${this.owner} has no ${nounFor(names, noun)} ${listed(names)}`,
			shared.length > 0 &&
				`Several ${noun}s have the label ${listed(shared)}, so use the code of the ${noun}`,
		];
		return parts.filter(Boolean).join('. ');
	}
}

/** `the service fills in the field "Status". To change "Status", use Update Status` */
export function filledInBy(named: Array<[string, Field]>): string {
	const names = named.map(([name]) => name);
	const status = named.find(([, { type }]) => type === 'STATUS')?.[0];
	const way = status === undefined ? '' : `. To change ${quoteShort(status)}, use Update Status`;
	return `the service fills in the ${nounFor(names, 'field')} ${listed(names)}${way}`;
}

/** The row of a table that an item holds under the name of the table, as *Split Table* returns it. */
export function splitRow(values: IDataObject, table: Field): IDataObject | undefined {
	const name = Object.keys(values).find((key) => key === table.code || key === table.label);
	const row = name === undefined ? undefined : values[name];
	return isObject(row) && !('type' in row) ? row : undefined;
}

/** The value of a field under its code, else under another name of it. */
export function valueNamed(
	{ values, areCodes, otherCodes }: Mapped,
	fields: Field[],
	field: Field,
): unknown {
	const own = cellIn(values, field.code);
	if (areCodes || (own ?? undefined) !== undefined) return own;
	const name = Object.keys(values).find(
		(key) => otherCodes?.has(key) !== true && fieldNamed(fields, key) === field,
	);
	return name === undefined ? own : values[name];
}

/** For a name of a setting that is none of the fields, or the label of several. */
export function noSuchField(name: string, fields: Field[], what = 'The app has no field') {
	const same = severalLabeled(fields, name).map(({ code }) => code);
	return same.length > 0
		? new InputError(
				`${same.length} fields have the label ${quoteShort(name)}`,
				`Use the field code: ${listed(same)}`,
			)
		: new InputError(
				`${what} ${quoteShort(name)}`,
				`It has ${listed(fields.map(({ code }) => code)) || 'none that the signed-in user can view'}. If it was renamed or removed, refresh the form in the node`,
			);
}

export function nounFor({ length }: unknown[], noun: string): string {
	return length === 1 ? noun : `${noun}s`;
}
