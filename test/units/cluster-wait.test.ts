import { waitUntil } from '../cluster/support/wait';

const wait = async (look: Parameters<typeof waitUntil>[2], seconds = 0.2) =>
	await waitUntil('the queue is empty', seconds, look, () => 'Redis (7) runs');

describe('waiting for the cluster', () => {
	test('goes on as long as a text changes', async () => {
		let left = 12;
		const begun = Date.now();
		await wait(() => (left -= 1) === 0 || `${left} left`);
		expect([left, Date.now() - begun > 200]).toEqual([0, true]);
	});

	test('fails when nothing moves, with what it waited for, the state, and the processes', async () => {
		await expect(wait(() => '3 left')).rejects.toThrow(
			'Nothing has moved for 0.2 s while waiting for: the queue is empty\n3 left\nRedis (7) runs',
		);
	});

	test('takes an error for no answer, and names the last one', async () => {
		let asked = 0;
		await wait(async () => {
			if ((asked += 1) < 3) throw new Error('refused');
			return true;
		});
		const refused = async () => await Promise.reject<boolean>(new Error(`refused ${(asked += 1)}`));
		await expect(wait(refused)).rejects.toThrow(/queue is empty\nrefused \d+\nRedis/);
	});
});
