import { setTimeout as sleep } from 'node:timers/promises';

import type { N8nApi } from '../../start/api';

/** An execution with the data of its items, as text. */
export interface Execution {
	id: string;
	mode: string;
	status: string;
	startedAt: string;
	data: string;
}

/** Publishes a workflow in its latest version. */
export async function publish(api: N8nApi, workflow: string): Promise<void> {
	const path = `/rest/workflows/${workflow}`;
	const { versionId } = await api.call<{ versionId: string }>('GET', path);
	await api.call('POST', `${path}/activate`, { versionId });
}

/** Looks until there is a value; throws after so many seconds. */
export async function soon<Value>(
	seconds: number,
	missing: string,
	look: () => Promise<Value | undefined>,
): Promise<Value> {
	for (let waited = 0; waited < seconds * 4; waited++) {
		const found = await look();
		if (found !== undefined) return found;
		await sleep(250);
	}
	throw new Error(missing);
}

/** Waits for the first poll of a published workflow, which sets from when on changes count. */
export async function firstPoll(api: N8nApi, workflow: string, seconds = 60): Promise<void> {
	const path = `/rest/workflows/${workflow}`;
	await soon(seconds, 'The published workflow did not poll', async () => {
		const { staticData } = await api.call<{ staticData: object | null }>('GET', path);
		return Object.keys(staticData ?? {}).length > 0 || undefined;
	});
}

/** Executions of a workflow that nobody has started by hand, oldest first. */
export async function executionsOf(api: N8nApi, workflow: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow }));
	const { results } = await api.call<{ results: Array<Omit<Execution, 'data'>> }>(
		'GET',
		`/rest/executions?filter=${filter}`,
	);
	const started = results.filter(({ mode }) => mode !== 'manual').reverse();
	return await Promise.all(
		started.map(async ({ id }) => await api.call<Execution>('GET', `/rest/executions/${id}`)),
	);
}

/** Waits for an execution of a workflow whose items contain a text. */
export async function executionWith(
	api: N8nApi,
	workflow: string,
	text: string,
	seconds: number,
): Promise<Execution> {
	const missing = `No execution of the workflow has "${text}" after ${seconds} s`;
	return await soon(seconds, missing, async () =>
		(await executionsOf(api, workflow)).find(
			({ data, status }) => status === 'success' && data.includes(text),
		),
	);
}

/** Waits until an execution of a workflow has come so far. Gives the data of its items. */
export async function untilStatus(api: N8nApi, workflow: string, status: string): Promise<string> {
	return await soon(120, `No execution of the workflow is ${status}`, async () => {
		const found = (await executionsOf(api, workflow)).find((one) => one.status === status);
		return found?.data;
	});
}

/** Calls until n8n listens at the address. */
export async function untilThere(call: () => Promise<Response>): Promise<Response> {
	return await soon(10, 'n8n does not listen at the address', async () => {
		const answer = await call();
		return answer.status === 404 ? undefined : answer;
	});
}
