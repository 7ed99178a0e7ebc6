import fc from 'fast-check';

import '../../support/short-waits';
import { type Json, PARTS, settingsIn, useAppDesign } from './app-design-scene';
import { byId } from './world';

const { design, known, newApp, builtApp, exported, compared, apply, writes, sides } =
	useAppDesign();
const { sandbox } = design;
const NIGHT = process.env.NIGHT === '1';

/** Checks a rule with designs of some seeds, thirty at night. */
async function always(rule: (seed: number) => Promise<void>, byDay = 2, atNight = 30) {
	await fc.assert(fc.asyncProperty(fc.nat(), rule), { numRuns: NIGHT ? atNight : byDay });
}

it('a design is the same in an app that it is applied to, whatever it has', async () => {
	await always(async (seed) => {
		const from = await builtApp(seed);
		const to = await newApp();
		const document = await exported(from);
		const { output, error } = await apply(to, JSON.stringify(document));
		expect(error).toBeUndefined();
		expect(output[0]?.json).toMatchObject({ app: to, deployed: true });
		expect(await settingsIn(design.api, to)).toEqual(await settingsIn(design.api, from));
		const again = await exported(to);
		expect(JSON.stringify(again)).toBe(JSON.stringify(document));
		expect(await compared(from, { compareWith: 'app', targetApp: byId(to) })).toEqual([]);
		await sandbox.forget();
		const second = await apply(to, document, { deleteOthers: true });
		expect(second.error).toBeUndefined();
		expect(second.output[0]?.json).toEqual({ app: to, changed: [], deployed: false });
		expect(await writes()).toEqual([]);
	});
});

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- settings of any shape */
type Part = any;
/** What a person does to a part of a design, and the paths that differ then. */
type Edit = [part: string, change: (part: Part) => unknown, ...paths: string[]];

const add = (all: Part, name: string, thing: object) => {
	const last = Math.max(-1, ...Object.values<Part>(all).map(({ index }) => Number(index)));
	all[name] = { name, index: String(last + 1), ...thing };
};
const text = (code: string) => ({ type: 'SINGLE_LINE_TEXT', code, label: code });
const chart = { chartType: 'PIE', groups: [{ code: 'Text' }], aggregations: [{ type: 'COUNT' }] };
const view = { type: 'LIST', fields: ['Text'], filterCond: '', sort: 'Text asc' };
const state = { assignee: { type: 'ONE', entities: [] } };
const category = { children: {} };
const step = { name: 'Stay', from: 'Old', to: 'Old', filterCond: '' };
const sato = { entity: { type: 'USER', code: 'sato' }, includeSubs: false };
const mail = { filterCond: '', title: 'New', targets: [sato] };
const reminder = { ...mail, timing: { code: 'Due', daysLater: '3', time: '10:00' } };
const readers = { code: 'Due', entities: [{ ...sato, accessibility: 'READ' }] };
const viewers = { filterCond: 'Number > 7', entities: [{ ...sato, viewable: true }] };
const script = { type: 'URL', url: 'https://example.com/new.js' };
const action = () => {
	const mappings = [{ srcType: 'RECORD_URL', destField: 'Info' }];
	return { destApp: { app: known.source }, mappings, entities: [sato.entity], filterCond: '' };
};
const plugin = () => known.plugins[0] ?? '';

/** What the apps have before they are changed. */
const BEFORE: Edit[] = [
	['fields', (all) => (all.Spare = text('Spare'))],
	[
		'fields',
		(all) => (all.Lines = { ...text('Lines'), type: 'SUBTABLE', fields: { Item: text('Item') } }),
	],
	['views', (all) => add(all, 'Old', view)],
	['reports', (all) => add(all, 'Old', chart)],
	['process', (one) => add((one.states = {}), 'Old', state) ?? (one.actions = [])],
	['categories', (one) => add((one.categories = {}), 'Old', category)],
	['actions', (all) => add(all, 'Old', action())],
	['plugins', (all) => (all[plugin()] = { config: { color: 'old' } })],
];

const EDITS: Edit[] = [
	['fields', (all) => (all.New = text('New')), 'fields.New', 'layout'],
	['fields', (all) => delete all.Spare, 'fields.Spare', 'layout'],
	['fields', (all) => (all.Text.label = 'Other'), 'fields.Text.label'],
	['fields', (all) => (all.Lines.fields.Item.label = 'Other'), 'fields.Lines.fields.Item.label'],
	['fields', (all) => (all.Record_number.code = 'No'), 'fields.Record_number.code'],
	['layout', (rows) => rows.reverse(), 'layout'],
	['views', (all) => add(all, 'New', view), 'views.New'],
	['views', (all) => (all.Old.sort = 'Text desc'), 'views.Old.sort'],
	['reports', (all) => add(all, 'New', chart), 'reports.New'],
	['reports', (all) => delete all.Old, 'reports.Old'],
	['process', ({ states }) => add(states, 'New', state), 'process.states.New'],
	['process', ({ actions }) => actions.push(step), 'process.actions'],
	['categories', (one) => add(one.categories, 'New', category), 'categories.categories.New'],
	['categories', (one) => (one.enabled = !one.enabled), 'categories.enabled'],
	['settings', (one) => (one.theme = 'RED'), 'settings.theme'],
	['settings', (one) => (one.numberPrecision.digits = '30'), 'settings.numberPrecision.digits'],
	['actions', (all) => add(all, 'New', action()), 'actions.New'],
	['actions', (all) => (all.Old.filterCond = 'Number > 7'), 'actions.Old.filterCond'],
	[
		'generalNotifications',
		(one) => one.notifications.push(sato),
		'generalNotifications.notifications',
	],
	[
		'generalNotifications',
		(one) => (one.notifyToCommenter = !one.notifyToCommenter),
		'generalNotifications.notifyToCommenter',
	],
	['perRecordNotifications', (all) => all.push(mail), 'perRecordNotifications'],
	['reminders', ({ notifications }) => notifications.push(reminder), 'reminders.notifications'],
	['reminders', (one) => (one.timezone = 'Europe/Paris'), 'reminders.timezone'],
	['recordPermissions', (all) => all.push(viewers), 'recordPermissions'],
	['fieldPermissions', (all) => all.push(readers), 'fieldPermissions'],
	['plugins', (all) => (all[plugin()].config.color = 'new'), 'plugins.ID.config.color'],
	[
		'customization',
		(one) => (one.scope = one.scope === 'ALL' ? 'NONE' : 'ALL'),
		'customization.scope',
	],
	['customization', ({ desktop }) => desktop.js.push(script), 'customization.desktop.js'],
	['adminNotes', (one) => (one.content = 'Other'), 'adminNotes.content'],
	['appPermissions', (all) => all.push({ ...sato, recordViewable: true }), 'appPermissions'],
];

/** Makes the changes in an app's test environment, past the node. */
async function edit(app: string, edits: Edit[]) {
	const { api } = design;
	for (const [part, change] of edits) {
		const [path, key] = PARTS[part] ?? ['?'];
		const url = `preview/${path}.json`;
		const body = await api.get<Part>(url, { app });
		if (part === 'plugins') {
			const [id, all] = [plugin(), { [plugin()]: { config: {} } }];
			change(all);
			if (!JSON.stringify(body).includes(id)) await api.ok('POST', url, { app, ids: [id] });
			await api.ok('PUT', 'preview/app/plugin/config.json', { app, id, ...all[id] });
			continue;
		}
		const now = key === undefined ? body : body[key];
		const before = structuredClone(now) as Json;
		change(now);
		if (part !== 'fields') await api.ok('PUT', url, { app, ...body });
		else {
			const [code = ''] = [...Object.keys(now), ...Object.keys(before)].filter(
				(one) => JSON.stringify(now[one]) !== JSON.stringify(before[one]),
			);
			const properties = { [code]: now[code] };
			if (!(code in now)) await api.ok('DELETE', url, { app, fields: [code] });
			else await api.ok(code in before ? 'PUT' : 'POST', url, { app, properties });
		}
	}
}

const valueAt = (value: unknown, path: string): Part =>
	path.split('.').reduce<Part>((one, key) => one?.[key], value) ?? null;

it('a comparison finds exactly the changes that were made', async () => {
	await always(async (seed) => {
		const app = await builtApp(seed);
		await edit(app, BEFORE);
		await design.api.deploy(app);
		const there = await exported(app);
		const here = structuredClone(there);
		const [edits = []] = fc.sample(fc.subarray(EDITS), { numRuns: 1, seed });
		for (const [part, change] of edits) change(here[part]);
		await edit(app, edits);
		const all = edits
			.flatMap(([, , ...paths]) => paths)
			.map((path) => path.replace('ID', plugin()));
		const [others, layout] = [all.filter((path) => path !== 'layout'), all.includes('layout')];
		const found = await compared(app, { environment: 'preview', design: there });
		const isOther = ({ path }: Json) => !String(path).startsWith('layout');
		expect(found.filter(isOther)).toMatchObject(
			others
				.sort()
				.map((path) => ({ path, here: valueAt(here, path), there: valueAt(there, path) })),
		);
		expect(found.every(isOther)).toBe(!layout);
		// A built-in field goes by the name that it has in the other design.
		const sides = { compareWith: 'app', targetApp: byId(app), targetEnvironment: 'preview' };
		const turned = (await compared(app, sides)).map((one) => [one.there, one.here]);
		expect(turned).toEqual(found.map((one) => [one.here, one.there]));
		expect(await compared(app, { design: there })).toEqual([]);
	}, 3);
});

/** What happens to a request: the last one is a service that goes away for good. */
const FAULTS = [
	{ status: 400, code: 'CB_VA01', message: 'Not now' },
	{ cut: 'before' },
	{ cut: 'after' },
	{ status: 502, html: true },
	{ cut: 'before', times: 0 },
];

it('an app stays as it was where its new design is interrupted at any request, and says so', async () => {
	const [seed = 0] = fc.sample(fc.nat(), 1);
	const [from, to] = [await builtApp(seed), await builtApp(seed + 1)];
	await edit(from, [...BEFORE, ...EDITS]);
	await design.api.deploy(from);
	const document = await exported(from);
	const run = async () => await apply(to, document, { deleteOthers: true });
	const left = async () => await compared(to, { design: document });
	const before = await sides(to);
	await sandbox.control('save', { name: 'before' });
	await sandbox.forget();
	expect((await run()).error).toBeUndefined();
	const reading = /(?<=GET .*)preview\/(?!app\/deploy)/;
	const calls = (await sandbox.calls()).map((call) => call.replace(reading, ''));
	const applied = await left();
	const writing = calls.findIndex((call) => !call.startsWith('GET'));
	const deploying = calls.findIndex((call) => /POST .*deploy/.test(call));
	const named = new Set<string>();
	for (const [at, call] of calls.entries()) {
		if (!NIGHT && calls.indexOf(call) !== at) continue;
		const some = [FAULTS[at < writing ? 0 : at % FAULTS.length]];
		for (const fault of NIGHT || at === deploying ? FAULTS : some) {
			await sandbox.control('restore', { name: 'before' });
			// Readings and uploads are tried five times.
			const times = /^GET|file\.json/.test(call) && !fault?.code ? 5 : 1;
			await sandbox.faults({ times, skip: at, ...fault });
			const { error } = await run();
			await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
			const said = [call, JSON.stringify(fault), error?.message, error?.description].join(' ');
			if (!error) expect([said, await left()]).toEqual([said, applied]);
			else if (!/may have been carried out/.test(said) || at < deploying) {
				const isLeft = fault?.times === 0 && at >= writing;
				const [live, test] = await sides(to);
				expect([said, live, isLeft ? before[1] : test]).toEqual([said, ...before]);
				expect(said).toContain('The live app is unchanged');
				expect(said.includes('could not be reverted')).toBe(isLeft);
				named.add(/^(Part "\w+|Deployment)/.exec(error.message)?.[0] ?? said);
			}
		}
	}
	const parts = Object.keys(PARTS).map((part) => `Part "${part}`);
	expect([...named].sort()).toEqual(['Deployment', ...parts.sort()]);
}, 3_600_000);
