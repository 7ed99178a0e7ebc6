import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, PerItemRun } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';

/** Puts out the service's answer. */
export const answerRun: PerItemRun = {
	kind: 'perItem',
	result: (body) => ({ json: objectOf(body) }),
};

/** Puts out what the item says, where the service's answer is empty. */
export function rowRun(rowOf: (item: ItemContext) => IDataObject): PerItemRun {
	return { kind: 'perItem', result: (_body, item) => ({ json: rowOf(item) }) };
}
