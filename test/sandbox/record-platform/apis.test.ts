import Ajv from 'ajv';
import { routes } from '../../../sandbox/record-platform/routes';
import { useSandbox } from '../../support/sandbox';
import { Api } from './api';

interface Described {
	id: string;
	baseUrl: string;
	path: string;
	httpMethod: string;
	request: { required?: string[]; properties: Record<string, unknown> };
	response: object;
	schemas: Record<string, object>;
}

const sandbox = useSandbox();
let anyone: Api;

beforeAll(() => {
	anyone = new Api(sandbox, {});
});

const list = () =>
	anyone.get<{ baseUrl: string; apis: Record<string, { link: string }> }>('apis.json');

it('lists what is answered, without a sign-in', async () => {
	const { baseUrl, apis } = await list();
	expect(baseUrl).toBe(`${sandbox.url}/k/v1/`);
	expect(apis['records/get']).toEqual({ link: 'apis/records/get.json' });
	expect(apis['preview/app/form/fields/post']).toBeDefined();
	expect(Object.keys(apis).filter((id) => id.startsWith('apis'))).toEqual([]);
	const ids = [...routes.keys()].map((operation) => {
		const [method, api] = operation.split(' ') as [string, string];
		return `${api}/${method.toLowerCase()}`;
	});
	expect(Object.keys(apis).sort()).toEqual(ids.sort());
});

it('describes each of them at its link, with the shared schemas it refers to', async () => {
	const { baseUrl, apis } = await list();
	const ajv = new Ajv({ strict: false, validateFormats: false });
	for (const [id, { link }] of Object.entries(apis)) {
		const described = await anyone.ok<Described>('GET', link);
		expect([described.id, described.baseUrl]).toEqual([id, baseUrl]);
		expect(`${described.path.replace('.json', '')}/${described.httpMethod.toLowerCase()}`).toBe(id);
		const { schemas } = described;
		for (const schema of [described.request, described.response])
			ajv.compile({ ...schema, schemas });
	}
});
