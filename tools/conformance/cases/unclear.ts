import { setTimeout as wait } from 'node:timers/promises';

import { cells, type Scene } from '../scene';
import { NotTried, type Side } from '../side';
import { k, topic } from './case';

/** The points of sandbox/README.md, "What is not known", that other topics don't try. */

const RECORD = k('record');
const SEARCH = k('search');

const long = 'https://example.com/';

/** Asks for a record to be added, and for what became of it. */
async function add(side: Side, { unclear: app }: Scene, values: object): Promise<void> {
	const record = cells({ short: long, ...values });
	const { status, body } = await side.ask('POST', RECORD, { app, record }, ['id']);
	if (status === 200) {
		await side.ask('GET', k('record', { app, id: String(body.id) }), undefined, ['value']);
	}
}

/** A word in a record of the run. Throws NotTried if the service's index doesn't have it soon. */
async function indexed(side: Side, { main: app }: Scene): Promise<object> {
	const word = 'conformancewalrus';
	await side.do('POST', RECORD, { app, record: cells({ note: word }) });
	const body = {
		query: [{ operator: 'AND', keywords: [word] }],
		scopes: [{ scope: 'APP', ids: [app] }],
	};
	for (let looks = 0; looks < 20; looks += 1) {
		const { status, body: found } = await side.send('POST', SEARCH, body);
		if (status === 403) throw new NotTried('The response to the search was 403');
		if (status !== 200 || (found.hits ?? []).length > 0) return body;
		await wait(side.access.pauseMs * 10);
	}
	throw new NotTried('The search did not find the new record in time');
}

/** What of a hit differs between tenants. */
const HIT = ['url', 'recordId', 'appId', 'spaceId', 'spaceName', 'recordTitle', 'creator'];

export const unclearCases = [
	...topic('What is not known', {
		'an empty or absent link with a minimum length': async (side, scene) => {
			await add(side, scene, { short: '' });
			await add(side, scene, { short: undefined });
		},
		'schemes of web links': async (side, scene) => {
			for (const web of ['example.com', 'ftp://example.com/', 'mailto:a@example.com', 'x:y']) {
				await add(side, scene, { web });
			}
			await add(side, scene, { web: 'https://example.com/a b' });
		},
		'links to phone numbers and mail addresses': async (side, scene) => {
			await add(side, scene, { phone: 'no number' });
			await add(side, scene, { mail: 'no address' });
		},
		'CONTAINS over a radio button, and over a text in its row': async (side, { unclear: app }) => {
			const rows = [{ value: cells({ min: 'AB' }) }];
			const record = cells({ short: long, radio: 'A', rows });
			const { id } = await side.do('POST', RECORD, { app, record });
			await side.ask('GET', k('record', { app, id: String(id) }));
		},
		'an update with a short text in a new table row': async (side, { unclear: app }) => {
			const { id } = await side.do('POST', RECORD, { app, record: cells({ short: long }) });
			for (const min of ['', 'a', 'ab']) {
				const record = cells({ rows: [{ value: cells({ min }) }] });
				await side.ask('PUT', RECORD, { app, id, record });
			}
		},
		'API tokens and the search': async () => {
			await Promise.reject(new NotTried('The API cannot create API tokens'));
		},
		'the search and guest spaces': async () => {
			await Promise.reject(new NotTried('The run searches no guest space'));
		},
		'files of comments in threads and the search': async () => {
			await Promise.reject(new NotTried('The run searches no files of threads'));
		},
		'the end of a topic of the bulletin board': async () => {
			await Promise.reject(new NotTried('The run posts no topics, because others would see them'));
		},
	}),
	...topic('Search', {
		'a word in a record': async (side, scene) => {
			await side.ask('POST', SEARCH, await indexed(side, scene), HIT);
		},
		'a space as a scope, and its apps': async (side, scene) => {
			const asked = await indexed(side, scene);
			const scopes = [{ scope: 'SPACE', ids: [scene.space] }];
			await side.ask('POST', SEARCH, { ...asked, scopes }, HIT);
			await side.ask('POST', SEARCH, { ...asked, excludeScopes: scopes }, HIT);
		},
		'searches that cannot be': async (side, { main }) => {
			const query = [{ operator: 'AND', keywords: ['conformancewalrus'] }];
			const scopes = [{ scope: 'APP', ids: [main] }];
			const ask = (more: object) => side.ask('POST', SEARCH, { query, scopes, ...more }, HIT);
			await ask({ query: [] });
			await ask({ query: [{ operator: 'NOT', keywords: ['x'] }] });
			await ask({ query: [{ operator: 'XOR', keywords: ['x'] }] });
			await ask({ query: [{ operator: 'AND', keywords: ['x'.repeat(51)] }] });
			await ask({ limit: 0 });
			await ask({ limit: 21 });
			await ask({ sort: { by: 'RELEVANCE', order: 'ASC' } });
			await ask({ scopes: [{ scope: 'PEOPLE', ids: ['1'] }] });
			await ask({ createdAfter: '2031-01-02T00:00:00Z', createdBefore: '2031-01-01T00:00:00Z' });
		},
	}),
];
