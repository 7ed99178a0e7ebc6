import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { type Body, clientFor } from '../../sandbox/groupware/client';
import { pickerContext } from '../../support/editor';
import { nodeTypeOf } from '../../support/nodeType';
import type { TestSandbox } from '../../support/sandbox';
import { itemsOf, jsonOf, type NodeOutcome } from '../../support/workflow';
import { type Run, runOn } from '../run';

const packages = loadPackages(['packages/n8n-nodes-groupware']);
const PASSWORD = { username: 'admin', password: 'admin' };

export async function runGroupware({ url }: TestSandbox, run: Run): Promise<NodeOutcome> {
	const account = { ...PASSWORD, ...run.account };
	return await runOn(url, 'groupware', await packages, { ...run, account });
}

export { itemsOf, jsonOf, type Run };

/** What a picker keeps when the ID was typed, and when the code was. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
export const byCode = (value: string) => ({ __rl: true, mode: 'code', value });

export const users = (...codes: string[]) => ({
	rows: [{ kind: 'codes', codes: codes.join(',') }],
});
export const rooms = users;

/** A caller of the sandbox that is not the node. */
export function clientOf(sandbox: TestSandbox, login = 'admin') {
	return clientFor(() => `${sandbox.url}/g`, login);
}

/** Makes an event past the node; gives what the service says of it. */
export async function makeEvent(sandbox: TestSandbox, over: object = {}): Promise<Body> {
	const { status, body } = await clientOf(sandbox).post('/schedule/events', {
		eventType: 'REGULAR',
		subject: 'Made',
		start: { dateTime: '2031-03-03T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
		end: { dateTime: '2031-03-03T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
		attendees: [{ type: 'USER', code: 'admin' }],
		...over,
	});
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body;
}

/** The event as the service has it, and the status of asking for it. */
export async function eventOf(sandbox: TestSandbox, id: unknown) {
	return await clientOf(sandbox).get(`/schedule/events/${String(id)}`);
}

/** n8n's own context for the pickers of a node that is open in the editor. */
export async function editor(
	sandbox: TestSandbox,
	account: IDataObject = {},
): Promise<ILoadOptionsFunctions> {
	const data = { baseUrl: sandbox.url, ...PASSWORD, ...account };
	return pickerContext(await packages, {
		type: nodeTypeOf('groupware', 'event', 'getAll'),
		parameters: {},
		credential: { type: 'groupwareApi', data },
		path: 'parameters',
	});
}

/** Runs operations by their names (`event.create`), and refusals that leave all as it is. */
export function runnerOf(sandbox: TestSandbox) {
	const run = async (name: string, parameters: IDataObject, more: Partial<Run> = {}) => {
		const [resource = '', operation = ''] = name.split('.');
		return await runGroupware(sandbox, { resource, operation, parameters, ...more });
	};
	/** All that the sandbox holds, so that nothing that a refused run did stays unseen. */
	const everything = async () => (await fetch(`${sandbox.url}/_sandbox/dump`)).json();
	/** The run is refused for a reason and changes nothing. */
	const refused = async (name: string, parameters: IDataObject, reason: RegExp | string) => {
		const before = await everything();
		const { error } = await run(name, parameters);
		expect(await everything()).toEqual(before);
		expect(error?.message).toMatch(reason);
	};
	return { run, refused };
}
