import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { BinaryFacts, Draft, ItemView, Operation } from './catalogue';
import { Failed } from './errors';
import { parameterReader } from './parameterReader';
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
		constructor(readonly index: number) {}

		get timeZone() {
			return timeZone;
		}

		get node() {
			return node;
		}

		get connection() {
			return session.connection;
		}

		get operation() {
			return operation;
		}

		get json(): IDataObject {
			return items[this.index]?.json ?? {};
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
