import type { IExecuteFunctions } from 'n8n-workflow';

import type { Draft, ItemView, Operation } from './catalogue';
import { Failed } from './errors';
import { withoutLocators } from './locator';
import { binaryOf } from './transport/multipart';
import type { Session } from './transport/session';

/** Makes the views through which conversions and own runs see their items. */
export function itemViews(
	context: IExecuteFunctions,
	operation: Operation,
	session: Session,
): (index: number) => ItemView {
	const read = parameterReader(context, operation);
	const items = context.getInputData();
	const remembered = new Map<string, Promise<unknown>>();
	const ask = async (draft: Draft) => {
		const answer = await session.send(draft);
		if (!answer.ok) throw new Failed(answer.failure);
		return answer.body;
	};
	const shared = {
		timeZone: context.getTimezone(),
		node: context.getNode(),
		connection: session.connection,
		operation,
		ask,
		async once<T>(key: string, load: () => Promise<T>): Promise<T> {
			const known = remembered.get(key) ?? load();
			remembered.set(key, known);
			return (await known) as T;
		},
	};
	return (index) => ({
		...shared,
		index,
		json: items[index]?.json ?? {},
		read: (name, fallback) => read(name, index, fallback),
		upload: async (draft, file) => {
			if (read('options.dryRun', index, false) === true) {
				if (typeof file === 'string') binaryOf(context, index, file);
				return {};
			}
			const from = typeof file === 'string' ? { property: file, item: index } : { source: file };
			return await ask({ ...draft, file: { field: 'file', ...from } });
		},
		binary: (property) => binaryOf(context, index, property),
		binaryBase64: async (property) => {
			binaryOf(context, index, property);
			const bytes = await context.helpers.getBinaryDataBuffer(index, property.trim());
			return bytes.toString('base64');
		},
	});
}

/**
 * Reads parameters of the operation by item. A parameter without an expression is the same for
 * every item, so n8n is asked once for it: with thousands of items that is most of the time.
 */
function parameterReader(context: IExecuteFunctions, operation: Operation) {
	const stored = context.getNode().parameters;
	const definitions = new Map(operation.parameters.map((one) => [one.name, one]));
	const hasExpression = new Set(Object.keys(stored).filter((name) => isExpression(stored[name])));
	const constants = new Map<string, unknown>();
	/** Values with an expression, of the item that was read last: its rows all ask for the same. */
	const ofItem = { index: -1, values: new Map<string, unknown>() };

	function readOnce(top: string, index: number): unknown {
		const value = context.getNodeParameter(top, index, null, { skipValidation: true });
		const definition = definitions.get(top);
		return value === null ? undefined : definition ? withoutLocators(value, definition) : value;
	}

	return (name: string, index: number, fallback: unknown): unknown => {
		const [top = name, ...rest] = name.split('.');
		if (ofItem.index !== index) {
			ofItem.index = index;
			ofItem.values.clear();
		}
		const known = hasExpression.has(top) ? ofItem.values : constants;
		if (!known.has(top)) known.set(top, readOnce(top, index));
		let value = known.get(top);
		for (const key of rest) value = (value as Record<string, unknown> | undefined)?.[key];
		return value === undefined ? fallback : value;
	};
}

function isExpression(value: unknown): boolean {
	return value !== undefined && JSON.stringify(value).includes('"=');
}
