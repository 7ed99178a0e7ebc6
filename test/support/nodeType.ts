import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Service } from '../../nodes/shared/catalogue';
import { nodeOf } from '../../nodes/shared/twoNodes';
import type { ServiceName } from '../contract/apiData';

const packages: Record<ServiceName, string> = {
	recordPlatform: 'n8n-nodes-record-platform',
	groupware: 'n8n-nodes-groupware',
};

const inAdmin = Object.fromEntries(
	Object.entries({ recordPlatform, groupware }).map(([name, service]) => [
		name,
		nodeOf(service as unknown as Service, true).resources,
	]),
);

/** The node that has the operation, by its name in workflows. */
export function nodeTypeOf(service: ServiceName, resource: unknown, operation: unknown): string {
	const isAdmin = inAdmin[service]
		?.find(({ value }) => value === resource)
		?.operations.some(({ value }) => value === operation);
	return `${packages[service]}.${service}${isAdmin ? 'Admin' : ''}`;
}
