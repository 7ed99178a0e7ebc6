import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { BinaryFacts, Draft, ItemView, Operation } from './catalogue';
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
	const timeZone = context.getTimezone();
	const node = context.getNode();

	/** A class, because there is a view for every item and every step that it takes. */
	class View implements ItemView {
		readonly timeZone = timeZone;
		readonly node = node;
		readonly connection = session.connection;
		readonly operation = operation;
		readonly json: IDataObject;

		constructor(readonly index: number) {
			this.json = items[index]?.json ?? {};
		}

		read(name: string, fallback?: unknown): unknown {
			return read(name, this.index, fallback);
		}

		async ask(draft: Draft): Promise<unknown> {
			const answer = await session.send(draft);
			if (!answer.ok) throw new Failed(answer.failure);
			return answer.body;
		}

		async once<T>(key: string, load: () => Promise<T>): Promise<T> {
			const known = remembered.get(key) ?? load();
			remembered.set(key, known);
			return (await known) as T;
		}

		async upload(draft: Draft, file: Parameters<ItemView['upload']>[1]): Promise<unknown> {
			if (this.read('options.dryRun', false) === true || this.read('preview', false) === true) {
				if (typeof file === 'string') this.binary(file);
				return {};
			}
			const from =
				typeof file === 'string' ? { property: file, item: this.index } : { source: file };
			return await this.ask({ ...draft, file: { field: 'file', ...from } });
		}

		binary(property: string): BinaryFacts {
			return binaryOf(context, this.index, property);
		}

		async binaryBase64(property: string): Promise<string> {
			this.binary(property);
			const bytes = await context.helpers.getBinaryDataBuffer(this.index, property.trim());
			return bytes.toString('base64');
		}
	}

	return (index) => new View(index);
}

/**
 * Reads parameters of the operation by item. A parameter without an expression is the same for
 * every item, so n8n is asked once for it: with thousands of items that is most of the time.
 */
function parameterReader(context: IExecuteFunctions, operation: Operation) {
	const stored = context.getNode().parameters;
	const definitions = new Map(operation.parameters.map((one) => [one.name, one]));
	const hasExpression = new Set(Object.keys(stored).filter((name) => isExpression(stored[name])));
	const mappers = new Map(
		operation.parameters.flatMap(({ name, type }) => {
			const value = stored[name];
			return type === 'resourceMapper' && isFixedMapper(value) ? [[name, value]] : [];
		}),
	);
	const constants = new Map<string, unknown>();
	/** Values with an expression, of the item that was read last: its rows all ask for the same. */
	const ofItem = { index: -1, values: new Map<string, unknown>() };
	/** Of texts and numbers those of all items: they take little room, and resolving one takes n8n long. */
	const scalars = new Map<string, Map<number, unknown>>();

	const ask = (name: string, index: number): unknown =>
		context.getNodeParameter(name, index, null, { skipValidation: true });

	function readOnce(top: string, index: number): unknown {
		const definition = definitions.get(top);
		const mapper = mappers.get(top);
		if (mapper) return { ...mapper, value: ask(`${top}.value`, index) };
		const value = ask(top, index);
		return value === null ? undefined : definition ? withoutLocators(value, definition) : value;
	}

	function constant(top: string, index: number): unknown {
		if (!constants.has(top)) constants.set(top, readOnce(top, index));
		return constants.get(top);
	}

	function resolved(top: string, index: number): unknown {
		const kept = scalars.get(top);
		if (kept?.has(index)) return kept.get(index);
		if (ofItem.index !== index) {
			ofItem.index = index;
			ofItem.values.clear();
		}
		if (ofItem.values.has(top)) return ofItem.values.get(top);
		const value = readOnce(top, index);
		if (typeof value === 'object') ofItem.values.set(top, value);
		else scalars.set(top, (kept ?? new Map<number, unknown>()).set(index, value));
		return value;
	}

	const paths = new Map<string, string[]>();
	const pathOf = (name: string): string[] => {
		const path = name.split('.');
		paths.set(name, path);
		return path;
	};

	return (name: string, index: number, fallback: unknown): unknown => {
		const path = paths.get(name) ?? pathOf(name);
		const top = path[0] ?? name;
		let value = hasExpression.has(top) ? resolved(top, index) : constant(top, index);
		for (let step = 1; step < path.length; step += 1) {
			value = (value as Record<string, unknown> | undefined)?.[path[step] ?? ''];
		}
		return value === undefined ? fallback : value;
	};
}

/**
 * Whether only the values of a mapper hold expressions. n8n would resolve its list of fields too,
 * for every item, which takes longer than the values.
 */
function isFixedMapper(mapper: unknown): mapper is IDataObject {
	if (typeof mapper !== 'object' || mapper === null || !('mappingMode' in mapper)) return false;
	return !isExpression({ ...mapper, value: null });
}

function isExpression(value: unknown): boolean {
	return value !== undefined && JSON.stringify(value).includes('"=');
}
