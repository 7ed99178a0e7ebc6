import { findAccountByLogin } from '../../accounts';
import { createApiToken, permissions } from '../../tokens';
import type { Account, Sql, Tenant } from '../../types';
import { applyPreview } from '../apps/deploy';
import { addFields } from '../apps/form';
import { createApp } from '../apps/operations';
import { updateProcess } from '../apps/settings';
import { findApp, writeDesign } from '../apps/store';
import { Context } from '../context';
import { read } from '../input';
import { createRecords } from '../records/many';

/** A field as a demo app tells it; the code is its label. */
export type DemoField = Record<string, unknown> & { type: string };

export interface DemoApp {
	name: string;
	description: string;
	/** Value of the API token that may do everything in the app. */
	token: string;
	/** By code. */
	fields: Record<string, DemoField>;
	process?: { states: object; actions: object[] };
	spaceId?: string;
}

/** Plain values of one record, by field code. */
export type DemoRecord = Record<string, unknown>;

/** Works on a tenant as one of its users. */
export class DemoBuilder {
	private readonly known = new Map<string, Account>();

	constructor(
		private readonly sql: Sql,
		private readonly tenant: Tenant,
	) {}

	/** A request of `login`, `daysAgo` days before now. */
	async context(login: string, daysAgo = 0, spaceId?: string): Promise<Context> {
		const account = this.known.get(login) ?? (await findAccountByLogin(this.sql, login));
		if (account) this.known.set(login, account);
		else throw new Error(`There is no demo account ${login}`);
		const now = new Date(this.tenant.clock.now().getTime() - daysAgo * 86_400_000);
		return new Context(this.sql, this.tenant, now, { kind: 'user', account }, spaceId);
	}

	/** Makes the app with its token, deployed with what `design` adds, and gives its ID. */
	async app(
		demo: DemoApp,
		design?: (context: Context, app: string) => Promise<void>,
	): Promise<string> {
		const context = await this.context('admin', 90, demo.spaceId);
		const { app } = (await createApp(context, read('app.create', { name: demo.name }))) as {
			app: string;
		};
		await addFields(
			context,
			read('form.fields.create', { app, properties: withCodes(demo.fields) }),
		);
		if (demo.process) {
			await updateProcess(
				context,
				read('app.process.update', { app, enable: true, ...demo.process }),
			);
		}
		await design?.(context, app);
		const made = await findApp(this.sql, app, 'preview');
		if (made) {
			made.design.settings.description = demo.description;
			await writeDesign(this.sql, app, 'preview', made.design);
		}
		await applyPreview(this.sql, app, context.now);
		await createApiToken(this.sql, { app, permissions: [...permissions], token: demo.token });
		return app;
	}

	/** Adds records and gives their IDs. */
	async records(context: Context, app: string, records: DemoRecord[]): Promise<string[]> {
		const ids: string[] = [];
		for (let start = 0; start < records.length; start += 100) {
			const page = records.slice(start, start + 100).map(toCells);
			const written = (await createRecords(
				context,
				read('records.create', { app, records: page }),
			)) as {
				ids: string[];
			};
			ids.push(...written.ids);
		}
		return ids;
	}

	/** The day `offset` days from today, `YYYY-MM-DD`. */
	day(offset: number): string {
		return new Date(this.tenant.clock.now().getTime() + offset * 86_400_000)
			.toISOString()
			.slice(0, 10);
	}
}

function withCodes(fields: Record<string, DemoField>): Record<string, object> {
	return Object.fromEntries(
		Object.entries(fields).map(([code, field]) => [
			code,
			{
				code,
				label: code.replace(/_/g, ' '),
				...field,
				...(field.fields ? { fields: withCodes(field.fields as Record<string, DemoField>) } : {}),
			},
		]),
	);
}

/** `{Name: 'x'}` → `{Name: {value: 'x'}}`; lists of objects without `code` or `fileKey` are table rows. */
function toCells(values: DemoRecord): Record<string, { value: unknown }> {
	return Object.fromEntries(
		Object.entries(values).map(([code, value]) => [
			code,
			{ value: isRows(value) ? value.map((row) => ({ value: toCells(row) })) : value },
		]),
	);
}

function isRows(value: unknown): value is DemoRecord[] {
	return (
		Array.isArray(value) &&
		value.length > 0 &&
		value.every(
			(entry) =>
				typeof entry === 'object' && entry !== null && !('code' in entry) && !('fileKey' in entry),
		)
	);
}

/** `['A', 'B']` → the options of a choice field, in that order. */
export function options(...labels: string[]): Record<string, object> {
	return Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
}
