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
	/** Whether the state knows values of one of the fields. */
	private readonly knowsSome: boolean;

	constructor(
		private readonly fields: string[],
		state: WatchedState | undefined,
	) {
		const places = fields.map((code) => state?.fields.indexOf(code) ?? -1);
		this.knowsSome = places.some((place) => place >= 0);
		if (!this.knowsSome) return;
		for (const entry of state?.values ?? []) {
			const [id = '', value = ''] = entry.split(' ');
			const parts = value.split('.');
			this.known.set(id, places.map((place) => parts[place] ?? '').join('.'));
		}
	}

	/**
	 * Adds the values of fields that the state doesn't know. Of a record that it doesn't know, only
	 * if it knows none of the fields: a change of the others may still have to be told.
	 */
	add(id: number, value: string): void {
		const before = this.known.get(String(id));
		if (before === undefined && this.knowsSome) return;
		const parts = value.split('.');
		const known = before?.split('.').map((part, place) => part || parts[place]);
		this.known.set(String(id), known?.join('.') ?? value);
	}

	/**
	 * A short form of the fields' values in a record. Of a field that the record lacks it is what is known: the
	 * feature can be switched off, and the field isn't changed by that.
	 * @param brought the old values, if a webhook has brought later ones than those remembered
	 */
	valuesOf(cells: IDataObject, id?: number, brought = this.known.get(String(id))): string {
		const before = brought?.split('.') ?? [];
		return this.fields
			.map((code, place) =>
				code in cells ? digest((cells[code] as Cell).value) : (before[place] ?? ''),
			)
			.join('.');
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
