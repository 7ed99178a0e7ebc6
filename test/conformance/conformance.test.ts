import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { codesOfNodes } from '../../tools/conformance/cases/codes';
import { Ledger } from '../../tools/conformance/ledger';
import { reportOf, summaryOf } from '../../tools/conformance/report';
import { planOf, type Result, type Run, runConformance } from '../../tools/conformance/run';
import { makeScene } from '../../tools/conformance/scene';
import { addSeries } from '../../tools/conformance/series';
import { Side } from '../../tools/conformance/side';
import { Api } from '../sandbox/record-platform/api';
import { useSandbox } from '../support/sandbox';
import { exampleFaults, faults, startUnlike } from './unlike';

/** The comparison of the sandbox with a service, here with itself and with services that differ from it. */

const service = useSandbox();
const sandbox = useSandbox();
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));

beforeAll(() => addSeries(access(service.url)));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const access = (baseUrl: string, over: object = {}) => ({
	baseUrl,
	login: 'admin',
	password: 'admin',
	template: '1',
	pauseMs: 0,
	...over,
});

interface More {
	baseUrl?: string;
	topics?: string[];
	ledger?: Ledger;
	tenant?: object;
	confirm?: boolean;
	ended?: () => boolean;
	say?: (line: string) => void;
}

const runOf = ({ baseUrl = service.url, ...more }: More): Run => ({
	tenant: access(baseUrl, more.tenant),
	openSandbox: () => Promise.resolve(access(sandbox.url)),
	ledger: more.ledger ?? new Ledger(baseUrl),
	say: more.say ?? (() => undefined),
	confirm: () => Promise.resolve(more.confirm ?? true),
	choices: { topics: more.topics ?? [], ended: more.ended ?? (() => false) },
});

const run = async (more: More = {}) => (await runConformance(runOf(more))) as Result;

/** A run against the service with a fault, and its address. */
const runUnlike = async (fault: Parameters<typeof startUnlike>[1], topics: string[]) => {
	const unlike = await startUnlike(service.url, fault);
	const result = await run({ baseUrl: unlike.url, topics }).finally(unlike.close);
	return { ...result, url: unlike.url };
};

const differing = ({ outcomes }: Result) =>
	outcomes.filter(({ differences }) => differences.length > 0);

const TABLES = [
	...`app_designs | app_spaces | space_threads | guest_users | groupware_event |
		groupware_facility | groupware_facility_group | groupware_proxy`.split(/\s*\|\s+/),
];

/** Apps, spaces, guests, events, facilities and settings that are there. */
async function held(): Promise<unknown> {
	const dump = (await (await fetch(`${service.url}/_sandbox/dump`)).json()) as Record<
		string,
		object
	>;
	const { apps } = await new Api(service).get<{ apps: unknown[] }>('apps.json');
	return [apps, ...TABLES.map((table) => dump[table])];
}

it('against the sandbox itself, it finds no difference, and leaves nothing behind', async () => {
	const before = await held();
	const result = await run();
	expect(differing(result)).toEqual([]);
	expect(result.outcomes.flatMap(({ unfit }) => unfit)).toEqual([]);
	expect(result.left).toEqual([]);
	const untried = result.outcomes.filter(({ notTried }) => notTried !== undefined);
	const isExample = ({ topic }: { topic: string }) => topic.startsWith('Examples: ');
	const isCode = ({ topic }: { topic: string }) => topic === 'Error codes of the nodes';
	const others = untried.filter((one) => !isExample(one) && !isCode(one));
	expect(others.map(({ name }) => name)).toEqual([
		...`API tokens and the search | the search and guest spaces |
			files of comments in threads and the search | the end of a topic of the bulletin board |
			cursor.get | file.download | app.plugin.config.get | plugin.apps |
			an update of a repeating event`.split(/\s*\|\s+/),
	]);
	const examples = result.outcomes.filter(isExample);
	const tried = examples.filter(({ notTried }) => notTried === undefined);
	expect(tried.length).toBeGreaterThan(130);
	for (const { notTried } of examples) {
		expect(notTried ?? 'The run did').toMatch(
			/^The (run|API) |^It would change|^Others would see|is not sent: /,
		);
	}
	// Each code has answers, or a reason.
	const seen = result.outcomes.flatMap(({ codes }) => codes);
	const unseen = untried.filter(isCode);
	expect(unseen.map(({ name }) => name)).toEqual(
		codesOfNodes().filter((code) => !seen.includes(code)),
	);
	expect(unseen.map(({ notTried }) => notTried)).not.toContain('No case provokes it yet');
	expect(seen).toEqual(expect.arrayContaining(['GAIA_LO03', 'CB_WA01', 'GRN_SCHD_13208']));
	expect(result.outcomes.reduce((sum, { same }) => sum + same, 0)).toBeGreaterThan(870);
	expect(await held()).toEqual(before);
}, 600_000);

it('against a tenant that behaves alike, it finds no difference where its user has another time zone and no repeating event', async () => {
	const result = await run({
		tenant: { login: 'brown', password: 'brown' },
		topics: ['Groupware'],
	});
	expect(differing(result)).toEqual([]);
	const untried = result.outcomes.filter(({ notTried }) => notTried !== undefined);
	expect(untried.map(({ name }) => name)).toContain('a repeating event that is read alone');
	expect(result.outcomes.find(({ name }) => name === 'free times')?.same).toBe(4);
});

describe('against a service that differs', () => {
	it.each(Object.entries({ ...faults, ...exampleFaults }))(
		'finds that %s',
		async (_what, [topic, fault]) => {
			const result = await runUnlike(fault, [topic]);
			const found = differing(result).flatMap(({ differences }) => differences);
			expect(found.length).toBeGreaterThan(0);
			for (const { sandbox: ours, tenant } of found) expect(ours).not.toEqual(tenant);
			expect(reportOf(result.outcomes, new Date())).toContain(`${found[0]?.request}`);
			expect(result.left).toEqual([]);
		},
	);

	it('finds where a sandbox is switched to the other behavior of what is not known', async () => {
		await service.control('groupware', { seriesTimes: 'first', presenceTime: 'always' });
		const found = differing(await run({ topics: ['Groupware'] }));
		await service.control('groupware', { seriesTimes: 'none', presenceTime: 'none' });
		expect(found.map(({ name }) => name)).toEqual([
			'a presence that was never set, or is empty',
			'a repeating event that is read alone',
		]);
		const told = JSON.stringify(found[1]?.differences[0]);
		expect(told).toContain('"sandbox":{"status":200,"answer":{"keys":["repeatInfo"]}}');
		expect(told).toContain('GET /g/api/v1/schedule/events/(event)');
	});

	it('finds answers that are not as docs/api describes them', async () => {
		const [topic = '', fault] = faults['a field has no type'] ?? [];
		const { outcomes } = await runUnlike(fault ?? (() => undefined), [topic]);
		expect(outcomes.flatMap(({ unfit }) => unfit)).not.toEqual([]);
		expect(reportOf(outcomes, new Date())).toMatch(/- `GET [^`]+form\/fields[^`]*`: .*type/);
	});

	it('tells the request and both answers, without address, password and login', async () => {
		const [topic = '', fault] = faults['comments have no blank at their end'] ?? [];
		const { outcomes, url } = await runUnlike(fault ?? (() => undefined), [topic]);
		const report = reportOf(outcomes, new Date('2031-05-06T07:08:09Z'));
		expect(summaryOf(outcomes)).toMatch(/^7 responses are the same, 1 are different, 0 cases/);
		expect(report).toContain('2031-05-06');
		expect(report).toMatch(/`GET \/k\/v1\/record\/comments\.json\?[^`]*order=asc`/);
		expect(report).toMatch(/sandbox: .*"text":"plain "/);
		expect(report).toMatch(/service: .*"text":"plain"/);
		expect(report).not.toContain(url);
		expect(report).not.toContain('admin');
	});
});

describe('on the tenant of others', () => {
	it('names and invites nobody but its user, and shows nothing to others', async () => {
		const sent: string[] = [];
		const topics = ['Space', 'Thread', 'Event', 'Event Custom Item'].map(
			(name) => `Examples: ${name}`,
		);
		const { outcomes } = await runUnlike(({ method, path, body }) => {
			if (method !== 'GET') sent.push(`${method} ${path} ${body}`);
			return undefined;
		}, topics);
		const changes = sent.filter((one) => !one.includes('searchAvailableTimes'));
		expect(outcomes.flatMap(({ differences }) => differences)).toEqual([]);
		expect(changes.join('\n')).not.toMatch(
			/sato|"ito|mori|"(GROUP|ORGANIZATION|STATIC_ROLE)"|"isPrivate":false/,
		);
		const events = changes.filter((one) => /^POST \S+\/schedule\/events /.test(one));
		expect(events.length).toBeGreaterThan(10);
		for (const event of events) expect(event).toContain('"visibilityType":"PRIVATE"');
		const spaces = changes.filter((one) => one.includes('template/space'));
		expect(spaces.length).toBeGreaterThan(3);
		for (const space of spaces) expect(space).toContain('"isPrivate":true');
	});

	it('leaves out what the user has no right to, and finds no difference in it', async () => {
		const topics = [
			'Examples: Facility',
			'Examples: Plugin',
			'Reading operations of the groupware',
		];
		const result = await run({ tenant: { login: 'sato', password: 'sato' }, topics });
		expect(differing(result)).toEqual([]);
		const untried = result.outcomes.filter(({ notTried }) =>
			/response was (403|520)/.test(`${notTried}`),
		);
		expect(untried.map(({ topic }) => topic)).toEqual(expect.arrayContaining(topics));
		expect(result.left).toEqual([]);
	});
});

describe('before it begins', () => {
	it('says what it will do, and does nothing without a yes', async () => {
		const said: string[] = [];
		await service.forget();
		expect(await run({ confirm: false, say: (line) => said.push(line) })).toBeUndefined();
		expect(said).toEqual(planOf(runOf({})));
		expect(said.join('\n')).toContain('a private space from the template 1');
		expect((await service.requests()).map(({ method }) => method)).toEqual(['GET']);
	});

	it.each([
		['a wrong password', { password: 'wrong' }, /can't sign in.*CB_WA01/],
		['an inactive user', { login: 'former', password: 'former' }, /can't sign in/],
		['nobody there', { baseUrl: 'http://127.0.0.1:59999' }, /can't be reached: ECONNREFUSED/],
		['no such host', { baseUrl: 'http://nowhere.invalid' }, /can't be reached: ENOTFOUND/],
	])('says what is missing: %s', async (_what, tenant, says) => {
		await expect(run({ tenant })).rejects.toThrow(says);
	});

	it('goes on without what a tenant does not have, and says so', async () => {
		await service.faults({ path: '/g/', status: 403, code: 'GRN_CMMN_00105', times: 0 });
		const { outcomes } = await run({ topics: ['Files', 'Groupware'] });
		expect(outcomes[0]?.notTried).toBeUndefined();
		expect(outcomes.at(-1)?.notTried).toContain('The response of the groupware was 403');
		await fetch(`${service.url}/_sandbox/faults`, { method: 'DELETE' });
	});
});

describe('a run that is interrupted', () => {
	it('removes what it made', async () => {
		const before = await held();
		const said: string[] = [];
		const ended = () => said.some((line) => line.startsWith('Values, amount'));
		const { outcomes, left } = await run({ ended, say: (line) => said.push(line) });
		expect(left).toEqual([]);
		expect(outcomes.at(-1)?.notTried).toBe('The run was interrupted');
		expect(outcomes[0]?.same).toBe(1);
		expect(await held()).toEqual(before);
	});

	it('creates nothing more when it is interrupted while the apps are created', async () => {
		const before = await held();
		let asked = 0;
		await service.forget();
		const ending = run({ ended: () => (asked += 1) > 3 });
		await expect(ending).rejects.toThrow('The run was interrupted');
		const made = (await service.calls()).filter((call) => call === 'POST /k/v1/preview/app.json');
		expect(made).toHaveLength(1);
		expect(await held()).toEqual(before);
	});

	it('is listed when it was killed, and the next one removes what it left', async () => {
		const before = await held();
		const file = join(folder, 'left.json');
		await makeScene(new Side(access(service.url), new Ledger(service.url, file)));
		expect(await held()).not.toEqual(before);
		expect(readFileSync(file, 'utf8')).not.toContain('admin');
		expect(() => new Ledger('https://other.example.com', file)).toThrow('left behind at');
		const said: string[] = [];
		const ledger = new Ledger(service.url, file);
		await run({ ledger, topics: ['Files'], say: (line) => said.push(line) });
		expect(said.join('\n')).toMatch(/removes what an earlier run left behind: app \d+/);
		expect(await held()).toEqual(before);
		expect(existsSync(file)).toBe(false);
	});
});

it('sends nothing that changes what it has not made', async () => {
	const app = await new Api(service).makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	const side = new Side(access(service.url), new Ledger(service.url));
	await service.forget();
	const record = { app, record: {} };
	for (const [method, path, body] of [
		['POST', '/k/v1/record.json', record],
		['DELETE', `/k/v1/records.json?app=${app}&ids[0]=1`, undefined],
		['PUT', '/k/v1/preview/app/settings.json', { app, name: 'x' }],
		['POST', '/k/v1/preview/app/deploy.json', { apps: [{ app }] }],
		['POST', '/k/v1/preview/app.json', { name: 'x' }],
		['DELETE', '/k/v1/space.json?id=1', undefined],
		['POST', '/k/v1/bulkRequest.json', { requests: [{ payload: record }] }],
		['DELETE', '/g/api/v1/schedule/events/1', undefined],
		['POST', '/g/api/v1/message/messages', {}],
		['DELETE', '/k/v1/guests.json', { guests: ['x'] }],
		['DELETE', '/k/v1/guests.json?guests[0]=x', undefined],
		['POST', '/k/v1/space.json', { name: 'x' }],
		['PUT', '/k/v1/space.json', { id: 1, name: 'x' }],
		['PUT', '/k/v1/space/members.json', { id: 1, members: [] }],
		['POST', '/k/v1/space/thread.json', { space: 1, name: 'x' }],
		['PUT', '/k/v1/space/thread.json', { id: 1, name: 'x' }],
		['POST', '/k/v1/space/thread/comment.json', { space: 1, thread: 1, comment: {} }],
		['PUT', '/k/guest/2/v1/space/guests.json', { id: 2, guests: [] }],
		['DELETE', '/k/guest/2/v1/space.json?id=2', undefined],
		['PUT', '/k/v1/plugin.json', { id: 'x', fileKey: 'x' }],
		['DELETE', '/k/v1/plugin.json?id=x', undefined],
		['PATCH', '/g/api/v1/schedule/admin/facilities/1', {}],
		['POST', '/g/api/v1/schedule/admin/facilities', { facilityGroup: 1 }],
		['DELETE', '/g/api/v1/schedule/admin/facilityGroups/1', undefined],
		['PATCH', '/g/api/v1/system/api/admin/proxies/code/x', {}],
		['PATCH', '/g/api/v1/presence/users/code/sato', {}],
		['POST', '/g/api/v1/bulletin/topics', {}],
	] as const) {
		await expect(side.send(method, path, body)).rejects.toThrow('is not sent');
	}
	expect(await service.requests()).toEqual([]);
});
