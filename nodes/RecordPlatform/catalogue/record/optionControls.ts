import type { Parameter } from '../../../shared/catalogue';

/** Webhooks that the service delivers per minute, for all apps together. */
export const WEBHOOKS_PER_MINUTE = 60;

const whenRefused: Parameter<'whenRefused'> = {
	displayName: 'When a Record Is Refused',
	name: 'whenRefused',
	type: 'options',
	default: 'others',
	options: [
		{
			name: 'Stop',
			value: 'stop',
			description: 'Send no more requests. Records that were already written are kept.',
		},
		{
			name: 'All or Nothing',
			value: 'undo',
			description:
				'Write all items or none, in one transaction. Up to 2,000 records, or 20 in operations with one request per item. All apps must be in the same space.',
		},
		{
			name: 'Write the Others',
			value: 'others',
			description: 'Skip the refused records, write all others, and report the refused ones',
		},
	],
	description:
		"What to do with the other items if one is refused. Without this option, the node's On Error setting decides: Stop Workflow stops, and both Continue settings write the others.",
};

const requestsAtOnce: Parameter<'requestsAtOnce'> = {
	displayName: 'Requests at a Time',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
	default: 4,
	description:
		'Maximum number of concurrent requests. The default is 4. With 1, new records get ascending IDs in the order of the items, but the run takes longer. The output always has the order of the items.',
};

const dryRun: Parameter<'dryRun'> = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the items and write nothing. Returns one item with the number of records and requests, and the items that would be refused.',
};

const webhooksPerMinute: Parameter<'webhooksPerMinute'> = {
	displayName: 'Webhooks per Minute',
	name: 'webhooksPerMinute',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: WEBHOOKS_PER_MINUTE,
	description:
		"Maximum number of records to write per minute. The service delivers 60 webhooks per minute for all apps together and drops the rest. Without this option, the node doesn't wait.",
};

/** Options of a write with many records per request. */
export const ofMany = [dryRun, requestsAtOnce, whenRefused];

/** Options of a write with one record per request, which triggers webhooks. */
export const ofOne = [...ofMany, webhooksPerMinute];

/** Only the dry run, for writes that select records by conditions. */
export const ofFound = [dryRun];
