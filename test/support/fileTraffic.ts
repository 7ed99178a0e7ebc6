import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { jsonOf, runNode } from './workflow';

/** What a run in a process of its own tells at its end. */
export interface Traffic {
	/** The process's largest share of memory so far, in bytes. */
	peak: number;
	/** SHA-256 of the file that went up, and of the one that came down. */
	sent: string;
	received: string;
	bytes: number;
}

const PIECE = 1024 * 1024;

/** A file of any size that is never in memory as a whole, and in which no two pieces are equal. */
function* content(bytes: number): Generator<Buffer> {
	const piece = Buffer.alloc(PIECE, 'The same again, but for its number. ');
	for (let at = 0; at < bytes; at += PIECE) {
		piece.writeUInt32LE(at / PIECE);
		yield Buffer.from(piece.subarray(0, Math.min(PIECE, bytes - at)));
	}
}

async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
	const hash = createHash('sha256');
	for await (const piece of source) hash.update(piece);
	return hash.digest('hex');
}

/**
 * Creates a record with a file of so many bytes, copies the file to another record and downloads
 * it from there, each with the node on n8n's engine.
 */
async function traffic(url: string, app: string, bytes: number): Promise<Traffic> {
	const loaded = await loadPackages(['packages/n8n-nodes-record-platform']);
	const run = async (parameters: IDataObject, input: INodeExecutionData) => {
		const data = { baseUrl: url, signInWith: 'password', username: 'admin', password: 'admin' };
		const outcome = await runNode({
			type: 'n8n-nodes-record-platform.recordPlatform',
			parameters: { app: { mode: 'id', value: app }, options: {}, ...parameters },
			credential: { type: 'recordPlatformApi', data },
			input: [input],
			loaded,
		});
		jsonOf(outcome);
		return outcome.output[0] as INodeExecutionData;
	};
	const list = { resource: 'record', operation: 'count' };
	// The engine makes n8n's binary store with its first run.
	await run(list, { json: {} });
	const store = Container.get(BinaryDataService);
	const file = await store.store(
		{ type: 'execution', workflowId: 'headless', executionId: 'traffic' },
		Readable.from(content(bytes)),
		{ fileName: 'large.bin', mimeType: 'application/octet-stream', data: '' } as IBinaryData,
	);
	const record = async (value: IDataObject, binary?: IBinaryKeyData) => {
		const fields = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const parameters = { resource: 'record', operation: 'create', fields };
		const { json } = await run(parameters, { json: {}, ...(binary && { binary }) });
		return { mode: 'id', value: json.$id as string };
	};
	const first = await record({ Files: 'data' }, { data: file });
	const second = await record({ Name: 'copy' });
	await run(
		{
			resource: 'file',
			operation: 'copyToRecord',
			recordId: first,
			targetApp: { mode: 'id', value: app },
			targetRecordId: second,
			targetField: 'Files',
		},
		{ json: {} },
	);
	const { binary } = await run(
		{ resource: 'file', operation: 'downloadFromRecord', recordId: second },
		{ json: {} },
	);
	const peak = process.resourceUsage().maxRSS * 1024;
	const down = binary?.file_0?.id ?? '';
	return {
		peak,
		sent: await hashOf(Readable.from(content(bytes))),
		received: await hashOf((await store.getAsStream(down)) as AsyncIterable<Buffer>),
		bytes: (await store.getMetadata(down)).fileSize,
	};
}

const [url = '', app = '', bytes = ''] = process.argv.slice(2);
traffic(url, app, Number(bytes)).then(
	(told) => process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0)),
	(problem: unknown) => {
		process.stderr.write(`${String(problem)}\n`);
		process.exit(1);
	},
);
