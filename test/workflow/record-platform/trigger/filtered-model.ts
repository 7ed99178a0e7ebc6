import { isDeepStrictEqual } from 'node:util';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Watched } from '../../../../nodes/RecordPlatform/trigger/watched';
import { passwordOf } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import { Wrong } from '../../../support/model';
import { type Record_, RecordModel } from './model';
import { SATO } from './scene';

/** A record at one of its revisions. */
interface View {
	revision: number;
	/** The watched field and the status. */
	values: Record<string, string>;
	kind: string;
	isOwn: boolean;
}

interface Reading {
	id: string;
	revision: number;
	isIgnored: boolean;
}

/** What the trigger has read of a record last. */
interface Known {
	view: View;
	/** Fields that count as changed in the next reading. */
	open: string[];
	/** Whether values are remembered since then. */
	isKept: boolean;
}

/**
 * `RecordModel` with conditions, a watched field, old values, and changes of the credential's own user, which
 * are ignored. For each reading of a record, the one before it says what must be put out.
 */
export class FilteredModel extends RecordModel {
	private readonly views = new Map<string, View[]>();
	private readonly known = new Map<string, Known>();
	/** What was read and is remembered, if the poll succeeds. */
	private readonly noted: Reading[][] = [];
	private next: { name?: string; kind?: string; isOwn?: boolean } = {};
	private chosen = { oldValues: false, changedFrom: [''], changedTo: [''] };

	protected override get parameters(): IDataObject {
		return { filterBy: 'query', query: 'Kind = "in"' };
	}

	protected override get account(): IDataObject {
		return SATO;
	}

	protected override someOptions(): IDataObject {
		this.chosen = {
			oldValues: this.chance(0.8),
			changedFrom: this.oneOf([[], [], ['a', 'Open'], ['a', 'b', 'Done']]),
			changedTo: this.oneOf([[], [], ['b', 'Done'], ['b', 'c', 'Open']]),
		};
		return { ...super.someOptions(), watchedFields: ['Name'], ignoreOwn: true, ...this.chosen };
	}

	protected override replace(): () => void {
		const undo = super.replace();
		const { noted } = this;
		const readings = new Map<Watched, Reading[]>();
		const { note } = Watched.prototype;
		const noting = jest.spyOn(Watched.prototype, 'note');
		noting.mockImplementation(function (this: Watched, id, cells, isIgnored = false) {
			const revision = Number((cells.$revision as IDataObject).value);
			const all = readings.get(this) ?? [];
			readings.set(this, [...all, { id: String(id), revision, isIgnored }]);
			return note.call(this, id, cells, isIgnored);
		});
		const state = Object.getOwnPropertyDescriptor(Watched.prototype, 'state');
		const kept = jest.spyOn(Watched.prototype, 'state', 'get');
		kept.mockImplementation(function (this: Watched) {
			noted.push(readings.get(this) ?? []);
			return state?.get?.call(this) as Watched['state'];
		});
		return () => {
			for (const spy of [noting, kept]) spy.mockRestore();
			undo();
		};
	}

	/** Mostly one of the fields is changed. */
	protected override values(): object {
		const name = this.oneOf(['a', 'b', 'c']);
		const kind = this.chance(0.7) ? 'in' : 'out';
		const changed = this.oneOf([{ name }, { kind }, {}, { name, kind }]);
		this.next = changed;
		return {
			Notes: { value: String(this.upTo(1000)) },
			...(changed.name && { Name: { value: changed.name } }),
			...(changed.kind && { Kind: { value: changed.kind } }),
		};
	}

	protected override async write<Body>(method: string, path: string, body: object): Promise<Body> {
		if (path === 'record/status.json') this.next = {};
		// Others may neither delete records nor write their updated time.
		const isOwn = method === 'PUT' && this.chance(0.3);
		this.next.isOwn = isOwn;
		const api = isOwn ? this.api.as(passwordOf('sato')) : this.api;
		return await api.ok<Body>(method, path, { app: this.app, ...body });
	}

	protected override written(id: string, { revision, status }: Record_): void {
		const all = this.views.get(id) ?? [];
		const last = all.at(-1);
		const { name = last?.values.Name ?? '', kind = last?.kind ?? '', isOwn = false } = this.next;
		const values = { Name: name, [builtIn.status]: status };
		this.views.set(id, [...all, { revision, values, kind, isOwn }]);
		this.note(`    ${id}:${revision} ${name} ${kind} ${status}${isOwn ? ' own' : ''}`);
	}

	protected override takeAll(items: INodeExecutionData[] | null, by: string): void {
		const byKey = new Map(items?.map(({ json }) => [json.$key, json]));
		// What a poll looks up first, and what it finds. A webhook that finds nothing remembers nothing.
		const noted = this.noted.splice(0).slice(items || by === 'poll' ? -2 : Infinity);
		for (const one of noted.flat()) {
			const { $event, $changes } = byKey.get(`${one.id}:${one.revision}`) ?? {};
			const found = { $event, ...($changes !== undefined && { $changes }) };
			const expected = this.expected(one, $event === 'created');
			if (!expected || isDeepStrictEqual(found, expected)) continue;
			const texts = [one, found, expected].map((data) => JSON.stringify(data));
			throw new Wrong(`${texts[0]} puts out ${texts[1]}, not ${texts[2]}`);
		}
		const { oldValues, changedFrom, changedTo } = this.chosen;
		const keeps = oldValues || changedFrom.length + changedTo.length > 0;
		if (noted.length > 0) for (const one of this.known.values()) one.isKept = keeps && one.isKept;
		super.takeAll(items, by);
	}

	/** What a reading must put out; undefined if the record was only looked up. */
	private expected({ id, revision, isIgnored }: Reading, isCreated: boolean) {
		const all = this.views.get(id) ?? [];
		const view = all.find((one) => one.revision === revision) as View;
		const before = this.known.get(id);
		const known: Known = { view, open: before?.open ?? [], isKept: true };
		this.known.set(id, known);
		if (before ? before.view === view : revision <= (this.before.get(id) ?? 0)) return undefined;
		const isOpen = (code: string) => before === undefined || before.open.includes(code);
		const changes = Object.entries(view.values).flatMap(([code, to]) => {
			const from = before?.view.values[code];
			if (from === to && !isOpen(code)) return [];
			return [{ code, to, ...(before?.isKept && from !== to && { from }) }];
		});
		known.open = isIgnored ? changes.map(({ code }) => code) : [];
		const canStart = view.kind === 'in' && !view.isOwn;
		// One that was changed or deleted after it was read may be read again.
		const isLast = view === all.at(-1) && this.there.has(id);
		if (isIgnored ? canStart && isLast : !canStart) throw new Wrong(`${id}:${revision} may not be`);
		if (isIgnored) return { $event: undefined };
		// One that met the conditions only later may be new or not.
		if (revision === 1 || isCreated) return { $event: 'created' };
		const { oldValues, changedFrom, changedTo } = this.chosen;
		const counts = changes.filter(({ code, from, to }) => {
			const isFrom = from === undefined || isOpen(code) || changedFrom.includes(from);
			return (
				(changedFrom.length === 0 || isFrom) && (changedTo.length === 0 || changedTo.includes(to))
			);
		});
		const $event = counts
			.map(({ code }) => (code === 'Name' ? 'updated' : 'statusChanged'))
			.sort()[0];
		const $changes = Object.fromEntries(changes.map(({ code, ...values }) => [code, values]));
		return { $event, ...($event && oldValues && { $changes }) };
	}

	protected override check(): void {}

	/** The status of a record that did not start the workflow is not known to a reader. */
	protected override compareStatus(): void {}

	protected override compare(): void {
		for (const id of this.there.keys()) {
			const isRead = this.known.get(id)?.view === this.views.get(id)?.at(-1);
			if (!isRead) throw new Wrong(`${id} was not read again`);
		}
	}
}
