import { bulkRequests } from '../../../nodes/RecordPlatform/bulk';
import { explain, readable } from '../../../nodes/RecordPlatform/errors';

const reply = (body: unknown, status = 400) => ({ status, headers: {}, body });

it.each([
	['records[3].Amount.value', { label: 'Amount', element: 3 }],
	['records[0].record.Amount.value', { label: 'Amount', element: 0 }],
	['records[2].Tags.values[1].value', { label: 'Tags', element: 2 }],
	['records[2].People.values.value', { label: 'People', element: 2 }],
	['records[1].updateKey', { label: 'updateKey', element: 1 }],
	['records[1].constructor', { label: 'constructor', element: 1 }],
	['records[0].updateKey.field', { label: 'Match By', element: 0 }],
	['updateKey.field', { label: 'Match By' }],
	['comment.mentions[0].code', { label: 'Mentions' }],
	['record.Amount.value', { label: 'Amount' }],
	['record[Amount].value', { label: 'Amount' }],
	['records[4].record[Amount].value', { label: 'Amount', element: 4 }],
	['record.record.value', { label: 'record' }],
	['record.Lines.value[0].value.Price.value', { label: 'Lines, row 1, Price' }],
	[
		'records[9].Lines.value[2].value.Tags.values[0].value',
		{ label: 'Lines, row 3, Tags', element: 9 },
	],
	['ids[1]', { element: 1 }],
	['records', {}],
	['query', {}],
	['recordsets[1].x', {}],
])('a path of the service %s is %p', (path, expected) => {
	expect(readable(path)).toEqual({ path, ...expected });
});

describe('a refusal', () => {
	it('has its reasons also where a gateway has changed their form', () => {
		const errors = { 'record.A.value': { messages: 'No.' }, 'record.B.value': null };
		const { fields } = explain(reply({ code: 'CB_VA01', message: 'x', errors })) ?? {};
		expect(fields?.map(({ messages }) => messages)).toEqual([['No.'], []]);
	});

	it('is told with its fields', () => {
		const errors = { 'records[3].Amount.value': { messages: ['Enter a number.'] } };
		expect(
			explain(reply({ code: 'CB_VA01', id: 'x', message: 'Missing or invalid input.', errors })),
		).toEqual({
			code: 'CB_VA01',
			message: 'Missing or invalid input.',
			blames: 'elements',
			fields: [
				{
					path: 'records[3].Amount.value',
					label: 'Amount',
					element: 3,
					messages: ['Enter a number.'],
				},
			],
		});
	});

	it.each([
		['CB_WA01', 401, /lock the user/],
		['GAIA_NO01', 403, /select the permission/],
		['GAIA_IA02', 400, /Update App/],
		['GAIA_IL23', 400, /option Guest Space/],
		['GAIA_CO02', 409, /Read it again/],
		['GAIA_IQ99', 400, /Check the query.*straight double quotes/],
		['GAIA_RE20', 404, /Create or Update/],
		['GAIA_SA01', 400, /Next Assignee/],
		['GAIA_LO99', 400, /lookup/],
	])('%s comes with advice', (code, status, advice) => {
		expect(explain(reply({ code, message: 'no' }, status))?.advice).toMatch(advice);
	});

	it.each([
		['The user (code: Haruka Sato) was not found.', /login names/],
		['ユーザー（code：佐藤）が見つかりません。', /login names/],
		['Enter a number.', undefined],
	])('%s has advice where a code is unknown', (message, advice) => {
		const errors = { 'record.People.values[0].value': { messages: [message] } };
		const found = explain(reply({ code: 'CB_VA01', message: 'no', errors }));
		expect(found?.fields?.[0]?.advice).toEqual(advice && expect.stringMatching(advice));
	});

	it.each([
		['GAIA_DA02', 400, true],
		['GAIA_RE18', 400, true],
		['GAIA_TO04', 429, true],
		['GAIA_XX99', 429, true],
		['GAIA_TM12', 429, undefined],
		['CB_VA01', 400, undefined],
	])('%s with %i passes by itself: %p', (code, status, transient) => {
		expect(explain(reply({ code, message: 'no' }, status))?.transient).toBe(transient);
	});

	it.each([
		['GAIA_RE01', 404, 'elements'],
		['GAIA_CO02', 409, 'elements'],
		['GAIA_XX99', 400, 'elements'],
		['GAIA_NO01', 403, undefined],
		['GAIA_AP01', 404, undefined],
		['CB_WA01', 401, undefined],
		['CB_VA01', 400, 'elements'],
		['CB_IL02', 400, 'elements'],
		['GAIA_DA02', 400, undefined],
	])('%s may be the fault of single records: %p', (code, status, blames) => {
		expect(explain(reply({ code, message: 'no' }, status))?.blames).toBe(blames);
	});

	it.each([
		'<html></html>',
		'',
		null,
		undefined,
		{},
		[],
		{ code: 1, message: 2 },
		{ code: 'GATEWAY_TIMEOUT', message: 'no' },
		{ results: [{}] },
	])('is not in %p', (body) => expect(explain(reply(body, 503))).toBeUndefined());
});

describe('a refused bulk request', () => {
	const body = {
		results: [
			{},
			{
				code: 'CB_VA01',
				message: 'Missing or invalid input.',
				errors: { 'record.Amount.value': { messages: ['Enter a number.'] } },
			},
			{},
		],
	};

	it('is told by its step, of which none leaves the transaction', () => {
		const explanation = explain(reply(body));
		expect(explanation).toMatchObject({
			message: 'Step 2 of 3: Missing or invalid input.',
			fields: [{ label: 'Step 2, Amount' }],
		});
		expect(explanation?.blames).toBeUndefined();
		expect(explanation?.fields?.[0]?.element).toBeUndefined();
	});

	it('names the request that was refused', () => {
		expect(bulkRequests.refused(reply(body))).toMatchObject({
			index: 1,
			reply: { status: 400, body: { code: 'CB_VA01' } },
		});
		expect(bulkRequests.refused(reply('<html>'))).toBeUndefined();
	});
});

it('a bulk request takes queries and bodies as payloads, in the space of its calls', () => {
	const path = '/k/guest/5/v1/records.json';
	const spec = bulkRequests.wrap([
		{ method: 'DELETE', path, query: { app: '1', ids: ['2'] }, repeatable: false },
		{ method: 'POST', path, body: { app: '1' }, repeatable: false },
	]);
	expect(spec).toMatchObject({ path: '/k/guest/5/v1/bulkRequest.json', repeatable: false });
	expect(spec.body?.requests).toEqual([
		{ method: 'DELETE', api: path, payload: { app: '1', ids: ['2'] } },
		{ method: 'POST', api: path, payload: { app: '1' } },
	]);
});

it('a bulk request keeps spaces apart, and is not made with OAuth2', () => {
	const key = (path: string) => bulkRequests.key({ method: 'POST', path, repeatable: false });
	expect(key('/k/v1/record.json')).not.toBe(key('/k/guest/5/v1/record.json'));
	expect(bulkRequests.allowed({ baseUrl: '', signIn: 'OAuth2' })).toBe(false);
	expect(bulkRequests.allowed({ baseUrl: '', signIn: 'API token' })).toBe(true);
});
