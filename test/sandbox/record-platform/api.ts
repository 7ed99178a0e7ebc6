import { setTimeout as wait } from 'node:timers/promises';

import { type TestSandbox, useSandbox } from '../../support/sandbox';

export interface ErrorBody {
	code: string;
	id: string;
	message: string;
	errors?: Record<string, { messages: string[] }>;
}

export interface Answer<Body> {
	status: number;
	headers: Headers;
	body: Body;
}

export type Cells = Record<string, { value: unknown }>;
export type Record_ = Record<string, { type: string; value: unknown }>;
/** Fields of an app by their codes, or types alone; their own codes and labels are optional. */
export type Fields = Record<string, object | string>;

/** Calls the record platform of one world as one caller. */
export class Api {
	constructor(
		private readonly server: { readonly url: string },
		readonly headers: Record<string, string> = passwordOf('admin'),
		private readonly prefix = '/k/v1',
	) {}

	as(headers: Record<string, string>): Api {
		return new Api(this.server, headers, this.prefix);
	}

	inGuestSpace(id: string): Api {
		return new Api(this.server, this.headers, `/k/guest/${id}/v1`);
	}

	/** Sends a JSON body, or nothing. */
	async send<Body = ErrorBody>(
		method: string,
		path: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<Answer<Body>> {
		const response = await fetch(`${this.server.url}${this.prefix}/${path}`, {
			method,
			headers: {
				...this.headers,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			...(body === undefined
				? {}
				: { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		return {
			status: response.status,
			headers: response.headers,
			body: (await response.json()) as Body,
		};
	}

	/** Status and code of a request that is refused, as `403 CB_NO02`; 200 of one that isn't. */
	async refusal(method: string, path: string, body?: unknown): Promise<string> {
		const { status, body: answer } = await this.send(method, path, body);
		return status === 200 ? '200' : `${status} ${answer.code}`;
	}

	/** The same with all keys that are wrong, as `400 CB_VA01 guests[0]`. */
	async fault(method: string, path: string, body?: unknown): Promise<string> {
		const { status, body: answer } = await this.send(method, path, body);
		if (status === 200) return '200';
		return [status, answer.code, ...Object.keys(answer.errors ?? {})].join(' ');
	}

	/** Sends and gives the body; throws when the answer is an error. */
	async ok<Body>(method: string, path: string, body?: unknown): Promise<Body> {
		const answer = await this.send<Body>(method, path, body);
		if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
		return answer.body;
	}

	async get<Body>(path: string, parameters: Record<string, string | number> = {}): Promise<Body> {
		const query = new URLSearchParams(
			Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
		);
		return this.ok<Body>('GET', `${path}?${query}`);
	}

	/** Makes a deployed app with these fields and gives its ID. */
	async makeApp(fields: Fields, process?: object): Promise<string> {
		const { app } = await this.ok<{ app: string }>('POST', 'preview/app.json', { name: 'Test' });
		await this.addFields(app, fields);
		if (process) await this.ok('PUT', 'preview/app/status.json', { app, enable: true, ...process });
		await this.deploy(app);
		return app;
	}

	async addFields(app: string, fields: Fields): Promise<void> {
		await this.ok('POST', 'preview/app/form/fields.json', { app, properties: named(fields) });
	}

	async deploy(app: string): Promise<string> {
		await this.ok('POST', 'preview/app/deploy.json', { apps: [{ app }] });
		for (;;) {
			const { apps } = await this.get<{ apps: { status: string }[] }>('preview/app/deploy.json', {
				'apps[0]': app,
			});
			if (apps[0]?.status !== 'PROCESSING') return apps[0]?.status ?? '';
			await wait(5);
		}
	}

	async create(app: string, record: Cells = {}): Promise<string> {
		return (await this.ok<{ id: string }>('POST', 'record.json', { app, record })).id;
	}

	/** Uploads a file and gives its key. */
	async upload(content: Buffer | string, name: string, type = 'text/plain'): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
		const response = await fetch(`${this.server.url}${this.prefix}/file.json`, {
			method: 'POST',
			headers: this.headers,
			body: form,
		});
		const answer = (await response.json()) as { fileKey: string };
		if (!response.ok) throw new Error(`Upload: ${JSON.stringify(answer)}`);
		return answer.fileKey;
	}

	/** Values of a record by field code. */
	async values(app: string, id: string): Promise<Record<string, unknown>> {
		return valuesOf((await this.get<{ record: Record_ }>('record.json', { app, id })).record);
	}

	/** Values of all records by field code, oldest first. */
	async allValues(app: string): Promise<Array<Record<string, unknown>>> {
		const found: Array<Record<string, unknown>> = [];
		for (;;) {
			const last = String(found.at(-1)?.$id ?? 0);
			const query = `$id > ${last} order by $id asc limit 500`;
			const { records } = await this.get<{ records: Record_[] }>('records.json', { app, query });
			for (const record of records) found.push(valuesOf(record));
			if (records.length < 500) return found;
		}
	}

	/** IDs of the records a query finds, in its order. */
	async ids(app: string, query: string): Promise<string[]> {
		const { records } = await this.get<{ records: Record_[] }>('records.json', {
			app,
			query,
			'fields[0]': '$id',
		});
		return records.map((record) => String(record.$id?.value));
	}
}

/** A sandbox of the test file's own, and its administrator. */
export function useApi(): { sandbox: TestSandbox; api: Api } {
	const sandbox = useSandbox();
	return { sandbox, api: new Api(sandbox) };
}

export function passwordOf(login: string, password = login): Record<string, string> {
	return { 'X-Cybozu-Authorization': Buffer.from(`${login}:${password}`).toString('base64') };
}

function named(fields: Fields): Fields {
	const whole = (code: string, given: object | string): object => {
		const field = typeof given === 'string' ? { type: given } : given;
		const columns = 'fields' in field && { fields: named(field.fields as Fields) };
		return { code, label: code, ...field, ...columns };
	};
	return Object.fromEntries(
		Object.entries(fields).map(([code, field]) => [code, whole(code, field)]),
	);
}

function valuesOf(record: Record_): Record<string, unknown> {
	return Object.fromEntries(Object.entries(record).map(([code, { value }]) => [code, value]));
}

/** `{a: 1}` → `{a: {value: 1}}` */
export function cells(values: Record<string, unknown>): Cells {
	return Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));
}

export function options(...labels: string[]): Record<string, object> {
	return Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
}
