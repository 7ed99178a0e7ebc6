import { buffer } from 'node:stream/consumers';

import { type Listening, listening } from '../support/listening';

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
const done = (body: Json): Answered => ({ status: 200, body });
const made = done({ id: '77', revision: '1' });
const unknownApi = { status: 400, body: { error: { errorCode: 'GRN_REST_API_00101' } } };

/** Another answer to requests that are so. */
const whenAsked =
	(isSo: (asked: Asked) => boolean, answer: Answered): Fault =>
	(asked) =>
		isSo(asked) ? answer : undefined;
const atPath = (part: string, answer: Answered) =>
	whenAsked(({ path }) => path.includes(part), answer);
const withBody = (part: string, answer: Answered) =>
	whenAsked(({ body }) => body.includes(part), answer);
/** Another answer in place of an error. */
const whenRefused =
	(code: string, answer: Answered): Fault =>
	(_asked, { body }) =>
		body.code === code ? answer : undefined;
/** Another text in answers of this status. */
const inAnswers =
	(status: number, isSo: (asked: Asked) => boolean, from: string | RegExp, to: string): Fault =>
	(asked, answered) =>
		answered.status === status && isSo(asked)
			? { status, body: JSON.parse(JSON.stringify(answered.body).replace(from, to)) as Json }
			: undefined;
const whenRead = (part: string, from: string | RegExp, to: string): Fault =>
	inAnswers(200, ({ method, path }) => method === 'GET' && path.includes(part), from, to);
const inPath = (part: string) => (asked: Asked) => asked.path.includes(part);

/** A service that differs from the sandbox in one way each, with a topic that looks at it. */
export const faults: Record<string, [topic: string, fault: Fault]> = {
	'short texts are taken': [
		'What is checked on creation',
		(_asked, { body }) =>
			body.code === 'CB_VA01' && 'record.min.value' in (body.errors as Json) ? made : undefined,
	],
	'links may hold scripts': ['What is checked on creation', withBody('javascript:', made)],
	'errors name another cell': [
		'Values',
		inAnswers(400, () => true, 'record[amount]', 'record.amount'),
	],
	'a radio button has no default': ['Values', whenRead('record.json', '"value":"X"', '"value":""')],
	'records do not copy from lookups': [
		'Lookups',
		whenRead('record.json', '"value":"120"', '"value":""'),
	],
	'the key of a lookup may be deleted': [
		'Lookups',
		whenRefused('GAIA_LO02', done({ revision: '9' })),
	],
	'an old revision is another error': [
		'Revisions',
		whenRefused('GAIA_CO02', refusal(400, 'GAIA_CO02')),
	],
	'tables do not compute': [
		'Tables',
		whenRead('record.json', '"type":"CALC","value":"10"', '"type":"CALC","value":""'),
	],
	'bulk requests leave out what was refused': [
		'Many at once',
		({ path }, { status, body }) =>
			path.includes('bulkRequest') && status === 400 && body.results !== undefined
				? refusal(400, 'CB_VA01')
				: undefined,
	],
	'files lose their names': ['Files', whenRead('record.json', 'a b（1）.txt', 'file.txt')],
	'a wrong action has another code': [
		'Process',
		whenRefused('GAIA_IL03', refusal(400, 'GAIA_ST01')),
	],
	'comments have no blank at their end': ['Comments', whenRead('comments', '"plain "', '"plain"')],
	'records come oldest first': [
		'Queries',
		({ method, path }, { status, body }) =>
			method === 'GET' && path.includes('records.json') && !path.includes('order') && status === 200
				? done({ ...body, records: [...(body.records as never as Json[])].reverse() as never })
				: undefined,
	],
	'a function is not known': ['Query functions', atPath('FROM_TODAY', refusal(400, 'CB_VA01'))],
	'the count is a number': [
		'Paging',
		whenRead('records.json', /"totalCount":"(\d+)"/, '"totalCount":$1'),
	],
	'a missing app is forbidden': ['Errors', whenRefused('GAIA_AP01', refusal(403, 'CB_NO02'))],
	'times have seconds': ['Values', whenRead('record.json', /(T\d\d:\d\d):00Z/, '$1:01Z')],
	'a field has another default': [
		'Fields',
		whenRead('form/fields', '"thumbnailSize":"50"', '"thumbnailSize":"150"'),
	],
	'a field has no type': ['Fields', whenRead('form/fields', /"type":"DROP_DOWN"/g, '"type":5')],
	'a new app has a view': [
		'Settings of a new app',
		whenRead('app/views', '"views":{}', '"views":{"All":{"type":"LIST"}}'),
	],
	"a part of the settings doesn't exist": [
		'Settings of a new app',
		atPath('app/adminNotes', refusal(404, 'CB_NF01')),
	],
	'settings know no revisions': [
		'Changing settings',
		whenRefused('GAIA_CO03', done({ revision: '9' })),
	],
	'free times are an hour later': [
		'Groupware',
		inAnswers(200, inPath('searchAvailableTimes'), /T00:00/g, 'T01:00'),
	],
	'private watchers are not known': ['Groupware', withBody('SET_PRIVATE_WATCHERS', unknownApi)],
	'links to phone numbers are checked': [
		'What is not known',
		whenAsked(
			({ method, body }) => method === 'POST' && body.includes('no number'),
			refusal(400, 'CB_VA01'),
		),
	],
	'a search may have more results': [
		'Search',
		withBody('"limit":21', done({ hits: [] as never, nextPageToken: null })),
	],
	"an operation doesn't exist": [
		'Reading operations of the record platform',
		atPath('/record/acl.json', refusal(404, 'CB_IL02')),
	],
	"facilities don't exist": [
		'Reading operations of the groupware',
		atPath('/schedule/facilities', unknownApi),
	],
	'the bulletin board has other errors': [
		'Groupware',
		inAnswers(400, inPath('/bulletin/'), '_00206', '_00207'),
	],
	'a wrong password is no password': [
		'Error codes',
		whenRefused('CB_WA01', refusal(401, 'CB_AU01')),
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
		whenRead('notifications/reminder', /"09:00"/g, '"10:00"'),
	],
	'custom views lose their code': [
		'Examples: View',
		whenRead('app/views', /"html":"<p><\/p>"/g, '"html":""'),
	],
	'categories lose those below them': [
		'Examples: Category',
		whenRead('app/categories', /Printers/g, 'Others'),
	],
	'notes for administrators are lost': [
		'Examples: App',
		whenRead('app/adminNotes', 'Ask Sato', ''),
	],
	'spaces lose their text': ['Examples: Space', whenRead('space.json', '<p>Hi</p>', '')],
	'comments in threads are refused': [
		'Examples: Thread',
		atPath('thread/comment', refusal(400, 'CB_VA01')),
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
		whenRead('plugin/apps', /"apps":\[.*\]/, '"apps":[]'),
	],
	'objects of events become texts': [
		'Examples: Event Custom Item',
		whenRead('/datastore/', '{"a":1}', '"1"'),
	],
	'facilities lose their notes': [
		'Examples: Facility',
		inAnswers(
			200,
			({ method, path }) => method !== 'GET' && path.includes('admin/facilities'),
			'"notes":"x"',
			'"notes":""',
		),
	],
};

/** A service in front of the sandbox whose answers have a fault. */
export async function startUnlike(upstream: string, fault: Fault): Promise<Listening> {
	return await listening((request, response) => {
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
}
