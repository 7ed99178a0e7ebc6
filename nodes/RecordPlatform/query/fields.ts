/** A field of a query. */
export interface QueryField {
	code: string;
	/** '' if unknown. */
	type: string;
	/** Whether it is in a table, where = and != are not supported. */
	inTable: boolean;
	/** The format of a calculated field's result; missing if the form couldn't be read. */
	format?: string;
}

/** The picker's value for a field: `Amount|NUMBER`, `Price|SUBTABLE.NUMBER`. */
export function pickerValue({ code, type, inTable }: QueryField): string {
	return `${code}|${inTable ? 'SUBTABLE.' : ''}${type}`;
}

/** A field from the picker's value, or from a bare code without a type. */
export function queryField(chosen: unknown): QueryField {
	const text = String(chosen ?? '').trim();
	const [, code, table, type] = /^(.+)\|(SUBTABLE\.)?(_*[A-Z][A-Z_]*)$/s.exec(text) ?? [];
	if (code === undefined || type === undefined) return { code: text, type: '', inTable: false };
	return { code, type, inTable: table !== undefined };
}
