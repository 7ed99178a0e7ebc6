import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Row } from '../../shared/catalogue';
import { bodyOf, listOf, objectOf } from '../../shared/objects';
import { isBlank } from '../../shared/input/text';
import { isOn, listAt } from '../../shared/parameters';
import { pageUrl } from '../connection';
import { nameOf, namesOf, picked } from './rows';

/** A request as an output row, simplified where the person wants it. */
export function requestRow(body: unknown, item: ItemContext): Row {
	const request = bodyOf(body);
	const chosen = listAt(item, 'options.fields');
	if (!isOn(item, 'simplify')) {
		return { json: chosen.length === 0 ? request : picked(request, chosen) };
	}
	const { id, ...simple } = simplified(request);
	const hasId = id !== undefined && (chosen.length === 0 || chosen.includes('id'));
	const page = hasId &&
		chosen.length === 0 && { url: pageUrl(`workflow/view?pid=${id}`, item.connection) };
	// Without a choice of fields, the steps are left out: who has to act says enough.
	const steps = picked(
		request,
		['processingStepCode', 'steps'].filter((key) => chosen.includes(key)),
	);
	return { json: { ...(hasId && { id }), ...simple, ...steps, ...page } };
}

/** When a request was processed, as far as its row tells. Answers may name the time in either way. */
export function processedAt({ steps }: IDataObject): unknown[] {
	return Object.values(objectOf(steps))
		.flatMap((step) => listOf(objectOf(step).processors))
		.map(objectOf)
		.map(({ operatedAt, date }) => (isBlank(operatedAt) ? date : operatedAt));
}

/** What most workflows need of a request: the values of its items by their codes, without nesting. */
export function simplified(request: IDataObject): IDataObject {
	const { status, applicant, form, items, steps, processingStepCode } = request;
	const waiting = entry(steps, processingStepCode);
	return {
		...picked(request, ['id', 'number', 'name']),
		...(status !== undefined && { status: (status as IDataObject | null)?.type ?? null }),
		...picked(request, ['isUrgent', 'createdAt']),
		...(applicant !== undefined && { applicant: nameOf(applicant) }),
		...(form !== undefined && { form: nameOf(form) }),
		...(items !== undefined && { items: valuesOf(items) }),
		...(waiting && { waitsFor: namesOf(stillToAct(waiting.processors)) }),
	};
}

/** The processors of a step who have not acted yet. Answers may name the time of it in either way. */
function stillToAct(processors: unknown): IDataObject[] {
	const all = Array.isArray(processors) ? (processors as IDataObject[]) : [];
	return all.filter(({ operatedAt, date }) => isBlank(operatedAt) && isBlank(date));
}

/** Items are a map by code; a list of them is read as well. One without a code of its own (`$5`) has its name. */
function valuesOf(items: unknown): IDataObject {
	const entries: Array<[string, IDataObject]> = Array.isArray(items)
		? (items as IDataObject[]).map((item, at) => [String(item.code ?? `$${at + 1}`), item])
		: Object.entries((items ?? {}) as Record<string, IDataObject>);
	const nameIn = (code: string, { name }: IDataObject) =>
		code.startsWith('$') && typeof name === 'string' && name !== '' ? name : code;
	return Object.fromEntries(entries.map(([code, item]) => [nameIn(code, item), item.value]));
}

function entry(map: unknown, key: unknown): IDataObject | undefined {
	if (typeof map !== 'object' || map === null || typeof key !== 'string') return undefined;
	return Object.hasOwn(map, key) ? (map as Record<string, IDataObject>)[key] : undefined;
}
