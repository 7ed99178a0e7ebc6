import fc from 'fast-check';

import '../../support/short-waits';
import { type Json, PARTS, settingsIn, useAppDesign, withCodes } from './app-design-scene';
import { byId } from './world';

const { design, known, newApp, builtApp, exported, compared, apply, writes, sides } =
	useAppDesign();
const { sandbox } = design;
const NIGHT = process.env.NIGHT === '1';

/** Checks a rule with designs of some seeds, thirty at night. To look for a smaller one takes minutes. */
async function always(rule: (seed: number) => Promise<void>, byDay = 2, atNight = 30) {
	const numRuns = NIGHT ? atNight : byDay;
	await fc.assert(fc.asyncProperty(fc.nat(), rule), { numRuns, endOnFailure: true });
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

/** Codes that some apps have for built-in fields. */
const CODES = { Record_number: 'Nr', Created_by: 'Maker', Created_datetime: 'Made' };
const TURNED = Object.fromEntries(Object.entries(CODES).map(([code, own]) => [own, code]));
type Things = Record<string, Record<string, Json>>;

it('an app keeps what only it has, by the codes that the design has', async () => {
	await always(async (seed) => {
		const whole = await exported(await builtApp(seed));
		for (const isWhole of [false, true]) {
			const to = await builtApp(seed + 1, CODES);
			const before = withCodes(await exported(to), TURNED) as Things;
			const built = Object.entries(before.fields ?? {}).filter(([code]) => code in CODES);
			const bare = { fields: Object.fromEntries(built), views: {}, reports: {}, actions: {} };
			const document = (isWhole ? whole : bare) as Things;
			const planned = await apply(to, document, { options: { dryRun: true } });
			const { output, error } = await apply(to, document);
			expect(error).toBeUndefined();
			expect(output[0]?.json.changed).toEqual(planned.output[0]?.json.changed);
			const keptOf = (part: string) =>
				Object.entries(before[part] ?? {})
					.filter(([key]) => !(key in (document[part] ?? {})))
					.map(([key, { index: _, ...thing }]) => [key, thing]);
			const kept = Object.keys(bare).map((part) => [part, Object.fromEntries(keptOf(part))]);
			if (isWhole) expect(await exported(to)).toMatchObject(Object.fromEntries(kept));
			else expect(await exported(to)).toEqual(before);
			if (!isWhole) expect(output[0]?.json.changed).toHaveLength(built.length);
			const { output: again } = await apply(to, document);
			expect(again[0]?.json).toEqual({ app: to, changed: [], deployed: false });
		}
	});
});

/** A path in a design, and what a person makes of the value there. */
type Edit = [path: string, change: (now: unknown, others: Json) => unknown];

const to = (value: unknown) => () => value;
const not = (now: unknown) => !now;
const plus = (entry: object) => (list: unknown) => [...(list as object[]), entry];
/** The last one of things by their names. */
const last = (name: string, thing: object) => (_now: unknown, others: Json) => {
	const indexes = Object.values(others).map((one) => Number((one as Json).index));
	return { name, index: String(Math.max(-1, ...indexes) + 1), ...thing };
};
const text = (code: string) => ({ type: 'SINGLE_LINE_TEXT', code, label: code });
const table = { ...text('Lines'), type: 'SUBTABLE', fields: { Item: text('Item') } };
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
const mappings = [{ srcType: 'RECORD_URL', destField: 'Info' }];
const action = { mappings, entities: [sato.entity], filterCond: '' };
const copying = (name: string) => (now: unknown, others: Json) =>
	last(name, { destApp: { app: known.source }, ...action })(now, others);
const script = { type: 'URL', url: 'https://example.com/new.js' };

/** What the apps have before they are changed. */
const BEFORE: Edit[] = [
	['fields.Spare', to(text('Spare'))],
	['fields.Lines', to(table)],
	['views.Old', last('Old', view)],
	['reports.Old', last('Old', chart)],
	['process', to({ states: { Old: last('Old', state)(undefined, {}) }, actions: [] })],
	['categories.categories', to({ Old: last('Old', category)(undefined, {}) })],
	['actions.Old', copying('Old')],
	['plugins.ID.config.color', to('old')],
];

/** One change of each kind. */
const EDITS: Edit[] = [
	['fields.New', to(text('New'))],
	['fields.Spare', to(undefined)],
	['fields.Text.label', to('Other')],
	['fields.Lines.fields.Item.label', to('Other')],
	['fields.Updated_by.code', to('Updater')],
	['layout', (rows) => [...(rows as object[])].reverse()],
	['views.New', last('New', view)],
	['views.Old.sort', to('Text desc')],
	['reports.New', last('New', chart)],
	['reports.Old', to(undefined)],
	['process.states.New', last('New', state)],
	['process.actions', plus(step)],
	['categories.categories.New', last('New', category)],
	['categories.enabled', not],
	['settings.theme', to('RED')],
	['settings.numberPrecision.digits', to('30')],
	['actions.New', copying('New')],
	['actions.Old.filterCond', to('Number > 7')],
	['generalNotifications.notifications', plus(sato)],
	['generalNotifications.notifyToCommenter', not],
	['perRecordNotifications', plus(mail)],
	['reminders.notifications', plus(reminder)],
	['reminders.timezone', to('Europe/Paris')],
	['recordPermissions', plus(viewers)],
	['fieldPermissions', plus(readers)],
	['plugins.ID.config.color', to('new')],
	['customization.scope', (scope) => (scope === 'ALL' ? 'NONE' : 'ALL')],
	['customization.desktop.js', plus(script)],
	['adminNotes.content', to('Other')],
	['appPermissions', plus({ ...sato, recordViewable: true })],
];

const stepsOf = (path: string) => path.replace('ID', known.plugins[0] ?? '').split('.');

function edited(value: unknown, [key = '', ...rest]: string[], change: Edit[1]): Json {
	const { [key]: before, ...others } = value as Json;
	const now = rest.length > 0 ? edited(before, rest, change) : change(before, value as Json);
	return now === undefined ? others : { ...(value as Json), [key]: now };
}

/** Makes the changes in an app's test environment, past the node. */
async function edit(app: string, edits: Edit[]) {
	const { api } = design;
	for (const [place, change] of edits) {
		const [part = '', code = '', ...inner] = stepsOf(place);
		const [path, key] = PARTS[part] ?? ['?'];
		const url = `preview/${path}.json`;
		const body = await api.get<Json>(url, { app });
		if (part === 'plugins') {
			if (!JSON.stringify(body).includes(code)) await api.ok('POST', url, { app, ids: [code] });
			const sent = { app, id: code, ...edited({ config: {} }, inner, change) };
			await api.ok('PUT', 'preview/app/plugin/config.json', sent);
			continue;
		}
		const before = (key === undefined ? body : body[key]) as Json;
		const now = edited({ [part]: before }, stepsOf(place), change)[part] as Json;
		if (part !== 'fields') {
			await api.ok('PUT', url, { app, ...(key === undefined ? now : { [key]: now }) });
		} else if (code in now) {
			const properties = { [code]: now[code] };
			await api.ok(code in before ? 'PUT' : 'POST', url, { app, properties });
		} else await api.ok('DELETE', url, { app, fields: [code] });
	}
}

const valueAt = (value: unknown, path: string) =>
	stepsOf(path).reduce<unknown>((one, key) => (one as Json | undefined)?.[key], value) ?? null;

it('a comparison finds exactly the changes that were made', async () => {
	await always(async (seed) => {
		const app = await builtApp(seed);
		await edit(app, BEFORE);
		await design.api.deploy(app);
		const there = await exported(app);
		const [edits = []] = fc.sample(fc.subarray(EDITS), { numRuns: 1, seed });
		const here = edits.reduce<Json>(
			(one, [path, change]) => edited(one, stepsOf(path), change),
			there,
		);
		await edit(app, edits);
		const found = await compared(app, { environment: 'preview', design: there });
		const isOther = (path: unknown) => !String(path).startsWith('layout');
		const paths = edits.map(([path]) => stepsOf(path).join('.')).sort();
		expect(found.filter(({ path }) => isOther(path))).toMatchObject(
			paths
				.filter(isOther)
				.map((path) => ({ path, here: valueAt(here, path), there: valueAt(there, path) })),
		);
		const isMoved = /^(layout|fields\.(New|Spare))$/m.test(paths.join('\n'));
		expect(found.some(({ path }) => !isOther(path))).toBe(isMoved);
		// A built-in field goes by the name that it has in the other design.
		const other = { compareWith: 'app', targetApp: byId(app), targetEnvironment: 'preview' };
		const turned = (await compared(app, other)).map((one) => [one.there, one.here]);
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
