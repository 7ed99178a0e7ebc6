import type {
	ItemContext,
	Operation,
	Parameter,
	RequestSpec,
	Row,
} from '../../../shared/catalogue';
import { isDryRun } from '../../../shared/parameters';
import { chunks } from '../../../shared/run/batching';
import { dryRunRow } from '../../../shared/run/batch';
import { objectOf } from '../../../shared/objects';
import { appsOf } from '../../bulk';
import { type Current, identityOf, RECORD_ID, recordRow } from '../../codec/cells';
import { unknownColumns } from '../../codec/names';
import { quoted } from '../../query/literals';
import { both } from '../../query/parts';
import { PAGE } from '../../reading/paginate';
import { writtenFields } from '../../writing/fromItem';
import { options } from '../parameters';
import { app } from '../locators';
import { deleteAtMost } from './deleteByConditions';
import { neededCondition, neededFilter, recordsMeeting } from './foundRecords';
import { changeOfRecords, convertValues, dryRun } from './options';
import { afterUpdates, updateAsRead, updatedAtOnce } from './updateAsRead';
import { fields } from './write';
import { finishWritten } from './written';

const { send, ...mapper } = fields('set');

/** The mapper for values that all of the records get. */
const values: Parameter = { ...mapper, send: { ...send, in: 'body', key: 'record' } };

const updateAtMost: Parameter = {
	...deleteAtMost,
	displayName: 'Update at Most',
	description: 'If more records match, nothing is updated, and the error says how many',
};

export const updateByConditions: Operation = {
	...changeOfRecords,
	value: 'updateByConditions',
	name: 'Update by Conditions',
	action: 'Update records by conditions',
	description:
		'Write the same values to all records that meet conditions. Nothing is updated if more records match than allowed.',
	parameters: [
		app('body'),
		...neededFilter,
		values,
		updateAtMost,
		options(convertValues, dryRun, unknownColumns),
	],
	finish: finishWritten,
	run: { kind: 'custom', run: updateFound },
};

const UPDATE = { write: 'update', limit: 'Update at Most' } as const;

/** Updates oldest first. A record that somebody changes meanwhile is updated if it still meets the conditions. */
async function updateFound(item: ItemContext, spec: RequestSpec): Promise<Row | Row[]> {
	const record = objectOf(spec.body?.record);
	const condition = await neededCondition(UPDATE, item);
	const meeting = async (asked: string) => {
		const found = await recordsMeeting(asked, UPDATE, item, spec.body?.app);
		return found.map((current: Current) => ({ element: { ...identityOf(current), record } }));
	};
	const found = await meeting(condition);
	const steps = chunks(found, updatedAtOnce(item));
	if (isDryRun(item)) {
		const count = { items: 1, records: found.length, requests: steps.length };
		return dryRunRow(item, appsOf([spec]), count);
	}
	const rows: Row[] = [];
	try {
		for (const step of steps) {
			const written = await updateAsRead(item, spec, step, async (ids) => {
				const left = [];
				for (const some of chunks(ids, PAGE)) {
					const those = `${RECORD_ID} in (${some.map(quoted).join(', ')})`;
					left.push(...(await meeting(both(condition, those))));
				}
				return left;
			});
			for (const [{ element }, answer] of written) {
				rows.push(recordRow({ id: element.id, ...answer }, writtenFields(item, { record })));
			}
		}
	} catch (problem) {
		throw afterUpdates(problem, rows.length);
	}
	return rows;
}
