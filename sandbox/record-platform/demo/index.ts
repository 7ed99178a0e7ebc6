import type { Demo } from '../../demo-data';
import type { Sql, Tenant } from '../../types';
import type { Context } from '../context';
import { read } from '../input';
import { createComment } from '../records/comments';
import { updateRecord } from '../records/one';
import { updateStatuses } from '../records/status';
import { DemoBuilder } from './build';
import {
	budgetRecords,
	customerRecords,
	eventRecords,
	inventoryRecords,
	orderRecords,
	partnerRecords,
	reportRecords,
	taskRecords,
} from './data';
import {
	appDesignsApp,
	budgetApp,
	customersApp,
	dailyReportsApp,
	eventLogApp,
	expensesApp,
	inventoryApp,
	orderArchiveApp,
	ordersApp,
	partnerApp,
	tasksApp,
	testApp,
} from './designs';
import { seedGuestSpace, seedPlugins, seedSpaces } from './spaces';
import { addUpload, seedFromData, type DemoData } from './data-file';

/** Fills a tenant with apps that people know, each with records and a token. */
export function seedDemo(tenant: Tenant, language: Demo): Promise<void> {
	return tenant.transaction(async (sql) => {
		if (language === 'ja') {
			const { default: data } = await import('./ja.json');
			return seedFromData(sql, tenant, data as unknown as DemoData);
		}
		const demo = new DemoBuilder(sql, tenant);
		const day = (offset: number): string => demo.day(offset);
		const customers = await demo.app(customersApp);
		await demo.records(await demo.context('sato', 60), customers, customerRecords(day));
		const orders = await demo.app(ordersApp(customers));
		await seedOrders(demo, tenant, sql, orders);
		const inventory = await demo.app(inventoryApp);
		await demo.records(await demo.context('ito', 20), inventory, inventoryRecords(day));
		const tasks = await demo.app(tasksApp);
		await seedTasks(demo, tasks);
		const reports = await demo.app(dailyReportsApp);
		await demo.records(await demo.context('tanaka', 1), reports, reportRecords(day));
		const events = await demo.app(eventLogApp);
		await demo.records(await demo.context('admin', 9), events, eventRecords(day));
		const guestSpace = await seedGuestSpace(demo, sql);
		const partners = await demo.app(partnerApp(guestSpace));
		const guestContext = await demo.context('miller', 3, guestSpace);
		await demo.records(guestContext, partners, partnerRecords(day));
		await demo.app(orderArchiveApp);
		const budget = await demo.app(budgetApp);
		await demo.records(await demo.context('suzuki', 33), budget, budgetRecords(day));
		await demo.app(testApp);
		await demo.app(appDesignsApp);
		await demo.app(expensesApp);
		await seedSpaces(demo, sql, tasks);
		await seedPlugins(sql);
	});
}

async function seedOrders(demo: DemoBuilder, tenant: Tenant, sql: Sql, app: string): Promise<void> {
	const records = orderRecords((offset) => demo.day(offset));
	const staff = ['sato', 'suzuki', 'tanaka', 'miller'];
	const ids: string[] = [];
	for (const [index, login] of staff.entries()) {
		const size = records.length / staff.length;
		const context = await demo.context(login, 60 - index * 20);
		ids.push(
			...(await demo.records(context, app, records.slice(index * size, (index + 1) * size))),
		);
	}
	await moveOn(await demo.context('sato', 2), app, ids);
	const first = ids[0] as string;
	const comment = async (login: string, daysAgo: number, text: string, mention?: string) =>
		createComment(
			await demo.context(login, daysAgo),
			read('record.comment.create', {
				app,
				record: first,
				comment: { text, mentions: mention ? [{ code: mention, type: 'USER' }] : [] },
			}),
		);
	await comment('sato', 30, 'The customer asks for a delivery in the morning.', 'suzuki');
	await comment('suzuki', 29, 'The driver knows. Delivery at nine.');
	await comment('sato', 28, 'Thank you!');
	await attachOffer(await demo.context('sato', 27), tenant, sql, app, first);
}

/** Two of them wait for an approval. */
async function seedTasks(demo: DemoBuilder, app: string): Promise<void> {
	const ids = await demo.records(
		await demo.context('admin', 6),
		app,
		taskRecords((day) => demo.day(day)),
	);
	for (const [index, login] of [
		[7, 'watanabe'],
		[8, 'chen'],
	] as const) {
		for (const [action, daysAgo] of [
			['Start', 5],
			['Hand in', 4],
		] as const) {
			const records = [{ id: ids[index], action, ...(action === 'Start' && { assignee: login }) }];
			const context = await demo.context(action === 'Start' ? 'admin' : login, daysAgo);
			await updateStatuses(context, read('records.status.update', { app, records }));
		}
	}
}

/** The older an order, the further it is. */
async function moveOn(context: Context, app: string, ids: string[]): Promise<void> {
	const cancelled = ids.filter((_, index) => index % 17 === 16).slice(0, 3);
	const run = async (action: string, chosen: string[]): Promise<object> =>
		updateStatuses(
			context,
			read('records.status.update', { app, records: chosen.map((id) => ({ id, action })) }),
		);
	await run('Cancel', cancelled);
	for (const [step, action] of ['Confirm', 'Ship', 'Complete'].entries()) {
		const reached = ids.slice(0, Math.ceil((ids.length * (3 - step)) / 4));
		await run(
			action,
			reached.filter((id) => !cancelled.includes(id)),
		);
	}
}

async function attachOffer(
	context: Context,
	tenant: Tenant,
	sql: Sql,
	app: string,
	id: string,
): Promise<void> {
	const text =
		'Offer SO-2001\n\nThank you for your inquiry. We are glad to offer what you asked for.\n';
	const key = await addUpload(sql, tenant, context.now, 'offer-SO-2001.txt', text);
	await updateRecord(
		context,
		read('record.update', { app, id, record: { Documents: { value: [{ fileKey: key }] } } }),
	);
}
