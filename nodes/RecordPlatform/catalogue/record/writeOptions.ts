import type { Parameter } from '../../../shared/catalogue';

/** Webhooks that the service delivers in a minute, over all apps of a site (facts: competition, 5.1). */
export const WEBHOOKS_PER_MINUTE = 60;

const whenRefused: Parameter = {
	displayName: 'When a Record Is Refused',
	name: 'whenRefused',
	type: 'options',
	default: 'others',
	options: [
		{
			name: 'Stop',
			value: 'stop',
			description: 'Send nothing further. What was written, and requests under way, stay.',
		},
		{
			name: 'Undo All',
			value: 'undo',
			description:
				'Write all items or none. They travel in one request: 2,000 records at most, 20 in the operations for one record, of any apps in the same space.',
		},
		{
			name: 'Write the Others',
			value: 'others',
			description:
				'Leave out the refused records and write all others, then report the refused ones',
		},
	],
	description:
		"What to do with the other items. Without this option the node's On Error setting decides: Stop Workflow stops, the two Continue settings write the others.",
};

const requestsAtOnce: Parameter = {
	displayName: 'Requests at a Time',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
	default: 4,
	description:
		'How many requests may be under way at once, 4 without this option. With 1 the requests follow each other in the order of the items, so that new records get ascending IDs in that order; it takes longer. The output is in the order of the items in any case.',
};

const dryRun: Parameter = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to write nothing and put out one item that tells how many records and requests it would be, and which items would be refused before sending',
};

const webhooksPerMinute: Parameter = {
	displayName: 'Webhooks per Minute',
	name: 'webhooksPerMinute',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: WEBHOOKS_PER_MINUTE,
	description:
		'Records to write in a minute at most. The service delivers 60 webhooks a minute for all apps of a site together and drops the rest. Without this option the node does not wait.',
};

/** Options of a write that takes many records a call. */
export const ofMany: Parameter[] = [dryRun, requestsAtOnce, whenRefused];

/** Options of a write that takes one record a call, so that webhooks are called. */
export const ofOne: Parameter[] = [...ofMany, webhooksPerMinute];

/** The dry run alone, for writes that find their records themselves. */
export const ofFound: Parameter[] = [dryRun];
