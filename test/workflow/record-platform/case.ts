import type { IDataObject } from 'n8n-workflow';

import { type Api, cells } from '../../sandbox/record-platform/api';
import type { OperationCase } from '../../support/operation-case';

/** A case of an operation of the record platform. */
export interface Case extends OperationCase {
	parameters: () => IDataObject;
	/** The items bring a file; its content, where it matters. */
	binary?: boolean | (() => Buffer);
}

/** The record that an item names, and an item that names none. */
export const recordId = { mode: 'id', value: '={{ $json.id }}' };
export const NO_RECORD = { id: '999999' };

/** Makes two records with an amount past the node, and items that name them. */
export async function twoRecordsOf(api: Api, app: string): Promise<Array<{ id: string }>> {
	const one = async () => ({ id: await api.create(app, cells({ Amount: 1 })) });
	return [await one(), await one()];
}
