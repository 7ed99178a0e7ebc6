import Ajv, { type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

import { apiInformation } from '../../../sandbox/record-platform/apis';
import { operations as answered } from '../../../sandbox/record-platform/routes';
import { apiData } from '../../contract/apiData';
import { useSandbox } from '../../support/sandbox';
import { describeWithShared } from '../../support/shared';
import { appAnswers, READS } from './answers/apps';
import { pluginAnswers } from './answers/plugins';
import { spaceAnswers } from './answers/spaces';
import { Api, cells } from './api';

interface Facts {
	definitions: Record<string, object>;
	operations: Record<
		string,
		{
			method: string;
			openapiOperationId: string | null;
			paths: { production?: string | null; preview?: string; guestProduction?: string };
			response: { properties?: Record<string, object> };
		}
	>;
}

interface OpenApi {
	paths: Record<string, Record<string, OpenApiOperation>>;
	components: object;
}

interface OpenApiOperation {
	responses?: Record<string, { content?: Record<string, { schema: object }> }>;
}

const sandbox = useSandbox();

/** A real answer of the demo world for each operation, by its ID in docs/api. */
async function answers(url: string): Promise<Record<string, object>> {
	const api = new Api(url);
	const app = '2';
	const found: Record<string, object> = {};
	const note = async (id: string, method: string, path: string, body?: object) => {
		found[id] = await api.ok<object>(method, path, body);
	};
	const make = (key: string) => cells({ Order_number: key, Customer: 'Harbor Books' });
	await note('record.get', 'GET', `record.json?app=${app}&id=1`);
	await note('record.create', 'POST', 'record.json', { app, record: make('C-1') });
	const { id } = found['record.create'] as { id: string };
	await note('record.update', 'PUT', 'record.json', { app, id, record: cells({ Discount: 5 }) });
	await note('records.get', 'GET', `records.json?app=${app}&totalCount=true`);
	await note('records.create', 'POST', 'records.json', {
		app,
		records: [make('C-2'), make('C-3')],
	});
	const { ids } = found['records.create'] as { ids: string[] };
	await note('records.update', 'PUT', 'records.json', {
		app,
		upsert: true,
		records: [{ id: ids[0], record: {} }],
	});
	await note('records.delete', 'DELETE', 'records.json', { app, ids: [ids[1]] });
	await note('cursor.create', 'POST', 'records/cursor.json', { app, size: 20 });
	const cursor = (found['cursor.create'] as { id: string }).id;
	await note('cursor.get', 'GET', `records/cursor.json?id=${cursor}`);
	await note('cursor.delete', 'DELETE', `records/cursor.json?id=${cursor}`);
	await note('record.comment.create', 'POST', 'record/comment.json', {
		app,
		record: id,
		comment: { text: 'Hello', mentions: [{ code: 'sales', type: 'ORGANIZATION' }] },
	});
	await note('record.comments.get', 'GET', `record/comments.json?app=${app}&record=${id}`);
	await note('record.comment.delete', 'DELETE', 'record/comment.json', {
		app,
		record: id,
		comment: 1,
	});
	await note('record.assignees.update', 'PUT', 'record/assignees.json', {
		app,
		id,
		assignees: ['admin'],
	});
	await note('record.status.update', 'PUT', 'record/status.json', { app, id, action: 'Confirm' });
	await note('records.status.update', 'PUT', 'records/status.json', {
		app,
		records: [{ id, action: 'Ship' }],
	});
	await note('bulkRequest', 'POST', 'bulkRequest.json', {
		requests: [{ method: 'POST', api: '/k/v1/record.json', payload: { app, record: make('C-4') } }],
	});
	await note('records.acl.evaluate', 'GET', `records/acl/evaluate.json?app=${app}&ids[0]=${id}`);
	await note('app.get', 'GET', `app.json?id=${app}`);
	await note('apps.get', 'GET', 'apps.json');
	await note('form.fields.get', 'GET', `app/form/fields.json?app=${app}`);
	await note('app.process.get', 'GET', `app/status.json?app=${app}`);
	await note('app.create', 'POST', 'preview/app.json', { name: 'Contract' });
	const { app: made } = found['app.create'] as { app: string };
	await note('form.fields.create', 'POST', 'preview/app/form/fields.json', {
		app: made,
		properties: { text: { type: 'SINGLE_LINE_TEXT', code: 'text', label: 'Text' } },
	});
	await note('app.process.update', 'PUT', 'preview/app/status.json', { app: made, enable: true });
	await note('app.deploy', 'POST', 'preview/app/deploy.json', { apps: [{ app: made }] });
	await note('app.deploy.status', 'GET', `preview/app/deploy.json?apps[0]=${made}`);
	const upload = async (content: Buffer | string): Promise<object> => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'x.txt');
		const response = await fetch(`${url}/k/v1/file.json`, {
			method: 'POST',
			headers: api.headers,
			body: form,
		});
		return (await response.json()) as object;
	};
	found['file.upload'] = await upload('x');
	const { fileKey } = found['file.upload'] as { fileKey: string };
	const target = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } });
	const plugin = 'djfhgamkcdobelpnhijkmfabogcelndp';
	Object.assign(found, await appAnswers(api, { target, space: '2', fileKey, plugin }));
	Object.assign(found, await spaceAnswers(api));
	const keyOf = async (content: Buffer) => ((await upload(content)) as { fileKey: string }).fileKey;
	Object.assign(found, await pluginAnswers(api, keyOf));
	return found;
}

const facts = apiData('record-platform.json') as Facts;

describe('answers of the record platform', () => {
	let found: Record<string, object> = {};

	beforeAll(async () => {
		await sandbox.control('reset', { demo: true });
		found = await answers(sandbox.url);
	});

	it('are there for every operation that is answered, but downloads', () => {
		const covered = Object.keys(found).map((id) => {
			const { method, paths } = facts.operations[id] as Facts['operations'][string];
			const path = pathOf(paths).replace(/^\/k\/v1\/|\.json$/g, '');
			return `${method} ${path}`;
		});
		// The second path of the statistics is the one that lists of operations tell.
		const sides = [
			...['app/form/fields', 'app/status', 'app/plugin/config', ...Object.values(READS)].map(
				(path) => `GET preview/${path}`,
			),
			...['app/acl', 'record/acl', 'field/acl'].map((path) => `PUT preview/${path}`),
			'GET space/statistics',
			// Newer than the facts.
			'POST search',
		];
		expect([...covered, ...sides, 'GET file'].sort()).toEqual(
			[...answered(), ...apiInformation].sort(),
		);
	});

	it('have the shape of the facts, with everything they list', () => {
		const problems: Record<string, unknown> = {};
		for (const [id, answer] of Object.entries(found)) {
			const operation = facts.operations[id] as Facts['operations'][string];
			const missing = Object.keys(operation.response.properties ?? {}).filter(
				(name) => !(name in answer),
			);
			const validate = compile({ ...operation.response, definitions: facts.definitions }, false);
			const valid = validate(withoutNulls(answer));
			if (!valid || missing.length > 0) problems[id] = { missing, errors: validate.errors };
		}
		expect(problems).toEqual({});
	});

	it('have the shape that the API information tells', async () => {
		const anyone = new Api(sandbox.url, {});
		const problems: Record<string, unknown> = {};
		for (const [id, answer] of Object.entries(found)) {
			if (id.startsWith('apis.')) continue;
			const { method, paths } = facts.operations[id] as Facts['operations'][string];
			const name = pathOf(paths).replace(/^\/k\/v1\/|\.json$/g, '');
			const { response, schemas } = await anyone.get<{ response: object; schemas: object }>(
				`apis/${name}/${method.toLowerCase()}.json`,
			);
			// What it calls a string with the format `boolean` is a real one in answers.
			const schema = JSON.stringify({ ...response, schemas }).replaceAll(
				'"type":"string","format":"boolean"',
				'"type":"boolean"',
			);
			const validate = compile(JSON.parse(schema) as object, false);
			if (!validate(withoutNulls(answer))) problems[id] = validate.errors;
		}
		expect(problems).toEqual({});
	});
});

describeWithShared('answers of the record platform and the vendor’s OpenAPI file', (folder) => {
	const openApi = parse(
		readFileSync(
			join(folder, 'facts/record-platform/openapi/kintone/20250423000000/bundled/openapi.yaml'),
			'utf8',
		),
	) as OpenApi;

	beforeAll(() => sandbox.control('reset', { demo: true }));

	it('have the same shape', async () => {
		const problems: Record<string, unknown> = {};
		for (const [id, answer] of Object.entries(await answers(sandbox.url))) {
			const { method, paths, openapiOperationId } = facts.operations[
				id
			] as Facts['operations'][string];
			const item = openApi.paths[pathOf(paths)];
			const operation = item?.[method.toLowerCase()];
			const schema = operation?.responses?.['200']?.content?.['application/json']?.schema;
			if (!schema) {
				if (openapiOperationId === null) continue;
				problems[id] = 'not in the OpenAPI file';
				continue;
			}
			// The file calls IDs and counts integers; on the wire they are strings, which coercion allows for.
			const validate = compile({ ...schema, components: openApi.components }, true);
			if (!validate(structuredClone(withoutNulls(answer)))) problems[id] = validate.errors;
		}
		expect(problems).toEqual({});
	});
});

/** The address without a guest space; the vendor's file lists it for those too that have none. */
function pathOf(paths: Facts['operations'][string]['paths']): string {
	const guest = paths.guestProduction?.replace('/k/guest/{guestSpaceId}/', '/k/');
	return paths.production ?? paths.preview ?? guest ?? '';
}

function compile(schema: object, coerceTypes: boolean): ValidateFunction {
	const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes });
	// Alternatives without required properties all fit: that more than one does is no mistake of the answer.
	return ajv.compile(
		JSON.parse(JSON.stringify(schema).replaceAll('"oneOf":', '"anyOf":')) as object,
	);
}

/** Properties that are null are not described by the schemas; what the facts say of them has its own tests. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name, entry]) => entry !== null || name === 'value')
			.map(([name, entry]) => [name, withoutNulls(entry)]),
	);
}
