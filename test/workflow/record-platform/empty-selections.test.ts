import type { IDataObject } from 'n8n-workflow';

import { lookupScene } from '../../support/lookup-scene';
import { useNewApp } from './app';
import { byId } from './world';

const app = useNewApp({
	Files: { type: 'FILE' },
	Other: { type: 'FILE' },
	Target: { type: 'FILE' },
});

const FOUND_NOTHING = [
	'={{ $json.none }}',
	'={{ null }}',
	"={{ $json.none ?? '' }}",
	'={{ [] }}',
	'={{ [$json.none] }}',
	'= {{ $json.none }} ',
];
const NOTHING = 'returned no value, which would mean all';
const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();

async function records() {
	const file = async (name: string) => [{ fileKey: await app.api.upload('x', name) }];
	const from = await app.create({ Files: await file('a.txt'), Other: await file('b.txt') });
	const to = await app.create({ Target: await file('c.txt') });
	return { from, to };
}

describe.each(FOUND_NOTHING)('a selection of which %j found nothing is not all of them', (list) => {
	const items = [{ a: 1 }];

	it('when files are copied', async () => {
		const { from, to } = await records();
		const before: unknown = await held();
		const target = { targetApp: byId(app.id), targetRecordId: byId(to), targetField: 'Target' };
		const parameters = { recordId: byId(from), ...target, options: { fieldCodes: list } };
		const { error } = await app.run('copyToRecord', parameters, { resource: 'file', items });
		expect(error?.message).toContain(NOTHING);
		expect(await held()).toEqual(before);
	});

	it('when files are downloaded', async () => {
		const { from } = await records();
		const parameters = { recordId: byId(from), options: { fieldCodes: list } };
		const { error } = await app.run('downloadFromRecord', parameters, { resource: 'file', items });
		expect(error?.message).toContain(NOTHING);
	});

	it.each(['get', 'getAll'])('when records are read with their files: %s', async (operation) => {
		const { from } = await records();
		const options = { downloadAttachments: true, attachmentFields: list };
		const { error } = await app.run(operation, { recordId: byId(from), options }, { items });
		expect(error?.message).toContain(NOTHING);
	});

	it.each([
		['record', 'getAll'],
		['cursor', 'create'],
	])('when records are read: %s, %s', async (resource, operation) => {
		await records();
		const parameters = { returnAll: true, options: { fields: list } };
		const { error, output } = await app.run(operation, parameters, { resource, items });
		expect(error?.message).toContain(NOTHING);
		expect(output).toEqual([]);
	});

	it.each(['updateLookups', 'updateLookupsByConditions'])(
		'when lookups are updated: %s',
		async (operation) => {
			const scene = await lookupScene(app.api);
			const recordId = byId(await scene.outdated());
			const before: unknown = await held();
			const parameters = { app: byId(scene.app), recordId, lookups: list };
			const { error } = await app.run(operation, parameters, { items });
			expect(error?.message).toContain(NOTHING);
			expect(await held()).toEqual(before);
		},
	);
});

it('a list with an empty entry copies no files', async () => {
	const { from, to } = await records();
	const before: unknown = await held();
	const target = { targetApp: byId(app.id), targetRecordId: byId(to), targetField: 'Target' };
	const options = { fieldCodes: "={{ ['Files', $json.none] }}" };
	const parameters = { recordId: byId(from), ...target, options, existingFiles: 'replace' };
	const { error } = await app.run('copyToRecord', parameters, { resource: 'file', items: [{}] });
	expect(error?.message).toContain('a list with an empty entry');
	expect(await held()).toEqual(before);
});

it.each<[string, IDataObject]>([
	['an empty list', { fieldCodes: [] }],
	['an empty text', { fieldCodes: '' }],
	['no option', {}],
])('%s without an expression is all fields', async (_, options) => {
	const { from } = await records();
	const parameters = { recordId: byId(from), options };
	const { output } = await app.run('downloadFromRecord', parameters, { resource: 'file' });
	const names = Object.values(output[0]?.binary ?? {}).map(({ fileName }) => fileName);
	expect(names).toEqual(['a.txt', 'b.txt']);
});
