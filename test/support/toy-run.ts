import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import {
	type Answered,
	type Asked,
	toyPackage,
	toyServer,
	type ToyServer,
	toyService,
} from './toy';
import { type NodeOutcome, runNode } from './workflow';

/** What a test says of a run beside the parameters. */
export interface ToyRun {
	items?: IDataObject[];
	input?: INodeExecutionData[];
	onError?: INode['onError'];
	cancel?: AbortSignal;
}

export interface Toys {
	/** A server that answers as the test says and ends with it. */
	serve(answer: (asked: Asked, count: number) => Answered): Promise<ToyServer>;
	/** Runs the toy node against such a server; its resource is the thing. */
	run(
		answer: (asked: Asked, count: number) => Answered,
		parameters: IDataObject,
		more?: ToyRun,
		connection?: object,
	): Promise<NodeOutcome>;
	/** What the last server was asked. */
	readonly asked: Asked[];
}

/** Gives a test file the toy node and servers for it; call it once, outside of tests. */
export function useToys(): Toys {
	let servers: ToyServer[] = [];

	afterEach(async () => {
		await Promise.all(servers.map(async (server) => await server.close()));
		servers = [];
	});

	const serve: Toys['serve'] = async (answer) => {
		const server = await toyServer(answer);
		servers.push(server);
		return server;
	};
	return {
		serve,
		run: async (answer, parameters, more = {}, connection = {}) => {
			const { url } = await serve(answer);
			return await runNode({
				type: 'toys.toy',
				loaded: toyPackage(toyService(connection)),
				credential: { type: 'toyApi', data: { baseUrl: url, secret: 'do-not-tell' } },
				parameters: { resource: 'thing', ...parameters },
				...more,
			});
		},
		get asked() {
			return servers.at(-1)?.asked ?? [];
		},
	};
}
