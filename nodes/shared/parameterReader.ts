import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from './catalogue';
import { isExpression } from './input/reader';

/** What the workflow stores at a path into the node's parameters. */
export function storedAt({ node }: Pick<ItemView, 'node'>, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((place, key) => (place as IDataObject | undefined)?.[key], node.parameters);
}

/** Whether an expression gives the value at a path into the node's parameters. */
export function computedAt(item: Pick<ItemView, 'node'>, path: string): boolean {
	return isExpression(storedAt(item, path));
}

export { isExpression };
