import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../shared/catalogue';
import { type Explanation, RequestError } from '../shared/errors';
import { listed, quoteShort } from '../shared/messages';
import { recordIdOf } from './catalogue/parameters';
import { appIn, guestSpaceOf, pathOn } from './route';
import { cellIn } from './record/cells';
import { lookupAdvice } from './record/lookups';
import { fieldNamed, mappedValues } from './record/names';
import { formOf } from './record/write';

/**
 * Advice with what is known of the item: the source of a lookup, the status of its record, the value
 * that was refused. Undefined for other errors.
 */
export async function adviceFor(
	explanation: Explanation,
	item: ItemView,
): Promise<string | undefined> {
	return (
		(await lookupAdvice(explanation, item)) ??
		(await statusAdvice(explanation, item)) ??
		(await valueAdvice(explanation, item))
	);
}

interface Process {
	actions: Array<{ name: string; from: string }> | null;
}

/** The record's status and the actions from it, for a refused action; undefined if they can't be read. */
async function statusAdvice(
	{ code, advice }: Explanation,
	item: ItemView,
): Promise<string | undefined> {
	if (code !== 'GAIA_IL03' || item.operation.method !== 'PUT') return undefined;
	const app = appIn(item.read('app', '')).id;
	const read = async (path: string, query: IDataObject) =>
		await item.request({
			method: 'GET',
			path: pathOn(path, { guestSpace: guestSpaceOf(item) }),
			query,
			repeatable: true,
		});
	const id = recordIdOf(item.read('recordId', ''), item);
	const answers = await Promise.all([
		read('/k/v1/record.json', { app, id }),
		read('/k/v1/app/status.json', { app }),
	]).catch((problem: unknown) => ({ problem }));
	if ('problem' in answers) {
		if (answers.problem instanceof RequestError) return undefined;
		throw answers.problem;
	}
	const [found, process] = answers;
	const { record } = found as { record: Record<string, { type: string; value: unknown }> };
	const status = Object.values(record).find(({ type }) => type === 'STATUS')?.value;
	const actions = ((process as Process).actions ?? []).filter(({ from }) => from === status);
	if (typeof status !== 'string') return undefined;
	const names = listed(actions.map(({ name }) => name));
	const possible = actions.length > 0 ? `Actions from there: ${names}` : 'No action starts there';
	return `Record ${id} has the status ${quoteShort(status)}. ${possible}. ${advice ?? ''}`.trim();
}

/** The label and the value of the first field that the service names. */
async function valueAdvice(
	{ code, fields, advice }: Explanation,
	item: ItemView,
): Promise<string | undefined> {
	const name = fields?.[0]?.label;
	if (code !== 'CB_VA01' || name === undefined) return undefined;
	if (!item.operation.parameters.some((parameter) => parameter.name === 'fields')) return undefined;
	const { values } = mappedValues(item);
	const field = fieldNamed(await formOf(item), name);
	if (field?.code !== name) return undefined;
	const { label = name } = field;
	const value = cellIn(values, name) ?? cellIn(values, label);
	if (value === undefined) return undefined;
	const called = label === name ? quoteShort(label) : `${quoteShort(label)} (${name})`;
	return `The value of ${called} is ${quoteShort(value)}.${advice === undefined ? '' : ` ${advice}`}`;
}
