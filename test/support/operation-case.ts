import type { IDataObject, INode } from 'n8n-workflow';

import { itemsOf, jsonOf, type NodeOutcome } from './workflow';

/** What makes one operation run, and what makes its second item fail. */
export interface OperationCase {
	/** Two incoming items that succeed. */
	good: () => Promise<IDataObject[]>;
	/** The second item again, wrong. */
	bad: IDataObject;
	/** What the error says: the service's code where it was asked. */
	says: RegExp;
	/** True where one transaction holds both items. */
	together?: boolean;
}

type RunItems = (
	items: IDataObject[],
	more?: { onError: INode['onError'] },
) => Promise<NodeOutcome>;

/** Runs an operation in every error setting; the table of rows reads the names of these tests. */
export function testOperation({ good, bad, says, together }: OperationCase, run: RunItems): void {
	const failing = together ? [0, 1] : [1];
	const succeeding = new Set(together ? [] : [0]);
	const oneOfTwo = async (onError: INode['onError']) => {
		const [first = {}] = await good();
		const items = [first, bad];
		return { ...(await run(items, { onError })), items };
	};

	it('runs, and links what it gives to the items', async () => {
		const outcome = await run(await good());
		expect(jsonOf(outcome).length).toBeGreaterThan(0);
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
	});

	it('stops with the reason and the item', async () => {
		const { error, output } = await oneOfTwo('stopWorkflow');
		expect(output).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.message).toContain(together ? '[items 0–1]' : '[item 1]');
		expect(error?.description).toBeTruthy();
	});

	it('goes on with the other item', async () => {
		const { error, output } = await oneOfTwo('continueRegularOutput');
		expect(error).toBeUndefined();
		const failed = output.filter((item) => item.error);
		expect(itemsOf(failed)).toEqual(failing);
		expect(failed[0]?.error?.message).toMatch(says);
		expect(new Set(itemsOf(output.filter((item) => !item.error)))).toEqual(succeeding);
	});

	it('sends failed items to the error output', async () => {
		const { output, errors, items } = await oneOfTwo('continueErrorOutput');
		expect(itemsOf(errors)).toEqual(failing);
		expect(new Set(itemsOf(output))).toEqual(succeeding);
		expect(errors.map(({ json }) => json)).toEqual(
			failing.map((item) => ({
				...items[item],
				error: expect.stringMatching(says),
				details: expect.objectContaining({ item, message: expect.any(String) }),
			})),
		);
	});
}
