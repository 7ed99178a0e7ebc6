import { memory, MOST_MB } from '../../../support/memory';
import { useNewApp } from '../app';
import { triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

/** The long run: `TRIGGER_RECORDS=100000 npx jest test/workflow/record-platform/trigger/many`. */
const RECORDS = Number(process.env.TRIGGER_RECORDS ?? 4000);
const PER_POLL = RECORDS / 10;

async function fill(count: number): Promise<void> {
	const records = Array.from({ length: 100 }, () => ({ Name: { value: 'a' } }));
	const payload = { app: app.id, records };
	for (let made = 0; made < count; made += 2000) {
		const requests = Array.from({ length: Math.min(20, (count - made) / 100) }, () => ({
			method: 'POST',
			api: '/k/v1/records.json',
			payload,
		}));
		await app.api.ok('POST', 'bulkRequest.json', { requests });
	}
}

afterEach(() => jest.restoreAllMocks());

it(
	`puts out ${RECORDS} changes of a few minutes over several polls, in order, with a small state`,
	async () => {
		const trigger = await triggerFor(app.sandbox, app.id, { options: { perPoll: PER_POLL } });
		await trigger.poll();
		await fill(RECORDS / 2);
		await app.sandbox.clock(60);
		await fill(RECORDS / 2);
		await app.sandbox.forget();
		const real = performance.now.bind(performance);
		let passed = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => real() + passed);
		const ids: number[] = [];
		let largest = 0;
		let polls = 0;
		let most = 0;
		const atFirst = memory();
		// More than 10,000 changes of the last minutes wait for up to 3 minutes.
		for (let empty = 0; empty < 4; passed += 60_000) {
			const items = await trigger.poll();
			polls += 1;
			empty = items === null ? empty + 1 : 0;
			expect((items ?? []).length).toBeLessThanOrEqual(PER_POLL);
			for (const { json } of items ?? []) ids.push(Number(json.$id));
			largest = Math.max(largest, JSON.stringify(trigger.kept).length);
			most = Math.max(most, memory() - atFirst);
		}
		expect(ids.length).toBe(RECORDS);
		expect(ids.findIndex((id, at) => id !== at + 1)).toBe(-1);
		expect(largest).toBeLessThan(1_000_000);
		expect(most).toBeLessThan(MOST_MB);
		const { total } = await app.sandbox.log();
		console.info(
			`${RECORDS} changes: ${polls} polls, ${total} requests, a state of ${largest} characters, ${most.toFixed(0)} MB more memory`,
		);
		passed += 300_000;
		await trigger.poll();
		await app.sandbox.forget();
		expect(await trigger.poll()).toBeNull();
		expect(await app.sandbox.calls()).toHaveLength(1);
		expect(JSON.stringify(trigger.kept).length).toBeLessThan(1000);
	},
	Math.max(300_000, RECORDS * 20),
);
