import fc from 'fast-check';

import { relayTo } from '../contract/relay';
import { sendTo } from '../support/admin';
import { separates } from './behaviors';
import type { Bench } from './bench';
import { pick, type Property, SKIP, told, writes } from './property';
import { type Change, changes, rowOf, type State } from './state';

interface Write {
	method: string;
	path: string;
	body: object;
}

const column = (state: State, path: string) => JSON.parse(state.get(path) ?? 'null') as unknown;

const theirs = (path: string, ...names: string[]) =>
	names.map((name): [string, Write] => [
		name,
		{ method: 'PATCH', path: `/g/api/v1/schedule/${path}`, body: { [name]: 'theirs' } },
	]);

/** What someone else writes to a row meanwhile: each of these, unless the run itself writes there. */
const WRITES: Record<string, (key: string, state: State) => Array<[column: string, write: Write]>> =
	{
		records: (key, state) => {
			const [app = '', id = ''] = key.split(',');
			return ['Untouched', 'Notes', 'Amount', 'Name', 'Text']
				.filter((code) => state.has(`records/${key}/cells/${code}`))
				.map((code) => [
					`cells/${code}`,
					{
						method: 'PUT',
						path: '/k/v1/record.json',
						body: { app, id, record: { [code]: { value: code === 'Amount' ? '4711' : 'theirs' } } },
					},
				]);
		},
		app_designs: (key) => {
			const [app = '', side = ''] = key.split(',');
			if (side !== 'preview') return [];
			const settings = { app, description: 'theirs' };
			const views = { Theirs: { type: 'LIST', index: 0, fields: [] } };
			return [
				[
					'settings/description',
					{ method: 'PUT', path: '/k/v1/preview/app/settings.json', body: settings },
				],
				[
					'parts/views',
					{ method: 'PUT', path: '/k/v1/preview/app/views.json', body: { app, views } },
				],
			];
		},
		groupware_event: (id, state) =>
			separates(state, id) ? [] : theirs(`events/${id}`, 'notes', 'subject'),
		groupware_facility: (id) => theirs(`admin/facilities/${id}`, 'notes', 'name'),
		groupware_facility_group: (id) => theirs(`admin/facilityGroups/${id}`, 'notes', 'name'),
		groupware_proxy: (id, state) => [
			[
				'url',
				{
					method: 'PATCH',
					path: `/g/api/v1/system/api/admin/proxies/code/${String(column(state, `groupware_proxy/${id}/code`))}`,
					body: { url: 'https://example.com/theirs', status: 'ACTIVE' },
				},
			],
		],
	};

interface OtherCase {
	way: number;
	variant: number;
	/** Before which request of the run the other write happens. */
	at: number;
	row: number;
	column: number;
}

export const otherUsers: Property<OtherCase> = {
	name: 'other users',
	says: 'what someone else writes to another part of the thing during a run stays, and so does what the run writes, or the run says that it failed',
	exempt: (subject) => (writes(subject) ? undefined : 'it changes nothing'),
	cases: fc.record({
		way: fc.nat(7),
		variant: fc.nat(5),
		at: fc.nat(5),
		row: fc.nat(3),
		column: fc.nat(4),
	}),
	check: async (bench, subject, { way, variant, at, row, column: which }) => {
		const [example] = await bench.prepare(subject, way);
		const parameters = pick([example?.minimal ?? {}, ...(example?.full ?? [])], variant) ?? {};
		const input = example?.input && { input: example.input };
		const alone = await bench.remembered(
			`alone ${variant}`,
			async () => await bench.run(subject, parameters, input),
		);
		const own = changes(bench.before, alone.state);
		const rows = [...new Set(own.map(({ path }) => rowOf(path)))].filter(
			(one) =>
				[...bench.before.keys()].some((path) => rowOf(path) === one) &&
				one.split('/')[0] !== undefined &&
				WRITES[one.split('/')[0] ?? ''] !== undefined,
		);
		const target = pick(rows, row);
		if (target === undefined) return SKIP;
		const [table = '', key = ''] = target.split('/');
		const all = JSON.stringify(parameters);
		// A field that the parameters name may be what finds the record.
		const free = (WRITES[table]?.(key, bench.before) ?? []).filter(
			([name]) =>
				!own.some(({ path }) => path.startsWith(`${target}/${name}`)) &&
				!all.includes(`"${name.replace('cells/', '')}"`),
		);
		const chosen = pick(free, which);
		if (chosen === undefined) return SKIP;
		const [name, write] = chosen;
		let isWritten = false;
		const relay = await relayTo(bench.tenant.url, async (request) => {
			if (request === at) isWritten = await isSent(bench, write);
		});
		const { outcome, state } = await bench
			.run(subject, parameters, { ...input, baseUrl: relay.url })
			.finally(async () => await relay.close());
		// The run was over by then, or had taken the thing away.
		if (!isWritten || outcome.error || outcome.output.some(({ error }) => error)) return SKIP;
		const theirs = [...state].filter(
			([path, value]) =>
				path.startsWith(`${target}/${name}`) && /theirs|4711|Theirs/.test(path + value),
		);
		const gone = ![...state.keys()].some((path) => rowOf(path) === target);
		if (theirs.length === 0 && !gone) {
			return `what was written to ${target}/${name} before request ${at} is lost, and the run says that it succeeded`;
		}
		const isLost = ({ path, after }: Change) => !/\/id$/.test(path) && state.get(path) !== after;
		const lost = own.filter(isLost);
		return lost.length === 0 ? undefined : `the run lost ${told(lost)}`;
	},
};

/** Whether it was taken. */
const isSent = async (bench: Bench, { method, path, body }: Write): Promise<boolean> =>
	await sendTo(bench.tenant.url, method, path, body).then(
		() => true,
		() => false,
	);
