import type { IDataObject } from 'n8n-workflow';

import { digest } from '../../shared/objects';
import type { Cell } from '../codec/cells';

/** Records whose values are remembered: those that were changed last. */
export const MOST_WATCHED = 10_000;

/** Short forms of the fields' values by record, as text (`17 3mK9….1aB2…`), oldest change first. */
export interface WatchedState {
	fields: string[];
	values: string[];
}

/** Remembers the values of fields by record, to tell which of them have changed. */
export class Watched {
	private readonly known = new Map<string, string>();

	constructor(
		private readonly fields: string[],
		state?: WatchedState,
	) {
		for (const entry of state?.values ?? []) {
			const [id = '', values = ''] = entry.split(' ');
			this.known.set(id, values);
		}
	}

	/**
	 * Notes the values of a record.
	 * @returns the fields that have changed; all if the record is unknown
	 */
	note(id: number, cells: IDataObject): Set<string> {
		const { known, fields } = this;
		if (fields.length === 0) return new Set();
		const before = known.get(String(id))?.split('.');
		// A feature of the app that is switched off takes its field away, and doesn't change it.
		const now = fields.map((code, at) =>
			code in cells ? digest((cells[code] as Cell).value) : (before?.[at] ?? ''),
		);
		known.delete(String(id));
		known.set(String(id), now.join('.'));
		const [oldest = ''] = known.size > MOST_WATCHED ? known.keys() : [];
		known.delete(oldest);
		return new Set(fields.filter((_, at) => before?.[at] !== now[at]));
	}

	/** Makes values of a record unknown. */
	forget(id: number, fields: ReadonlySet<string>): void {
		if (fields.size === 0) return;
		const values = this.known.get(String(id))?.split('.') ?? [];
		const kept = this.fields.map((code, at) => (fields.has(code) ? '' : values[at]));
		this.known.set(String(id), kept.join('.'));
	}

	get state(): WatchedState | undefined {
		if (this.fields.length === 0) return undefined;
		const values = [...this.known].map(([id, value]) => `${id} ${value}`);
		return { fields: this.fields, values };
	}
}
