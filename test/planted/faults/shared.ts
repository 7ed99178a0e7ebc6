import { type FaultGroup, group } from '../fault';

export const shared: FaultGroup[] = [
	group('request', 'test/contract/readOnly', 'with a dry run', {
		'nodes/shared/request.ts': {
			'a read-only credential writes': ['if (!connection.readOnly) return;', 'return;'],
		},
	}),
	group('description', 'test/contract/catalogue', '', {
		'nodes/RecordPlatform/service.ts': { 'a resource is not offered': '\t\tcommentResource,\n' },
		'nodes/shared/describe.ts': {
			'an operation is not offered': [
				'options = operations.map(',
				'options = operations.slice(1).map(',
			],
		},
	}),
];
