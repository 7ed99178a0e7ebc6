import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Asked {
	method: string;
	path: string;
	body: string;
}

interface Answered {
	status: number;
	body: Json;
}

export interface Json {
	[key: string]: Json | string | number | boolean | null | undefined;
}

/** Changes an answer of the sandbox to one that the service would not give; undefined leaves it. */
type Fault = (asked: Asked, answered: Answered) => Answered | undefined;

const refusal = (status: number, code: string): Answered => ({
	status,
	body: { code, id: 'x', message: 'x' },
});
const made: Answered = { status: 200, body: { id: '77', revision: '1' } };

const isCode = ({ body }: Answered, code: string) => body.code === code;
const changed = (body: Json, change: (text: string) => string): Json =>
	JSON.parse(change(JSON.stringify(body))) as Json;
const whenRead =
	(part: string, change: (text: string) => string): Fault =>
	({ method, path }, { status, body }) =>
		method === 'GET' && path.includes(part) && status === 200
			? { status, body: changed(body, change) }
			: undefined;

/** A service that differs from the sandbox in one way each, with a topic that looks at it. */
export const faults: Record<string, [topic: string, fault: Fault]> = {
	'short texts are taken': [
		'What is checked on creation',
		(_asked, answered) =>
			isCode(answered, 'CB_VA01') && 'record.min.value' in (answered.body.errors as Json)
				? made
				: undefined,
	],
	'links may hold scripts': [
		'What is checked on creation',
		({ body }) => (body.includes('javascript:') ? made : undefined),
	],
	'errors name another cell': [
		'Values',
		(_asked, { status, body }) =>
			status === 400
				? { status, body: changed(body, (text) => text.replace('record[amount]', 'record.amount')) }
				: undefined,
	],
	'a radio button has no default': [
		'Values',
		whenRead('record.json', (text) => text.replace('"value":"X"', '"value":""')),
	],
	'records do not copy from lookups': [
		'Lookups',
		whenRead('record.json', (text) => text.replace('"value":"120"', '"value":""')),
	],
	'the key of a lookup may be deleted': [
		'Lookups',
		(_asked, answered) =>
			isCode(answered, 'GAIA_LO02') ? { status: 200, body: { revision: '9' } } : undefined,
	],
	'an old revision is another error': [
		'Revisions',
		(_asked, answered) => (isCode(answered, 'GAIA_CO02') ? refusal(400, 'GAIA_CO02') : undefined),
	],
	'tables do not compute': [
		'Tables',
		whenRead('record.json', (text) =>
			text.replace('"type":"CALC","value":"10"', '"type":"CALC","value":""'),
		),
	],
	'bulk requests leave out what was refused': [
		'Many at once',
		({ path }, { status, body }) =>
			path.includes('bulkRequest') && status === 400 && body.results !== undefined
				? refusal(400, 'CB_VA01')
				: undefined,
	],
	'files lose their names': [
		'Files',
		whenRead('record.json', (text) => text.replace('a b（1）.txt', 'file.txt')),
	],
	'a wrong action has another code': [
		'Process',
		(_asked, answered) => (isCode(answered, 'GAIA_IL03') ? refusal(400, 'GAIA_ST01') : undefined),
	],
	'comments have no blank at their end': [
		'Comments',
		whenRead('comments', (text) => text.replace('"plain "', '"plain"')),
	],
	'records come oldest first': [
		'Queries',
		({ method, path }, { status, body }) =>
			method === 'GET' && path.includes('records.json') && !path.includes('order') && status === 200
				? {
						status,
						body: { ...body, records: [...(body.records as never as Json[])].reverse() as never },
					}
				: undefined,
	],
	'a function is not known': [
		'Query functions',
		({ path }) => (path.includes('FROM_TODAY') ? refusal(400, 'CB_VA01') : undefined),
	],
	'the count is a number': [
		'Paging',
		whenRead('records.json', (text) => text.replace(/"totalCount":"(\d+)"/, '"totalCount":$1')),
	],
	'a missing app is forbidden': [
		'Errors',
		(_asked, answered) => (isCode(answered, 'GAIA_AP01') ? refusal(403, 'CB_NO02') : undefined),
	],
	'times have seconds': [
		'Values',
		whenRead('record.json', (text) => text.replace(/(T\d\d:\d\d):00Z/, '$1:01Z')),
	],
	'a field has another default': [
		'Fields',
		whenRead('form/fields', (text) =>
			text.replace('"thumbnailSize":"50"', '"thumbnailSize":"150"'),
		),
	],
	'a field has no type': [
		'Fields',
		whenRead('form/fields', (text) => text.replaceAll('"type":"DROP_DOWN"', '"type":5')),
	],
	'a new app has a view': [
		'Settings of a new app',
		whenRead('app/views', (text) => text.replace('"views":{}', '"views":{"All":{"type":"LIST"}}')),
	],
	"a part of the settings doesn't exist": [
		'Settings of a new app',
		({ path }) => (path.includes('app/adminNotes') ? refusal(404, 'CB_NF01') : undefined),
	],
	'settings know no revisions': [
		'Changing settings',
		(_asked, answered) =>
			isCode(answered, 'GAIA_CO03') ? { status: 200, body: { revision: '9' } } : undefined,
	],
	'free times are an hour later': [
		'Groupware',
		({ path }, { status, body }) =>
			path.includes('searchAvailableTimes') && status === 200
				? { status, body: changed(body, (text) => text.replaceAll('T00:00', 'T01:00')) }
				: undefined,
	],
	'private watchers are not known': [
		'Groupware',
		({ body }) =>
			body.includes('SET_PRIVATE_WATCHERS')
				? { status: 400, body: { error: { errorCode: 'GRN_REST_API_00101' } } }
				: undefined,
	],
	'links to phone numbers are checked': [
		'What is not known',
		({ method, body }) =>
			method === 'POST' && body.includes('no number') ? refusal(400, 'CB_VA01') : undefined,
	],
	'a search may have more results': [
		'Search',
		({ body }) =>
			body.includes('"limit":21')
				? { status: 200, body: { hits: [], nextPageToken: null } as unknown as Json }
				: undefined,
	],
	"an operation doesn't exist": [
		'Reading operations of the record platform',
		({ path }) => (path.includes('/record/acl.json') ? refusal(404, 'CB_IL02') : undefined),
	],
	"facilities don't exist": [
		'Reading operations of the groupware',
		({ path }) =>
			path.includes('/schedule/facilities')
				? { status: 400, body: { error: { errorCode: 'GRN_REST_API_00101' } } }
				: undefined,
	],
	'the bulletin board has other errors': [
		'Groupware',
		({ path }, { status, body }) =>
			path.includes('/bulletin/') && status === 400
				? { status, body: changed(body, (text) => text.replace('_00206', '_00207')) }
				: undefined,
	],
	'a wrong password is no password': [
		'Error codes',
		(_asked, answered) => (isCode(answered, 'CB_WA01') ? refusal(401, 'CB_AU01') : undefined),
	],
	'a missing event is a bad request': [
		'Groupware',
		(_asked, { status, body }) =>
			JSON.stringify(body).includes('GRN_SCHD_13001') && status === 404
				? { status: 400, body }
				: undefined,
	],
};

/** Faults in what only the examples of the contract tests set. */
export const exampleFaults: typeof faults = {
	'reminders have another time': [
		'Examples: Notification Setting',
		whenRead('notifications/reminder', (text) => text.replaceAll('"09:00"', '"10:00"')),
	],
	'custom views lose their code': [
		'Examples: View',
		whenRead('app/views', (text) => text.replaceAll('"html":"<p></p>"', '"html":""')),
	],
	'categories lose those below them': [
		'Examples: Category',
		whenRead('app/categories', (text) => text.replaceAll('Printers', 'Others')),
	],
	'notes for administrators are lost': [
		'Examples: App',
		whenRead('app/adminNotes', (text) => text.replace('Ask Sato', '')),
	],
	'spaces lose their text': [
		'Examples: Space',
		whenRead('space.json', (text) => text.replace('<p>Hi</p>', '')),
	],
	'comments in threads are refused': [
		'Examples: Thread',
		({ path }) => (path.includes('thread/comment') ? refusal(400, 'CB_VA01') : undefined),
	],
	'guests cannot be deleted twice': [
		'Examples: Guest',
		({ method, path }, { status }) =>
			method === 'DELETE' && path.includes('guests') && status === 200
				? refusal(400, 'CB_VA01')
				: undefined,
	],
	'plugins are in no app': [
		'Examples: Plugin',
		whenRead('plugin/apps', (text) => text.replace(/"apps":\[.*\]/, '"apps":[]')),
	],
	'objects of events become texts': [
		'Examples: Event Custom Item',
		whenRead('/datastore/', (text) => text.replace('{"a":1}', '"1"')),
	],
	'facilities lose their notes': [
		'Examples: Facility',
		({ method, path }, { status, body }) =>
			method !== 'GET' && path.includes('admin/facilities') && status === 200
				? { status, body: changed(body, (text) => text.replace('"notes":"x"', '"notes":""')) }
				: undefined,
	],
};

/** A service in front of the sandbox whose answers have a fault. */
export async function startUnlike(
	upstream: string,
	fault: Fault,
): Promise<{ url: string; close(): Promise<void> }> {
	const server: Server = createServer((request, response) => {
		void (async () => {
			const body = await buffer(request);
			const { method = '', url: path = '' } = request;
			const { host: _host, connection: _connection, ...headers } = request.headers;
			const answer = await fetch(`${upstream}${path}`, {
				method,
				headers: headers as Record<string, string>,
				...(body.length > 0 && { body: new Uint8Array(body) }),
			});
			const text = await answer.text();
			const told = { status: answer.status, body: JSON.parse(text || '{}') as Json };
			const asked = { method, path: decodeURIComponent(path), body: body.toString() };
			const { status, body: shown } = fault(asked, told) ?? told;
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(text === '' && status === told.status ? '' : JSON.stringify(shown));
		})().catch((error: unknown) => response.writeHead(502).end(String(error)));
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((done) => server.close(done));
		},
	};
}
