import type { INode } from 'n8n-workflow';

import type { ItemContext, Operation } from '../../nodes/shared/catalogue';
import type { Connection } from '../../nodes/shared/connection';
import { RequestError } from '../../nodes/shared/errors';
import { gateOf } from '../../nodes/shared/input/gate';
import { ReadCache } from '../../nodes/shared/readCache';

/** An item whose parameters are given as values; it refuses to touch the network unless told otherwise. */
export function itemWith(
	values: Record<string, unknown>,
	more: Partial<ItemContext> & { connection?: Connection } = {},
): ItemContext {
	const cache = new ReadCache(() => 'test');
	const read = (name: string) =>
		name
			.split('.')
			.reduce<unknown>(
				(parent, key) => (parent as Record<string, unknown> | undefined)?.[key],
				values,
			);
	const { operation = { method: 'POST' } } = more;
	const { parameters = [] } = operation as Partial<Operation>;
	const gate = gateOf({ stored: values, varies: () => false, read }, {
		...operation,
		parameters,
	} as Operation);
	const isKnown = (name: string) => parameters.some((one) => one.name === name);
	return {
		index: 0,
		json: {},
		timeZone: 'Asia/Tokyo',
		now: Date.now(),
		node: {
			id: 'node',
			name: 'Node',
			type: 'node',
			typeVersion: 1,
			position: [0, 0],
			parameters: values,
		} as INode,
		connection: { baseUrl: 'https://example.cybozu.com', signIn: 'password' },
		operation: { ...operation, parameters } as Operation,
		// Without a definition, a value is what the test says.
		read: (name) => (isKnown(name.replace(/\..*/, '')) ? gate.read(name, 0) : read(name)),
		faults: () => gate.faults(0),
		hint: () => undefined,
		once: async (key, load) => await cache.once(key, load),
		cached: async (key, load) => await cache.cached(key, load),
		peek: (key) => cache.peek(key),
		guesses: cache,
		request: async (spec) => {
			throw new Error(`Not expected to ask ${spec.method} ${spec.path}`);
		},
		upload: async () => {
			throw new Error('Not expected to upload');
		},
		binary: () => {
			throw new Error('Not expected to look for binary data');
		},
		binaryBase64: async () => {
			throw new Error('Not expected to read binary data');
		},
		answerUrl: 'https://n8n.example.com/answer',
		binaryNames: [],
		...more,
	};
}

/** The error of a request that the service answered with this status. */
export function refusedWith(status: number): RequestError {
	return new RequestError({
		kind: 'reply',
		outcome: 'refused',
		request: 'GET /x',
		attempts: 1,
		reply: { status, headers: {}, body: {} },
		explanation: { message: 'Not a number' },
	});
}
