import type { Directory } from '../directory';
import type { FormField } from '../form';
import type { Problems } from '../problems';

/** A file as a FILE cell shows it. */
export interface FileCell {
	contentType: string;
	fileKey: string;
	name: string;
	size: string;
}

/** What reading a sent cell may need beside the value itself. */
export interface CellContext {
	problems: Problems;
	directory: Directory;
	/** Turns an upload key (or a key the cell has already) into what is stored; undefined when unknown. */
	file(key: string, previous: FileCell[]): FileCell | undefined;
	/** The moment and the zone that `defaultNowValue` and `LOGINUSER()` are taken from. */
	now: Date;
	timeZone: string;
	login: string;
	inGuestSpace: boolean;
}

/** Where a cell is, for error keys (docs/api/record-platform.md, section 4). */
export interface CellPath {
	/** `record.<code>`, `records[0].<code>` or `record.<table>.value[0].value.<code>`. */
	path: string;
	/** `record[<code>]`: the form of the key that a number which is none is reported under. */
	bracketPath: string;
	inTable: boolean;
}

/** How one family of field types is read from requests and checked. Stored values: see schema.ts. */
export interface CellCodec {
	/** The value of a cell that was never filled. */
	empty(field: FormField): unknown;
	isEmpty(value: unknown): boolean;
	/** Reads what was sent; complains to `context.problems`, throws CB_IJ01 on a wrong JSON type. */
	parse(
		raw: unknown,
		field: FormField,
		at: CellPath,
		context: CellContext,
		previous: unknown,
	): unknown;
	/** The value a new record gets when the field was not sent. */
	initial(field: FormField, context: CellContext): unknown;
	/** What follows the path in the key of the complaint that a required cell is empty. */
	requiredSuffix: '.value' | '.values' | '.values.value';
}
