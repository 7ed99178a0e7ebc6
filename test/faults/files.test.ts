import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { type Listening, listening } from '../support/listening';
import { type Answered, toyServer, type ToyServer } from '../support/toy';
import { runNode, type NodeOutcome } from '../support/workflow';
import { byId } from '../workflow/record-platform/world';

let server: ToyServer | undefined;
let slow: Listening | undefined;

afterEach(async () => {
	await server?.close();
	await slow?.close();
	server = slow = undefined;
});

type Answer = (name: string, count: number) => Answered;

interface More {
	timeoutSeconds?: number;
	onError?: 'continueRegularOutput';
}

/** The node with a credential for a service. */
const at = (baseUrl: string, timeoutSeconds: number) => ({
	type: 'n8n-nodes-record-platform.recordPlatform',
	credential: {
		type: 'recordPlatformApi',
		data: { baseUrl, signInWith: 'password', username: 'a', password: 'b', timeoutSeconds },
	},
});

/** Reads files of records: the file of each name, as the service answers for it. */
async function reading(
	records: Record<string, string[]>,
	answer: Answer,
	run: { parameters: IDataObject; items?: IDataObject[] } & More,
): Promise<NodeOutcome> {
	let asked = 0;
	const cellsOf = (id: string, names: string[]) => ({
		$id: { type: '__ID__', value: id },
		Name: { type: 'SINGLE_LINE_TEXT', value: `record ${id}` },
		Files: {
			type: 'FILE',
			value: names.map((name) => ({
				fileKey: name,
				name: `${name}.txt`,
				contentType: 'text/plain',
				size: '5',
			})),
		},
	});
	server = await toyServer(({ url }) => {
		const { pathname, searchParams: query } = new URL(url, 'http://localhost');
		const fileKey = query.get('fileKey');
		if (fileKey !== null) return answer(fileKey, (asked += 1));
		if (pathname.endsWith('/records.json')) {
			const all = Object.entries(records).map(([id, names]) => cellsOf(id, names));
			return { json: { records: all.reverse() } };
		}
		const id = query.get('id') ?? '';
		return { json: { record: cellsOf(id, records[id] ?? []) } };
	});
	const { parameters, items, onError, timeoutSeconds = 30 } = run;
	return await runNode({
		...at(server.url, timeoutSeconds),
		parameters: { ...parameters, app: byId('1') },
		...(items && { items }),
		...(onError && { onError }),
	});
}

async function downloadAll(
	records: Record<string, string[]>,
	answer: Answer,
	more: More = {},
): Promise<NodeOutcome> {
	const parameters = {
		resource: 'file',
		operation: 'downloadFromRecord',
		recordId: '={{ $json.id }}',
	};
	const items = Object.keys(records).map((id) => ({ id }));
	return await reading(records, answer, { parameters, items, ...more });
}

const GONE: Answered = {
	status: 404,
	json: { code: 'GAIA_BL01', id: 'x', message: 'File not found.' },
};

it('a download ends with an error when the service falls silent in the middle of it', async () => {
	const { output, error } = await downloadAll({ 1: ['a'] }, () => ({ text: 'hel', silent: true }), {
		timeoutSeconds: 1,
	});
	expect(output).toEqual([]);
	expect(error?.message).toBe(
		'Record 1, field "Files": The file "a.txt" could not be read completely (the service sent nothing more for 1 seconds) [item 0]',
	);
	expect(error?.description).toContain('increase "Timeout" in the credential');
});

it('a download that fails is an error of its own item; the others go on', async () => {
	const { output } = await downloadAll(
		{ 1: ['a', 'b'], 2: ['c', 'gone', 'd'], 3: ['e'] },
		(name) => (name === 'gone' ? GONE : { text: 'hello' }),
		{ onError: 'continueRegularOutput' },
	);
	expect(output.map(({ binary, error }) => error?.message ?? Object.keys(binary ?? {}))).toEqual([
		['file_0', 'file_1'],
		'Record 2, field "Files", file "gone.txt": File not found. (GAIA_BL01) [item 1]',
		['file_0'],
	]);
});

function withFile(bytes: Buffer): INodeExecutionData {
	const data = bytes.toString('base64');
	return {
		json: {},
		binary: { data: { data, mimeType: 'application/octet-stream', fileName: 'a.bin' } },
	};
}

describe('an upload', () => {
	const upload = async (url: string, bytes: Buffer): Promise<NodeOutcome> =>
		await runNode({
			...at(url, 2),
			parameters: { resource: 'file', operation: 'upload', binaryPropertyName: 'data' },
			input: [withFile(bytes)],
		});

	/** Reads a piece, rests, reads the next. */
	async function slowServer(restMs: number): Promise<{ url: string; bytes: () => number }> {
		let bytes = 0;
		slow = await listening((request, response) => {
			request.on('data', (piece: Buffer) => {
				bytes += piece.length;
				request.pause();
				setTimeout(() => request.resume(), restMs).unref();
			});
			request.on('end', () => {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end('{"fileKey":"key"}');
			});
		});
		return { url: slow.url, bytes: () => bytes };
	}

	it('may take longer than the time limit as long as it moves', async () => {
		const { url, bytes } = await slowServer(5);
		const began = Date.now();
		const { output } = await upload(url, Buffer.alloc(32 * 1024 * 1024));
		expect(output[0]?.json).toMatchObject({ fileKey: 'key' });
		expect(Date.now() - began).toBeGreaterThan(2500);
		expect(bytes()).toBeGreaterThan(32 * 1024 * 1024);
	});

	it('that the service stops taking ends with an error', async () => {
		const { error } = await upload((await slowServer(600_000)).url, Buffer.alloc(16 * 1024 * 1024));
		expect(error?.message).toBe("The service didn't answer in time [item 0]");
	});
});
