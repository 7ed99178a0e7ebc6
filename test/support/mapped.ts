import type { IDataObject } from 'n8n-workflow';

import type { Mapped, MapperField } from '../../nodes/RecordPlatform/values/mapping';
import type { ItemView, Operation, Parameter } from '../../nodes/shared/catalogue';
import { RequestError, InputError } from '../../nodes/shared/errors';
import { itemWith } from './item';

/** Values that a person mapped to fields. */
export const byHand = (values: IDataObject, schema: MapperField[] = []): Mapped => ({
	values,
	fromItem: false,
	byHand: true,
	schema,
});
/** Values that come with an item. */
export const fromItem = (values: IDataObject): Mapped => ({ values, fromItem: true, schema: [] });
/** Values of an object from an expression. */
export const fromJson = (values: IDataObject): Mapped => ({ values, fromItem: false, schema: [] });
/** Fields as the editor stores them. */
export const schemaOf = (...fields: object[]) => fields as never as MapperField[];

/** What is refused: message and advice. */
export function refusal(make: () => unknown): InputError {
	try {
		make();
	} catch (problem) {
		if (problem instanceof InputError) return problem;
		throw problem;
	}
	throw new Error('Nothing was refused');
}

/** An item whose app has this form; null for one that the credential may not read. */
export function itemOf(
	form: Record<string, IDataObject> | null,
	values: IDataObject = {},
	more: Partial<ItemView> = {},
) {
	const hints: string[] = [];
	const item = itemWith(
		{ app: '7', ...values },
		{
			connection: { baseUrl: 'https://example.cybozu.com', signIn: 'password' },
			operation: { method: 'PUT', parameters: [] as Parameter[] } as Operation,
			hint: (message) => void hints.push(message),
			request: async () => {
				if (form !== null) return await Promise.resolve({ properties: form });
				throw new RequestError({
					kind: 'reply',
					outcome: 'refused',
					request: 'GET /form',
					attempts: 1,
					reply: { status: 403, headers: {}, body: {} },
					explanation: { message: 'No permission' },
				});
			},
			...more,
		},
	);
	return { item, hints };
}

export const FORM = {
	Name: { code: 'Name', type: 'SINGLE_LINE_TEXT', label: 'Full name' },
	Amount: { code: 'Amount', type: 'NUMBER' },
	Sum: { code: 'Sum', type: 'CALC', expression: 'Amount' },
	Files: { code: 'Files', type: 'FILE' },
	Key: { code: 'Key', type: 'SINGLE_LINE_TEXT', unique: true },
};
