import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { PER_POLL } from '../../../../nodes/Groupware/trigger/portions';
import { useToys } from '../../../support/toy-run';
import { triggerFor } from './scene';

const toys = useToys();

/** The long run: `TRIGGER_RECORDS=100000 npx jest test/workflow/groupware/trigger/many`. */
const CHANGES = Number(process.env.TRIGGER_RECORDS ?? 12_000);

/** Many changes have the same second. */
const PER_SECOND = 7;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const base = Math.floor(Date.now() / 1000) * 1000 - DAY;

/** Memory that is in use after a garbage collection, in MB. */
function memory(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed / 1_000_000;
}

/** What the trigger may keep in memory, however many changes there are. */
const MOST_MB = 60;

interface List {
	/** An entry of the service's list. */
	row: (number: number, at: string) => IDataObject;
	key: string;
	newestFirst: boolean;
	parameters?: IDataObject;
}

const creator = { id: '7', code: 'sato', name: 'Sato' };
const lists: Record<string, List> = {
	notification: {
		key: 'items',
		newestFirst: true,
		row: (number, createdAt) => ({
			moduleId: 'grn.message',
			creator,
			createdAt,
			operation: 'add',
			url: `https://example.com/g/message/view.csp?mid=${number}`,
			title: `Number ${number}`,
			body: 'Some words of the message',
		}),
	},
	// Its order is not documented.
	message: {
		key: 'messages',
		newestFirst: false,
		row: (number, createdAt) => ({
			id: String(number),
			title: `Number ${number}`,
			body: 'Some words of the message',
			creator,
			createdAt,
			updatedAt: createdAt,
		}),
	},
	workflowRequest: {
		key: 'requests',
		newestFirst: true,
		row: (number, createdAt) => ({
			id: String(number),
			name: `Number ${number}`,
			status: { name: 'New', type: 'UNPROCESSING' },
			createdAt,
			applicant: creator,
			items: {},
			steps: {},
		}),
		// Those of the last second are not all remembered.
		parameters: { options: { watchedRequests: 1 } },
	},
};

/** A service with a list that grows, and how much memory was used while it was asked. */
async function serviceWith({ row, key, newestFirst }: List) {
	const service = { count: 3, late: 0, requests: 0, mostMb: 0, url: '' };
	const timeOf = (number: number) =>
		base + Math.floor((number + 3) / PER_SECOND) * 1000 + (number > CHANGES ? HOUR : 0);
	const all = () => service.count + service.late;
	const { url } = await toys.serve(({ url: asked }) => {
		service.requests += 1;
		if (service.requests % 50 === 0) service.mostMb = Math.max(service.mostMb, memory());
		const query = new URLSearchParams(asked.split('?')[1]);
		const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
		const since = Date.parse(query.get('rangeStart') ?? '1970-01-01T00:00:00Z');
		let first = 1;
		if (query.has('rangeStart')) while (first <= all() && timeOf(first) < since) first += 1;
		const rows: IDataObject[] = [];
		for (let at = offset; at < offset + limit && first + at <= all(); at++) {
			const number = newestFirst ? all() - at : first + at;
			rows.push(row(number, new Date(timeOf(number)).toISOString().replace('.000', '')));
		}
		return { json: { [key]: rows, hasNext: first + offset + limit <= all() } };
	});
	return Object.assign(service, { url });
}

it.each(Object.entries(lists))(
	`puts out ${CHANGES} changes over several polls, in order: %s`,
	async (triggerOn, list) => {
		const service = await serviceWith(list);
		const trigger = await triggerFor(service, { triggerOn, ...list.parameters });
		expect(await trigger.poll()).toBeNull();
		service.count = CHANGES;
		service.requests = 0;
		const atFirst = memory();
		const titles: string[] = [];
		let largest = 0;
		let polls = 0;
		for (;;) {
			const items = await trigger.poll();
			polls += 1;
			largest = Math.max(largest, JSON.stringify(trigger.kept).length);
			service.mostMb = Math.max(service.mostMb, memory());
			if (items === null) break;
			expect(items.length).toBeLessThan(PER_POLL + PER_SECOND);
			for (const { json } of items) titles.push(String(json.title ?? json.name));
			// Others come while these are put out, and another process goes on.
			if (polls === 2) service.late = 10;
			trigger.restart();
		}
		const expected = Array.from({ length: CHANGES + 10 - 3 }, (_, at) => `Number ${at + 4}`);
		expect(titles.length).toBe(expected.length);
		expect(titles.findIndex((title, at) => title !== expected[at])).toBe(-1);
		expect(polls).toBeGreaterThan(CHANGES / PER_POLL);
		expect(largest).toBeLessThan(1_000_000);
		const most = service.mostMb - atFirst;
		console.info(
			`${CHANGES} changes (${triggerOn}): ${polls} polls, ${service.requests} requests, a state of ${largest} characters, ${most.toFixed(0)} MB more memory`,
		);
		expect(most).toBeLessThan(MOST_MB);
		service.requests = 0;
		expect(await trigger.poll()).toBeNull();
		expect(service.requests).toBe(1);
	},
	Math.max(120_000, CHANGES * 20),
);
