import { randomBytes } from 'node:crypto';

import { type State, stateOf } from './state';

/** A world of the sandbox that can be put back to where it was, and read whole. */
export interface Tenant {
	readonly url: string;
	control(path: string, body?: object): Promise<unknown>;
	/** Everything that is in the service now; of keys drawn by lot only the known ones, where they are given. */
	state(known?: Set<string>): Promise<State>;
	/** Remembers the world under a name; what happens from now on counts as new. */
	save(name: string): Promise<void>;
	restore(name: string): Promise<void>;
}

/** Longer than the precision of the services' times, shorter than a cursor lives. */
const APART_SECONDS = 300;

/** Makes an empty world at a sandbox. */
export function tenantAt(origin: string, name = `props-${randomBytes(4).toString('hex')}`): Tenant {
	const url = `${origin}/t/${name}`;
	const textOf = async (method: string, path: string, body?: object) => {
		const response = await fetch(`${url}/_sandbox/${path}`, {
			method,
			...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${text}`);
		return text;
	};
	const call = async (...request: Parameters<typeof textOf>) =>
		JSON.parse(await textOf(...request)) as unknown;
	/** The last whole state: as long as nothing has changed, it is the same object. */
	let whole: { text: string; state: State } | undefined;
	const control = async (path: string, body: object = {}) => await call('POST', path, body);
	return {
		url,
		control,
		state: async (known) => {
			const { now } = (await call('GET', '')) as { now: string };
			const text = await textOf('GET', 'dump');
			if (known && text === whole?.text) return whole.state;
			const state = stateOf(JSON.parse(text) as object, Date.parse(now), known);
			if (known === undefined) whole = { text, state };
			return state;
		},
		save: async (saved) => {
			await control('clock', { advanceSeconds: APART_SECONDS });
			await control('save', { name: saved });
		},
		restore: async (saved) => {
			await control('restore', { name: saved });
		},
	};
}
