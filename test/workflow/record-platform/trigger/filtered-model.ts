import type { IDataObject } from 'n8n-workflow';

import { passwordOf } from '../../../sandbox/record-platform/api';
import { Wrong } from '../../../support/model';
import { type Record_, RecordModel, type Told } from './model';

/** A record at one of its revisions. */
interface View {
	revision: number;
	name: string;
	kind: string;
	status: string;
	isOwn: boolean;
}

/**
 * `RecordModel` with conditions, a watched field, and changes of the credential's own user, which are
 * ignored. What a poll has seen is known only when nothing is left, so values that somebody else may
 * have seen last are allowed between two such moments.
 */
export class FilteredModel extends RecordModel {
	private readonly views = new Map<string, View[]>();
	/** Records that must start the workflow when they can, with their revision. */
	private readonly due = new Map<string, number>();
	private next: Partial<View> = {};

	protected override get parameters(): IDataObject {
		return { filterBy: 'query', query: 'Kind = "in"' };
	}

	protected override get account(): IDataObject {
		return { signInWith: 'password', username: 'sato', password: 'sato' };
	}

	protected override someOptions(): IDataObject {
		return { ...super.someOptions(), watchedFields: ['Name'], ignoreOwn: true };
	}

	/** Catches up more often: only then it is known what the trigger has seen. */
	protected override async step(): Promise<void> {
		if (this.chance(0.12)) await this.catchUp();
		else await super.step();
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
		const { name = '', kind = '' } = all.at(-1) ?? {};
		all.push({ name, kind, isOwn: false, ...this.next, revision, status });
		this.views.set(id, all);
		const { name: to, kind: in_, isOwn } = all.at(-1) as View;
		this.note(`    ${id}:${revision} ${to} ${in_} ${status}${isOwn ? ' own' : ''}`);
	}

	protected override check(id: string, { event, revision }: Told): void {
		const view = this.views.get(id)?.find((one) => one.revision === revision);
		if (view === undefined) throw new Wrong(`There was no ${id}:${revision}`);
		if (!canStart(view)) throw new Wrong(`${id}:${revision} can't start the workflow`);
		const from = this.lastTold(id);
		if (event === 'created' || from === undefined) return;
		const since = this.views.get(id)?.filter((one) => one.revision > from.revision) ?? [];
		const what = event === 'statusChanged' ? 'status' : 'name';
		const isChanged = since.some((one) => one.revision <= revision && one[what] !== from[what]);
		if (!isChanged) throw new Wrong(`${id}:${revision} is ${event}, but it is not`);
	}

	/** What was put out last of a record, or how it was before the activation. */
	private lastTold(id: string): View | undefined {
		const last = this.told.get(id)?.at(-1)?.revision ?? this.before.get(id);
		return this.views.get(id)?.find(({ revision }) => revision === last);
	}

	/** The status of a record that did not start the workflow is not known to a reader. */
	protected override compareStatus(): void {}

	protected override compare(): void {
		for (const id of this.there.keys()) {
			const all = this.views.get(id) ?? [];
			const now = all.at(-1) as View;
			const from = this.lastTold(id);
			const own = all.filter(
				({ revision, isOwn, kind }) => revision > (from?.revision ?? 0) && isOwn && kind === 'in',
			);
			const seen = [...(from ? [from] : []), ...own];
			const isKnown =
				seen.some(({ name }) => name === now.name) &&
				seen.some(({ status }) => status === now.status);
			const due = this.due.get(id);
			if (due !== undefined) {
				const isDone = (from?.revision ?? 0) > due || own.some(({ revision }) => revision > due);
				if (isDone) this.due.delete(id);
				else if (canStart(now)) throw new Wrong(`${id} came back, and nothing was put out`);
			}
			if (canStart(now) && !isKnown && from?.revision !== now.revision) {
				throw new Wrong(`${id}:${now.revision} is missing, put out was ${from?.revision}`);
			}
			if (now.kind !== 'in' && !isKnown) this.due.set(id, this.due.get(id) ?? now.revision);
		}
	}
}

function canStart({ kind, isOwn }: View): boolean {
	return kind === 'in' && !isOwn;
}
