import type { IDataObject } from 'n8n-workflow';

import { digest } from '../../shared/digest';
import type { Cell } from '../values/decode';

/** Records whose values are remembered: those that were changed last. */
export const MOST_WATCHED = 10_000;

/** Stored values: `17 3mK9…`, oldest change first. They belong to these fields. */
export interface WatchedState {
	fields: string[];
	values: string[];
}

/** Remembers the values of fields by record, to tell which changes concern them. */
export class Watched {
	private readonly known = new Map<string, string>();

	constructor(
		private readonly fields: string[],
		state: WatchedState | undefined,
	) {
		// Values of other fields say nothing about these.
		if (state?.fields.join() !== fields.join()) return;
		for (const entry of state.values) {
			const [id = '', value = ''] = entry.split(' ');
			this.known.set(id, value);
		}
	}

	/** A short form of the fields' values in a record. */
	valuesOf(cells: IDataObject): string {
		return this.fields.map((code) => digest((cells[code] as Cell | undefined)?.value)).join('.');
	}

	/**
	 * Notes the values of a record. True if they have changed, or if the old values are unknown.
	 * @param brought the old values, if a webhook has brought later ones than those remembered
	 */
	changed(id: number, value: string, brought?: string): boolean {
		if (this.fields.length === 0) return false;
		const before = this.forget(id, brought);
		this.known.set(String(id), value);
		if (this.known.size > MOST_WATCHED) {
			const [oldest = ''] = this.known.keys();
			this.known.delete(oldest);
		}
		return before !== value;
	}

	/**
	 * Notes the values of a record that can't start the workflow. If they have changed, they are
	 * unknown from then on, so that it starts as soon as the record can, even with the old values.
	 * @returns what is known now; '' if nothing
	 */
	keep(id: number, value: string, brought?: string): string {
		if (this.forget(id, brought) !== value) return '';
		this.changed(id, value);
		return value;
	}

	/** The values known before. */
	private forget(id: number, brought: string | undefined): string | undefined {
		const before = brought ?? this.known.get(String(id));
		this.known.delete(String(id));
		return before;
	}

	get state(): WatchedState | undefined {
		if (this.fields.length === 0) return undefined;
		return {
			fields: this.fields,
			values: [...this.known].map(([id, value]) => `${id} ${value}`),
		};
	}
}
