/** A release of n8n, and its packages that run workflows. */
export interface Version {
	n8n: string;
	/** Parts of the names of tests of what this release doesn't have. */
	without?: string[];
	/** What this release of n8n depends on, pinned. */
	packages: {
		'n8n-core': string;
		'n8n-workflow': string;
		'@n8n/di': string;
		'reflect-metadata': string;
		zod: string;
	};
}

/** An agent gets the error of a tool as its answer. Earlier, the error ends the run. */
const toolErrors = ['a tool that is called by way of engine', 'is a tool of the groupware, too'];
/** A setting of workflows. */
const binaryInJson = ['binary data within the JSON of an item'];
/** A limit for regular expressions. */
const limitOfPatterns = ['a busy machine stops no pattern'];
const shared = { 'reflect-metadata': '0.2.2', zod: '3.25.76' };

/** The last 1.x, the first 2.x, one in the middle, and the newest. */
export const versions: Version[] = [
	{
		n8n: '1.123.81',
		without: [...toolErrors, ...binaryInJson],
		packages: {
			'n8n-core': '1.122.48',
			'n8n-workflow': '1.120.31',
			'@n8n/di': '0.10.0',
			...shared,
		},
	},
	{
		n8n: '2.0.0',
		without: [...binaryInJson, ...limitOfPatterns],
		packages: { 'n8n-core': '2.0.0', 'n8n-workflow': '2.0.0', '@n8n/di': '0.10.0', ...shared },
	},
	{
		n8n: '2.20.0',
		without: limitOfPatterns,
		packages: { 'n8n-core': '2.20.0', 'n8n-workflow': '2.20.0', '@n8n/di': '0.11.0', ...shared },
	},
	{
		n8n: '2.41.1',
		packages: { 'n8n-core': '2.41.1', 'n8n-workflow': '2.41.0', '@n8n/di': '0.17.0', ...shared },
	},
];

/** Runs of items, errors, requests, sign-in, files, agents, and triggers. */
export const suites: string[] = [
	'machinery',
	'error-output',
	'agent-tool',
	'record-platform/sign-in',
	'record-platform/files',
	'record-platform/sync',
	'record-platform/trigger/poll',
	'groupware/slots',
	'groupware/lost-answers',
	'groupware/trigger/others',
].map((name) => `test/workflow/${name}.test.ts`);
