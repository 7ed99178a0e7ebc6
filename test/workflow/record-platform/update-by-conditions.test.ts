import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { editor } from './editor';
import { byId, jsonOf, mapping, oAuth2Credential } from './world';

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT', unique: true },
	State: { type: 'SINGLE_LINE_TEXT' },
	Amount: { type: 'NUMBER' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: { Part: { type: 'SINGLE_LINE_TEXT' } } },
});

const OPEN = { filterBy: 'query', query: 'State = "open"' };
const DONE = { ...OPEN, fields: mapping({ State: 'done' }) };
const run = async (parameters: IDataObject = {}, more = {}) =>
	await app.run('updateByConditions', { atMost: 1000, ...DONE, ...parameters }, more);

/** So many open records, and one that isn't. */
const fill = async (count: number) => {
	const open = Array.from({ length: count }, (_, at) => ({ Name: `n${at}`, State: 'open' }));
	await app.fill([...open, { Name: 'other', State: 'new' }]);
	await app.sandbox.forget();
};
const states = async () => (await app.records()).map(({ State }) => State);

test('all records of the conditions get the values, as a dry run says before, and no others', async () => {
	await fill(510);
	const dry = await run({ options: { dryRun: true } });
	expect(jsonOf(dry)).toMatchObject([{ dryRun: true, records: 510, requests: 1 }]);
	expect(dry.hints[0]?.message).toBe('Dry run: nothing was written. 510 would be updated');
	expect(await app.writes()).toEqual([]);
	const rows = jsonOf(await run());
	expect(rows).toHaveLength(510);
	const $url = `${app.sandbox.url}/k/${app.id}/show#record=1`;
	expect(rows[0]).toEqual({ $id: '1', $revision: '2', State: 'done', $url });
	expect(await app.writes()).toHaveLength(1);
	expect((await states()).join()).toBe(`${'done,'.repeat(510)}new`);
	expect(jsonOf(await run())).toEqual([]);
});

test('nothing is updated if there are more records than allowed', async () => {
	await fill(3);
	const { error } = await run({ atMost: 2 });
	expect(error?.message).toContain('3 records meet the conditions, but "Update at Most" is 2');
	expect(await states()).toEqual(['open', 'open', 'open', 'new']);
	expect(jsonOf(await run({ atMost: 3 }))).toHaveLength(3);
});

it.each<[string, IDataObject, string]>([
	['a value that is not valid', { fields: mapping({ Amount: 'many' }) }, 'not a valid number'],
	['no value', { fields: mapping({}) }, 'No mapped field has a value'],
	['a field that is gone', { fields: mapping({ Gone: 'x' }) }, 'The app has no field "Gone"'],
])('%s is refused before anything is read', async (_, parameters, message) => {
	await fill(1);
	expect((await run(parameters)).error?.message).toContain(message);
	expect((await app.sandbox.calls()).filter((call) => call.includes('records'))).toEqual([]);
});

test('a record that somebody changes meanwhile is judged again', async () => {
	await fill(4);
	const others = async () => {
		await app.change('1', { State: 'new' });
		await app.change('2', { Amount: 5 });
		await app.remove('3');
	};
	const { output } = await app.sandbox.whileHeld(
		['PUT /k/v1/records.json'],
		async () => await run(),
		others,
	);
	expect(output.map(({ json }) => json.$id)).toEqual(['2', '4']);
	expect(await app.records()).toMatchObject([
		{ $id: '1', State: 'new' },
		{ $id: '2', State: 'done', Amount: '5' },
		{ $id: '4', State: 'done' },
		{ Name: 'other', State: 'new' },
	]);
});

test('the error of a later request says how many records were updated before', async () => {
	await fill(250);
	// With OAuth2 there is no bulk request: three calls write what one would.
	const credential = await oAuth2Credential(app.sandbox);
	const failing = { method: 'PUT', path: '/k/v1/records.json', status: 403, code: 'CB_NO02' };
	await app.sandbox.faults({ ...failing, skip: 2 });
	const { error } = await run({}, { credential });
	expect(error?.message).toContain('CB_NO02');
	expect(error?.description).toContain('200 records were updated before this error');
	expect((await states()).filter((one) => one === 'done')).toHaveLength(200);
});

test('tables are replaced, blanks clear, and a file is uploaded once for all records', async () => {
	const Lines = [{ value: cells({ Part: 'pen' }) }, { value: cells({ Part: 'ink' }) }];
	for (const Name of ['a', 'b']) await app.create({ Name, State: 'open', Amount: 1, Lines });
	await app.sandbox.forget();
	const value = { Amount: '={{ null }}', Lines: '={{ [{ Part: "paper" }] }}', Files: 'data' };
	const binary = { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } };
	jsonOf(await run({ fields: mapping(value) }, { input: [{ json: {}, binary }] }));
	const changed = {
		Amount: '',
		Lines: [{ value: { Part: { value: 'paper' } } }],
		Files: [{ name: 'a.txt', size: '1' }],
	};
	expect(await app.records()).toMatchObject([changed, changed]);
	expect(await app.writes()).toHaveLength(2);
});

test('the mapper offers all fields, requires none, and has nothing to match by', async () => {
	const context = await editor(app.sandbox, { app: byId(app.id), options: {} });
	const { fields } = await methods.resourceMapping.getFieldsToSet.call(context);
	expect(fields.map(({ id }) => id)).toEqual(['Name', 'State', 'Amount', 'Files', 'Lines']);
	expect(fields.some(({ required }) => required)).toBe(false);
});
