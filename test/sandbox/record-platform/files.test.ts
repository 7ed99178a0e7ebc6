import { type ErrorBody, useApi } from './api';

interface FileCell {
	contentType: string;
	fileKey: string;
	name: string;
	size: string;
}

const { sandbox, api } = useApi();
let app: string;

beforeAll(async () => {
	app = await api.makeApp({
		files: 'FILE',
		rows: { type: 'SUBTABLE', fields: { row_files: 'FILE' } },
	});
});

const download = (key: string): Promise<Response> =>
	fetch(`${sandbox.url}/k/v1/file.json?fileKey=${key}`, { headers: api.headers });

const filesOf = async (id: string): Promise<FileCell[]> =>
	(await api.values(app, id)).files as FileCell[];

it('carries bytes from an upload over a record to a download', async () => {
	const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
	const name = 'データ "1%".bin';
	const key = await api.upload(bytes, name, 'application/x-test');
	expect(key).toMatch(/^[0-9a-f]{8}-/);
	const [file] = await filesOf(await api.create(app, { files: { value: [{ fileKey: key }] } }));
	expect(file).toMatchObject({ contentType: 'application/x-test', name, size: '100000' });
	expect(file?.fileKey).toMatch(/^[0-9a-f]{64,}$/);
	const response = await download(file?.fileKey ?? '');
	expect(response.headers.get('content-type')).toBe('application/x-test');
	expect(response.headers.get('x-concurrencylimit-limit')).toBe('100');
	expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

it('keeps the two kinds of keys apart', async () => {
	const key = await api.upload('x', 'note.txt');
	const early = await download(key);
	expect(early.status).toBe(404);
	expect(((await early.json()) as ErrorBody).code).toBe('GAIA_BL01');
	const first = await api.create(app, { files: { value: [{ fileKey: key }] } });
	const recordKey = (await filesOf(first))[0]?.fileKey;
	expect(
		await api.refusal('POST', 'record.json', {
			app,
			record: { files: { value: [{ fileKey: recordKey }] } },
		}),
	).toBe('404 GAIA_BL01');
});

it('keeps files whose keys are sent again, drops the others', async () => {
	const keys = [await api.upload('one', '1.txt'), await api.upload('two', '2.txt')];
	const id = await api.create(app, {
		files: { value: keys.map((fileKey) => ({ fileKey })) },
		rows: { value: [{ value: { row_files: { value: [{ fileKey: keys[0] }] } } }] },
	});
	const [one, two] = await filesOf(id);
	await api.ok('PUT', 'record.json', {
		app,
		id,
		record: { files: { value: [{ fileKey: two?.fileKey }] } },
	});
	expect((await filesOf(id)).map((file) => file.name)).toEqual(['2.txt']);
	expect((await download(one?.fileKey ?? '')).status).toBe(404);
	const { rows } = await api.values(app, id);
	const [row] = rows as { value: { row_files: { value: FileCell[] } } }[];
	expect(await (await download(row?.value.row_files.value[0]?.fileKey ?? '')).text()).toBe('one');
	await api.ok('DELETE', 'records.json', { app, ids: [id] });
	expect((await download(two?.fileKey ?? '')).status).toBe(404);
});
