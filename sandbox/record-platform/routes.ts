import { api } from './api';
import { deploymentOperations } from './apps/deployment';
import { formOperations } from './apps/form';
import { appOperations } from './apps/operations';
import { settingsOperations } from './apps/settings';
import { bulkOperations } from './bulk';
import type { AllHandlers, Handler, OperationId } from './handlers';
import { fileOperations } from './files';
import { type Body, read } from './input';
import { pluginOperations } from './plugins/operations';
import { commentOperations } from './records/comments';
import { cursorOperations } from './records/cursors';
import { recordsOperations } from './records/many';
import { recordOperations } from './records/one';
import { rightsOperations } from './records/rights';
import { statusOperations } from './records/status';
import type { Address, Operation } from './request';
import { searchOperations } from './search';
import { guestOperations } from './spaces/guests';
import { spaceOperations } from './spaces/making';
import { spaceSettingsOperations } from './spaces/settings';
import { spaceStatisticsOperations } from './spaces/statistics';
import { threadOperations } from './spaces/threads';

const handlers: AllHandlers = {
	...recordOperations,
	...recordsOperations,
	...cursorOperations,
	...commentOperations,
	...statusOperations,
	...bulkOperations,
	...rightsOperations,
	...fileOperations,
	...appOperations,
	...settingsOperations,
	...formOperations,
	...deploymentOperations,
	...spaceSettingsOperations,
	...spaceOperations,
	...spaceStatisticsOperations,
	...threadOperations,
	...guestOperations,
	...pluginOperations,
	...searchOperations,
};

export interface Route extends Operation {
	run: Handler<Record<string, unknown>>;
}

/** By method and API; `preview/` in front means the preview side. */
export const routes: ReadonlyMap<string, Route> = new Map(
	(Object.keys(handlers) as OperationId[]).flatMap((id) => {
		const operation: Operation = api[id];
		const run = runOf(id);
		return namesOf(operation).map((name): [string, Route] => [name, { ...operation, run }]);
	}),
);

function runOf<Id extends OperationId>(id: Id): Route['run'] {
	const handler: Handler<Body<Id>> = handlers[id];
	return (context, sent, call) => handler(context, read(id, sent), call);
}

function namesOf({ method, api: path, environment }: Operation): string[] {
	return [
		...(environment === 'preview' ? [] : [`${method} ${path}`]),
		...(environment === 'production' ? [] : [`${method} preview/${path}`]),
	];
}

/** The route of a request, undefined when there is none. */
export function findRoute(method: string, { environment, api: path }: Address): Route | undefined {
	const name = `${method} ${environment === 'preview' ? 'preview/' : ''}${path}`;
	// Lists of operations tell this path; pages and clients that of docs/api.
	return routes.get(name === 'GET space/statistics' ? 'GET spaces/statistics' : name);
}
