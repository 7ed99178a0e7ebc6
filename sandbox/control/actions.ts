import { listAccounts, listGroups, listOrganizations } from '../accounts';
import { createApiToken, deleteApiToken, permissions, type Permission } from '../tokens';
import {
	addWebhook,
	deleteWebhook,
	listWebhooks,
	webhookEvents,
	type WebhookEvent,
} from '../webhooks';
import { type Demo, demos } from '../demo-data';
import type { ManagedTenant } from '../tenants/tenant';
import type { Tenants } from '../tenants/tenants';
import { addToDirectory, changeDirectory, changeLanguage } from './accounts';
import { planFault } from './faults';
import { checked, ControlError, idSchema } from './input';

export interface ControlCall {
	/** The JSON body, `{}` when there was none. */
	input: unknown;
	/** What follows the action in the path, for actions that take it. */
	id: string;
	tenants: Tenants;
	/** Name of the tenant the call is about. */
	tenantName: string;
	connections: { opened: number; open: number } | undefined;
}

/** One thing the control API can do. */
export interface Action {
	method: 'GET' | 'POST' | 'DELETE';
	name: string;
	/** Its path goes on with an id. */
	takesId?: boolean;
	/** For the list at `/_sandbox/`. */
	does: string;
	run(call: ControlCall): Promise<object>;
}

const resetInput = checked<{ demo?: boolean | Demo }>({
	type: 'object',
	additionalProperties: false,
	properties: { demo: { enum: [true, false, ...demos] } },
});

const tokenInput = checked<{ app: number | string; permissions: Permission[] }>({
	type: 'object',
	additionalProperties: false,
	required: ['app', 'permissions'],
	properties: {
		app: idSchema,
		permissions: { type: 'array', items: { enum: permissions }, uniqueItems: true },
	},
});

const appInput = checked<{ app: number | string }>({
	type: 'object',
	additionalProperties: false,
	required: ['app'],
	properties: { app: idSchema },
});

const webhookInput = checked<{
	app: number | string;
	url: string;
	events: WebhookEvent[];
	active?: boolean;
}>({
	type: 'object',
	additionalProperties: false,
	required: ['app', 'url', 'events'],
	properties: {
		app: idSchema,
		url: { type: 'string', pattern: '^https?://' },
		events: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: webhookEvents } },
		active: { type: 'boolean' },
	},
});

const holdInput = checked<{ hold: boolean }>({
	type: 'object',
	additionalProperties: false,
	required: ['hold'],
	properties: { hold: { type: 'boolean' } },
});

const deletionInput = checked<{ app: number | string; record: number | string; user?: string }>({
	type: 'object',
	additionalProperties: false,
	required: ['app', 'record'],
	properties: { app: idSchema, record: idSchema, user: { type: 'string' } },
});

const clockInput = checked<{ advanceSeconds: number }>({
	type: 'object',
	additionalProperties: false,
	required: ['advanceSeconds'],
	properties: { advanceSeconds: { type: 'number', minimum: 0, maximum: 3_155_760_000 } },
});

const saveInput = checked<{ name: string }>({
	type: 'object',
	additionalProperties: false,
	required: ['name'],
	properties: { name: { type: 'string', pattern: '^[a-z0-9]{1,12}$' } },
});

const paceInput = checked<{ perRecordMs?: number; deployMs?: number }>({
	type: 'object',
	additionalProperties: false,
	minProperties: 1,
	properties: {
		perRecordMs: { type: 'number', minimum: 0, maximum: 1_000 },
		deployMs: { type: 'integer', minimum: 0, maximum: 600_000 },
	},
});

export const actions: readonly Action[] = [
	{
		method: 'GET',
		name: '',
		does: 'This list',
		run: async (call) => {
			const tenant = await tenantOf(call);
			return {
				tenant: tenant.name,
				url: tenant.baseUrl,
				now: tenant.clock.now().toISOString(),
				features: tenant.features,
				actions: actions.map(({ method, name, takesId, does }) => ({
					call: `${method} /_sandbox/${name}${takesId ? '/{id}' : ''}`,
					does,
				})),
			};
		},
	},
	{
		method: 'POST',
		name: 'reset',
		does: 'Deletes all data of the tenant and creates it again: {demo?}',
		run: async ({ input, tenants, tenantName }) => {
			const { demo = tenants.startsWithDemo(tenantName) } = resetInput(input);
			await tenants.reset(tenantName, demo);
			return { tenant: tenantName, demo };
		},
	},
	{
		method: 'GET',
		name: 'dump',
		does: 'Returns every row of the tenant, by table and key',
		run: async (call) => await (await tenantOf(call)).dump(),
	},
	{
		method: 'POST',
		name: 'save',
		does: 'Saves all data of the tenant under a name: {name}',
		run: async (call) => {
			const { name } = saveInput(call.input);
			await (await tenantOf(call)).save(name);
			return { name };
		},
	},
	{
		method: 'POST',
		name: 'restore',
		does: 'Restores what was saved under a name: {name}',
		run: async (call) => {
			const { name } = saveInput(call.input);
			if (await (await tenantOf(call)).restore(name)) return { name };
			throw new ControlError(`Nothing was saved as ${name} in the tenant ${call.tenantName}.`);
		},
	},
	{
		method: 'POST',
		name: 'tokens',
		does: `Creates an API token of an app: {app, permissions: [${permissions.join(', ')}]} → {token}`,
		run: async (call) => {
			const { app, permissions: ticked } = tokenInput(call.input);
			const tenant = await tenantWithApp(call, app);
			const { token } = await tenant.transaction((sql) =>
				createApiToken(sql, { app: String(app), permissions: ticked }),
			);
			return { token };
		},
	},
	{
		method: 'DELETE',
		name: 'tokens',
		takesId: true,
		does: 'Removes an API token',
		run: async (call) => {
			const tenant = await tenantOf(call);
			if (await tenant.transaction((sql) => deleteApiToken(sql, call.id))) return {};
			throw new ControlError('There is no such API token.');
		},
	},
	{
		method: 'DELETE',
		name: 'apps',
		takesId: true,
		does: 'Deletes an app, as its administrator does in its settings',
		run: async (call) => {
			const { app } = appInput({ app: call.id });
			await call.tenants.deleteApp(await tenantWithApp(call, app), String(app));
			return {};
		},
	},
	{
		method: 'GET',
		name: 'webhooks',
		does: 'Lists the webhooks',
		run: async (call) => {
			const tenant = await tenantOf(call);
			return { webhooks: await tenant.transaction((sql) => listWebhooks(sql)) };
		},
	},
	{
		method: 'POST',
		name: 'webhooks',
		does: `Adds a webhook to an app: {app, url, events: [${webhookEvents.join(', ')}], active?}`,
		run: async (call) => {
			const { app, active = true, ...rest } = webhookInput(call.input);
			const tenant = await tenantWithApp(call, app);
			return tenant.transaction((sql) => addWebhook(sql, { ...rest, app: String(app), active }));
		},
	},
	{
		method: 'DELETE',
		name: 'webhooks',
		takesId: true,
		does: 'Removes a webhook',
		run: async (call) => {
			const tenant = await tenantOf(call);
			if (await tenant.transaction((sql) => deleteWebhook(sql, call.id))) return {};
			throw new ControlError(`There is no webhook ${call.id}.`);
		},
	},
	{
		method: 'GET',
		name: 'deliveries',
		does: 'Lists the webhooks that were sent, dropped, or held back, with their bodies',
		run: async (call) => (await tenantOf(call)).deliveries.report(),
	},
	{
		method: 'POST',
		name: 'deliveries',
		does: 'Holds webhooks back, or releases them and waits until they were sent: {hold}',
		run: async (call) => {
			const { hold } = holdInput(call.input);
			const { deliveries } = await tenantOf(call);
			if (hold) deliveries.held = true;
			else await deliveries.release();
			return { held: hold };
		},
	},
	{
		method: 'DELETE',
		name: 'deliveries',
		does: 'Empties the list of webhooks, and the count of the last minute',
		run: async (call) => {
			(await tenantOf(call)).deliveries.clear();
			return {};
		},
	},
	{
		method: 'POST',
		name: 'deletions',
		does: 'Deletes a record as a user does on its page, which sends a webhook: {app, record, user?}',
		run: async (call) => {
			const { app, record, user = 'admin' } = deletionInput(call.input);
			const tenant = await tenantOf(call);
			const named = { app: String(app), id: String(record), user };
			if (await call.tenants.deleteRecord(tenant, named)) return {};
			throw new ControlError(`There is no record ${record} in app ${app}, or no user ${user}.`);
		},
	},
	{
		method: 'POST',
		name: 'clock',
		does: "Moves the tenant's clock forward: {advanceSeconds} → {now}",
		run: async (call) => {
			const { advanceSeconds } = clockInput(call.input);
			const tenant = await tenantOf(call);
			await tenant.advance(advanceSeconds);
			return { now: tenant.clock.now().toISOString() };
		},
	},
	{
		method: 'POST',
		name: 'pace',
		does: 'Delays each request to the record platform by perRecordMs for each record it reads or writes; a deployment takes deployMs: {perRecordMs?, deployMs?}',
		run: async (call) => {
			const tenant = await tenantOf(call);
			const { perRecordMs, deployMs } = Object.assign(tenant, paceInput(call.input));
			return { perRecordMs, deployMs };
		},
	},
	{
		method: 'GET',
		name: 'faults',
		does: 'Lists the planned faults, and whether one holds a request',
		run: async (call) => {
			const { faults } = await tenantOf(call);
			return { faults: faults.list(), holds: faults.isHolding };
		},
	},
	{
		method: 'POST',
		name: 'faults',
		does:
			'Plans a fault: {method?, path?, skip?, times?, status?, code?, message?, html?, location?, retryAfter?, headers?, handled?, delayMs?, hold?, ' +
			'cut?: before | after | body}',
		run: async (call) => ({ id: planFault((await tenantOf(call)).faults, call.input) }),
	},
	{
		method: 'DELETE',
		name: 'faults',
		does: 'Deletes all planned faults, and lets a request go that is held',
		run: async (call) => {
			(await tenantOf(call)).faults.clear();
			return {};
		},
	},
	{
		method: 'GET',
		name: 'requests',
		does: 'Returns the request log of the tenant',
		run: async (call) => ({
			connections: call.connections ?? { opened: 0, open: 0 },
			...(await tenantOf(call)).log.report(),
		}),
	},
	{
		method: 'DELETE',
		name: 'requests',
		does: 'Clears the request log',
		run: async (call) => {
			(await tenantOf(call)).log.clear();
			return {};
		},
	},
	{
		method: 'POST',
		name: 'groupware',
		does:
			'Adds test data to the groupware: {forms?, requests?, requestStatuses?, messages?, spaces?, bulletinCategories?, topics?, eventComments?, ' +
			'todoCategories?, todos?, presenceStatuses?, notificationApps?, notifications?, notificationsRead?, plugins?, series?, ' +
			'seriesUpdate?, seriesTimes?, presenceTime?}',
		run: async (call) => {
			const added = await call.tenants.addFixtures(await tenantOf(call), call.input);
			if (added === undefined) throw new ControlError('There is no groupware here.');
			return added;
		},
	},
	{
		method: 'GET',
		name: 'accounts',
		does: 'Lists users, organizations, and groups',
		run: async (call) => {
			const tenant = await tenantOf(call);
			return tenant.transaction(async (sql) => ({
				users: await listAccounts(sql),
				organizations: await listOrganizations(sql),
				groups: await listGroups(sql),
			}));
		},
	},
	{
		method: 'POST',
		name: 'accounts',
		does: 'Adds one: {user: {code, …}} | {organization: {code, …}} | {group: {code, …}}',
		run: async (call) => addToDirectory(await tenantOf(call), call.input),
	},
	{
		method: 'POST',
		name: 'directory',
		does: 'Changes a user or an organization: {user?: {code, name?, active?, removed?}, organization?: {code, name?, removed?}}',
		run: async (call) => changeDirectory(await tenantOf(call), call.input),
	},
	{
		method: 'POST',
		name: 'language',
		does: 'Sets the display language of users, of all without `users`: {language: en | ja | zh | auto, users?}',
		run: async (call) => changeLanguage(await tenantOf(call), call.input),
	},
];

function tenantOf({ tenants, tenantName }: ControlCall): Promise<ManagedTenant> {
	return tenants.get(tenantName);
}

async function tenantWithApp(call: ControlCall, app: number | string): Promise<ManagedTenant> {
	const tenant = await tenantOf(call);
	if (await call.tenants.hasApp(tenant, String(app))) return tenant;
	throw new ControlError(`There is no app ${app} in the tenant ${call.tenantName}.`);
}
