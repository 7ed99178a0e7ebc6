import type { ItemView, Prepared, ReplacedList } from '../../shared/catalogue';
import { quoteShort } from '../../shared/messages';
import { isObject } from '../../shared/objects';
import { oneSpelling } from '../../shared/text';
import { valueOf } from '../values/compare';
import { contentOf, isFile } from '../values/files';
import { knownFields, mapped, RECORD_ID } from '../values/mapping';
import type { MatchedRecord } from '../values/matching';
import { addsFiles } from './files';
import { sameKey } from './keys';

const ADVICE = {
	FILE: 'Put all files of the record in one item, or set the option "Existing Files" to Keep',
	SUBTABLE:
		'Put all rows of the record in one item, or use Table Row, or Create or Update With Table',
};

/** The files and tables of a record that the change of an item replaces as a whole. */
export function listsReplacedIn({ spec, element }: Prepared, item: ItemView): ReplacedList[] {
	const { id, updateKey, record } = element as MatchedRecord;
	const lists = Object.entries(record).filter(([, cell]) => Array.isArray(valueOf(cell)));
	if (lists.length === 0) return [];
	const fields = knownFields(mapped(item.read('fields'), item), item);
	const by = updateKey ?? { field: RECORD_ID, value: String(id) };
	const app = oneSpelling(`${spec.path} ${String(spec.body?.app)}`);
	const owner = [app, by.field, sameKey(by, fields)];
	const name = updateKey
		? `the record with ${quoteShort(by.value)} in ${quoteShort(by.field)}`
		: `record ${by.value}`;
	return lists.flatMap(([code, cell]): ReplacedList[] => {
		const value = valueOf(cell) as unknown[];
		const type = fields.find((field) => field.code === code)?.type ?? typeOf(value);
		if (type !== 'SUBTABLE' && (type !== 'FILE' || addsFiles(item))) return [];
		return [
			{
				key: JSON.stringify([...owner, code]),
				content: () => withContents(value),
				name: `${quoteShort(code)} of ${name}`,
				advice: ADVICE[type],
			},
		];
	});
}

/** The type of a list whose field is not known; undefined if it is neither files nor rows. */
function typeOf(list: unknown[]): string | undefined {
	const [first] = list;
	if (!isObject(first)) return undefined;
	if (isFile(first)) return 'FILE';
	return isObject(first.value) ? 'SUBTABLE' : undefined;
}

/** Files by what is in them, at any depth: each upload has another key. */
function withContents(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withContents);
	if (!isObject(value)) return value;
	if (isFile(value)) return contentOf(value);
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withContents(one)]));
}
