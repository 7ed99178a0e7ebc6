import { type FaultGroup, inFile } from '../fault';

export const shared: FaultGroup[] = [
	{
		area: 'request',
		tests: ['test/contract/readOnly.test.ts'],
		run: 'with a dry run',
		faults: inFile('nodes/shared/request.ts', [
			'a read-only credential writes',
			'if (!connection.readOnly) return;',
			'return;',
		]),
	},
	{
		area: 'description',
		tests: ['test/contract/catalogue.test.ts'],
		faults: [
			...inFile('nodes/RecordPlatform/service.ts', [
				'a resource is not offered',
				'\t\tcommentResource,\n',
				'',
			]),
			...inFile('nodes/shared/describe.ts', [
				'an operation is not offered',
				'options = operations.map(',
				'options = operations.slice(1).map(',
			]),
		],
	},
];
