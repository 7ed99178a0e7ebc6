import type { Connection } from './connection';
import type { Service } from './catalogue';

/** The service with the operations of one of its two nodes. */
export function nodeOf<C extends Connection>(service: Service<C>, isAdmin: boolean): Service<C> {
	const resources = service.resources.map(({ admin = false, operations, ...resource }) => ({
		...resource,
		operations: operations.filter((operation) => (operation.admin ?? admin) === isAdmin),
	}));
	return { ...service, resources: resources.filter(({ operations }) => operations.length > 0) };
}
