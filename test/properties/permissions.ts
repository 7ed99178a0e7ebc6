import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { byId, type Example } from '../contract/examples/example';
import { clientFor } from '../sandbox/groupware/client';
import { Api, type Fields } from '../sandbox/record-platform/api';
import type { NodeOutcome } from '../support/workflow';
import type { Bench } from './bench';
import {
	belongTogether,
	besideEachOther,
	offersWhenRefused,
	type OnError,
	type WhenRefused,
	withChoice,
} from './manyItems';
import { difference, pick, plain, type Property, SKIP, writes } from './property';

/** Who may touch all of the things but one. */
const LOGIN = 'sato';
const USER = { type: 'USER', code: LOGIN };
const everyone = { entity: { type: 'GROUP', code: 'everyone' } };

/** What an item works on, as far as it can be kept from someone. */
type Target =
	| { kind: 'record'; app: string; id: string }
	| { kind: 'app'; app: string }
	| { kind: 'space' | 'event'; id: string };

const idIn = (value: unknown): string | undefined => {
	const id = (value as { value?: unknown } | undefined)?.value ?? undefined;
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

/** What the parameters of an item name. */
async function targetOf(
	api: Api,
	{ app, recordId, keyField, keyValue, fields, spaceId, eventId, options }: IDataObject,
	json: IDataObject,
): Promise<Target | undefined> {
	const of = idIn(app);
	if (of !== undefined) {
		const { value, matchingColumns = [] } = (fields ?? {}) as {
			value?: IDataObject | null;
			matchingColumns?: string[];
		};
		const mapped = { ...json, ...value };
		const id = idIn(recordId) ?? mapped.$id;
		if (id !== undefined && id !== null) return { kind: 'record', app: of, id: String(id) };
		const [by] = matchingColumns;
		const [code, key] = keyField === undefined ? [by, mapped[by ?? '']] : [keyField, keyValue];
		if (code === undefined) return { kind: 'app', app: of };
		const [found] = await api.ids(of, `${String(code)} = ${JSON.stringify(String(key))}`);
		return found === undefined ? undefined : { kind: 'record', app: of, id: found };
	}
	// Guest spaces have addresses of their own.
	const space = /^\d+$/.exec(idIn(spaceId) ?? '')?.[0];
	const { guestSpace } = (options ?? {}) as IDataObject;
	if (space !== undefined && !guestSpace) return { kind: 'space', id: space };
	const event = idIn(eventId);
	return event === undefined ? undefined : { kind: 'event', id: event };
}

const ALL = {
	recordViewable: true,
	recordAddable: true,
	recordEditable: true,
	recordDeletable: true,
	recordImportable: true,
	recordExportable: true,
};
const CREATOR = { entity: { type: 'CREATOR' }, appEditable: true, ...ALL };
const NONE = Object.fromEntries(Object.keys(ALL).map((key) => [key, false]));

async function allow({ tenant }: Bench, target: Target): Promise<void> {
	const api = new Api(tenant.url);
	if (target.kind === 'space') {
		const members = ['admin', LOGIN].map((code) => ({
			entity: { type: 'USER', code },
			isAdmin: true,
		}));
		await api.ok('PUT', 'space/members.json', { id: target.id, members });
	}
	if (target.kind !== 'record' && target.kind !== 'app') return;
	const rights = [{ entity: USER, appEditable: true, ...ALL }, CREATOR];
	await api.ok('PUT', 'app/acl.json', { app: target.app, rights });
}

/** @param hidden whether it can't even be seen, where that can be said of it */
async function deny({ tenant }: Bench, target: Target, hidden: boolean): Promise<void> {
	const api = new Api(tenant.url);
	switch (target.kind) {
		case 'record': {
			const entity = { ...everyone, editable: false, deletable: false, includeSubs: false };
			const rights = [
				{ filterCond: `$id = ${target.id}`, entities: [{ ...entity, viewable: !hidden }] },
			];
			return void (await api.ok('PUT', 'record/acl.json', { app: target.app, rights }));
		}
		case 'app': {
			const rest = { ...NONE, recordViewable: !hidden };
			const rights = [{ entity: USER, appEditable: false, ...rest }, CREATOR];
			return void (await api.ok('PUT', 'app/acl.json', { app: target.app, rights }));
		}
		case 'space': {
			const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
			return void (await api.ok('PUT', 'space/members.json', { id: target.id, members }));
		}
		case 'event': {
			const body = { visibilityType: 'PRIVATE' };
			const admin = clientFor(() => `${tenant.url}/g`, 'admin');
			const { status } = await admin.patch(`/schedule/events/${target.id}`, body);
			if (status !== 200) throw new Error(`The event ${target.id} cannot be made private.`);
		}
	}
}

/** An app with the same fields, as far as people make them. */
async function cloneOf(api: Api, app: string): Promise<string> {
	const { properties } = await api.get<{ properties: Record<string, { type: string }> }>(
		'preview/app/form/fields.json',
		{ app },
	);
	const own = Object.entries(properties).filter(([, { type }]) =>
		/^(SINGLE_LINE_TEXT|MULTI_LINE_TEXT|NUMBER|DROP_DOWN|DATE|FILE|USER_SELECT)$/.test(type),
	);
	return await api.makeApp(Object.fromEntries(own) as Fields);
}

/** The parameters for another app or space like the target, which becomes the target. */
async function elsewhere(api: Api, values: IDataObject, target: Target): Promise<IDataObject> {
	if (target.kind === 'app') {
		target.app = await cloneOf(api, target.app);
		return { ...values, app: byId(target.app) };
	}
	if (target.kind !== 'space') return values;
	const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
	const body = { id: 1, name: 'Other', isPrivate: true, members };
	target.id = (await api.ok<{ id: string }>('POST', 'template/space.json', body)).id;
	const { defaultThread } = await api.get<{ defaultThread: string }>('space.json', {
		id: target.id,
	});
	const thread = values.threadId !== undefined && { threadId: defaultThread };
	return { ...values, spaceId: byId(target.id), ...thread };
}

interface PermissionCase {
	way: number;
	variant: number;
	place: number;
	hidden: boolean;
	onError: OnError;
	whenRefused: WhenRefused;
}

/** Parameters that name what can be kept from some only. */
const OF_SOME: Record<string, string[]> = {
	recordPlatform: ['app', 'spaceId'],
	groupware: ['eventId'],
};

export const permissions: Property<PermissionCase> = {
	name: 'permissions',
	says: 'what an account may do of several items ends as alone, whatever it may not do of them',
	exempt: (subject) => {
		const { parameters } = subject.operation;
		if (!parameters.some(({ name }) => OF_SOME[subject.service]?.includes(name))) {
			return 'whoever may do it at all may do it to everything';
		}
		return writes(subject) ? belongTogether(subject) : undefined;
	},
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		place: fc.nat(2),
		hidden: fc.boolean(),
		onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
		whenRefused: fc.constantFrom('default', 'stop', 'undo', 'others'),
	}),
	check: async (bench, subject, { way, variant, place, hidden, onError, whenRefused }) => {
		const api = new Api(bench.tenant.url);
		const chosen = offersWhenRefused(subject) ? whenRefused : 'default';
		const valuesOf = ({ minimal, full }: Example) => pick([minimal, ...full], variant) ?? {};
		const does = async (examples: Example[]) => {
			const targets: Target[] = [];
			for (const [at, example] of examples.entries()) {
				const json = example.input?.[0]?.json ?? {};
				const target = await targetOf(api, valuesOf(example), json);
				if (target === undefined) return;
				const isSame = JSON.stringify(target) === JSON.stringify(targets[0]);
				if (isSame) {
					const minimal = await elsewhere(api, valuesOf(example), target);
					examples[at] = { ...example, minimal, full: [] };
				}
				targets[at] = target;
				await allow(bench, target);
			}
			const target = targets[place];
			if (target) await deny(bench, target, hidden);
		};
		const name = [variant, place, hidden].join();
		const examples = await bench.prepare(subject, way, 3, { name, does });
		const several = examples.map((example) => withChoice(valuesOf(example), chosen));
		const runs: NodeOutcome[] = [];
		for (const [at, values] of several.entries()) {
			const { input } = examples[at] ?? {};
			const { outcome } = await bench.run(subject, values, {
				...(input && { input }),
				login: LOGIN,
			});
			// Nobody is kept from it, or from the other things, too.
			if ((outcome.error !== undefined) !== (at === place)) return SKIP;
			runs.push(outcome);
		}
		const found = await besideEachOther(bench, subject, several, examples, {
			onError,
			login: LOGIN,
		});
		if (found === undefined) return SKIP;
		const about = `item ${place} ${hidden ? 'hidden' : 'locked'}, ${onError}, ${chosen}`;
		const { why, failed, outcome } = found;
		if (why) return `${about}: ${why}`;
		if (failed === undefined) return undefined;
		// Whoever chose to stop, or all or nothing, is told of the others that they were not done.
		const isWhole = chosen === 'stop' || chosen === 'undo';
		if (!isWhole && [...failed].join() !== String(place)) {
			return `${about}: items ${[...failed].join()} were told to have failed`;
		}
		if (writes(subject)) return undefined;
		for (const [at, alone] of runs.entries()) {
			if (failed.has(at)) continue;
			const own = outcome.output.filter(
				({ pairedItem }) => (pairedItem as { item: number }).item === at,
			);
			// A row may keep what came in, where items have the values that differ.
			const rows = (output: INodeExecutionData[]) =>
				plain(output.map(({ json }) => json)).filter((line) => !/\/v\d+ = /.test(line));
			const told = difference(rows(alone.output), rows(own));
			if (told) return `${about}, output of item ${at}:\n${told}`;
		}
		return undefined;
	},
};
