import { setTimeout as wait } from 'node:timers/promises';

import { responseFaults, rowFor } from '../../test/contract/rows';
import type { Kind, Ledger } from './ledger';
import { addressOf, isReading, refusedWrite } from './guard';

export interface Answer {
	status: number;
	body: Body;
	headers: Headers;
}

/** A JSON body of either service: what is read of it. */
export interface Body {
	id?: string | number;
	app?: string | number;
	code?: string;
	message?: string;
	errors?: Record<string, { messages?: string[] }>;
	error?: { errorCode?: string };
	results?: Body[];
	apps?: Array<{ status?: string }>;
	events?: Array<{ id: string; eventType?: string }>;
	hits?: unknown[];
	fileKey?: string;
	defaultThread?: string;
	users?: Array<{ code: string }>;
	properties?: Record<string, { type: string; code: string; label: string }>;
	record?: Record<string, { type?: string; value: unknown }>;
	notes?: string;
	status?: { code?: string };
}

/** A request with its answer, both without what differs between two tenants that behave alike. */
export interface Exchange {
	request: string;
	sent?: unknown;
	status: number;
	answer: unknown;
	/** What of the answer is not as docs/api describes it. */
	unfit: string[];
}

export interface Access {
	/** Without a slash at the end. */
	baseUrl: string;
	login: string;
	password: string;
	/** Template of the space that the apps are made in. */
	template: string;
	/** What is waited before each request. */
	pauseMs: number;
}

/** What a case needs is not there; the message says what. */
export class NotTried extends Error {}

export const INTERRUPTED = 'The run was interrupted';

/** Why a request had no answer, without the address that it went to. */
export function reasonOf(error: unknown): string {
	const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
	return cause?.code ?? message;
}

/** Keys whose values are numbered by the tenant. */
const OPAQUE = [
	'app',
	'appId',
	'space',
	'spaceId',
	'thread',
	'threadId',
	'defaultThread',
	'fileKey',
	'facilityGroup',
	'parentFacilityGroup',
];

/** One of the two that are compared: sends requests, and keeps what was answered. */
export class Side {
	exchanges: Exchange[] = [];
	private listed: Set<string> | undefined;
	private readonly names = new Map<string, string>();
	private readonly endings: Array<() => Promise<void>> = [];

	constructor(
		readonly access: Access,
		readonly ledger: Ledger,
	) {
		this.name(access.login, 'user');
	}

	/** Has a text that differs between tenants shown as `(NAME)`. */
	name(value: string, name: string): void {
		this.names.set(value, name);
	}

	/**
	 * Sends a request whose answer is compared, but not what lies under the hidden keys. Other headers can take the place
	 * of the user's password.
	 */
	async ask(
		method: string,
		path: string,
		body?: unknown,
		hidden: readonly string[] = [],
		signIn?: Record<string, string>,
	): Promise<Answer> {
		const { answer } = await this.request(method, path, body, signIn);
		this.exchanges.push({
			request: `${method} ${this.settledText(decodeURIComponent(path))}`,
			...(body !== undefined && { sent: this.settled(body) }),
			status: answer.status,
			answer: this.settled(withoutWords(answer.body), hidden),
			unfit: answer.status === 200 ? unfitFor(method, path, answer.body) : [],
		});
		return answer;
	}

	/**
	 * Sends a request whose values are the tenant's own: only its status and error are compared, and its
	 * answer with docs/api. Throws NotTried if the user or the tenant doesn't have it.
	 */
	async check(method: string, path: string): Promise<void> {
		const { status, body } = await this.send(method, path);
		if (status === 403 || status === 520) {
			throw new NotTried(`The response was ${status} ${codeOf(body)}`);
		}
		this.exchanges.push({
			request: `${method} ${this.settledText(decodeURIComponent(path))}`,
			status,
			answer: status === 200 ? '(as described)' : withoutWords(body),
			unfit: status === 200 ? unfitFor(method, path, body) : [],
		});
	}

	/** Reads what is the user's own: only which of these keys the answer has is compared. */
	async askForKeys(path: string, shown: string, keys: readonly string[]): Promise<void> {
		const { status, body } = await this.send('GET', path);
		const found = keys.filter((key) => key in body);
		this.exchanges.push({
			request: `GET ${shown}`,
			status,
			answer: status === 200 ? { keys: found } : withoutWords(body),
			unfit: [],
		});
	}

	/** Sends a request that only prepares others. Throws when it is refused. */
	async do(method: string, path: string, body?: unknown): Promise<Body> {
		const { status, body: answer } = await this.send(method, path, body);
		if (status !== 200) {
			throw new NotTried(
				`The response to ${method} ${path.replace(/\?.*/, '')} was ${status} ${codeOf(answer)}`,
			);
		}
		return answer;
	}

	/** Uploads a text file and gives its key. Throws `NotTried` where the service refuses it. */
	async upload(name: string, content: string): Promise<string> {
		const form = new FormData();
		form.append('file', new Blob([content], { type: 'text/plain' }), name);
		const { status, body } = await this.send('POST', '/k/v1/file.json', form);
		if (status !== 200)
			throw new NotTried(`The response to the upload was ${status} ${codeOf(body)}`);
		return String(body.fileKey);
	}

	/** Compares the requests of nodes from now on, or no longer. */
	watch(watching: boolean): void {
		this.listed = watching ? new Set() : undefined;
	}

	/**
	 * Sends a request of a node, and compares the answer while it is watched. Of what is not the run's own, only the form is
	 * compared, and only once, because the number of pages is the tenant's; of the polling for a deployment, nothing. Throws for one that can't be passed on.
	 */
	async pass(
		method: string,
		path: string,
		body: unknown,
	): Promise<{ answer: Answer; bytes: Buffer }> {
		const { answer, bytes } = await this.request(method, path, body);
		if (answer.status === 403 || answer.status === 520) {
			throw new NotTried(`The response was ${answer.status} ${codeOf(answer.body)}`);
		}
		const { api, parameters } = addressOf(path);
		const { listed } = this;
		if (listed === undefined || (method === 'GET' && api === 'preview/app/deploy')) {
			return { answer, bytes };
		}
		const asked = { ...parameters, ...(body instanceof FormData ? {} : (body as object)) };
		const whole =
			!isReading(method, api) || isOwn(this.ledger, api, asked) || answer.status !== 200;
		if (!whole && listed.has(api)) return { answer, bytes };
		if (!whole) listed.add(api);
		const hidden = hiddenIn(api);
		this.exchanges.push({
			request: `${method} ${this.settledText(withoutIds(path))}`,
			...(body !== undefined && {
				sent: body instanceof FormData ? '(file)' : this.settled(body, hidden),
			}),
			status: answer.status,
			answer: whole ? this.settled(withoutWords(answer.body), hidden) : '(as described)',
			unfit: answer.status === 200 ? unfitFor(method, path, answer.body) : [],
		});
		return { answer, bytes };
	}

	/** Has something done when the run ends. */
	atEnd(work: () => Promise<void>): void {
		this.endings.push(work);
	}

	async end(): Promise<void> {
		for (const work of this.endings.splice(0)) await work();
	}

	async send(method: string, path: string, body?: unknown): Promise<Answer> {
		return (await this.request(method, path, body)).answer;
	}

	private async request(
		method: string,
		path: string,
		body: unknown,
		signIn?: Record<string, string>,
	): Promise<{ answer: Answer; bytes: Buffer }> {
		const refused = refusedWrite(this.ledger, method, path, body);
		if (refused !== undefined) throw new Error(`${method} ${path} is not sent: ${refused}.`);
		await wait(this.access.pauseMs);
		const { baseUrl, login, password } = this.access;
		const token = Buffer.from(`${login}:${password}`).toString('base64');
		const isForm = body instanceof FormData;
		const overridden = method === 'GET' && body !== undefined;
		const response = await fetch(`${baseUrl}${path}`, {
			method: overridden ? 'POST' : method,
			redirect: 'manual',
			headers: {
				'Accept-Language': 'en',
				...(overridden && { 'X-HTTP-Method-Override': 'GET' }),
				...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
				...(signIn ?? { 'X-Cybozu-Authorization': token }),
			},
			...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		const { status, headers } = response;
		return { answer: { status, headers, body: jsonOf(bytes.toString()) }, bytes };
	}

	/** A value without what differs between tenants that behave alike. */
	private settled(value: unknown, hidden: readonly string[] = [], field = ''): unknown {
		if (typeof value === 'string') {
			// Fields hold whole minutes. Another time has seconds, which are 00 once in a minute.
			return field === 'value' ? this.settledText(markMinutes(value)) : this.settledText(value);
		}
		if (Array.isArray(value)) return value.map((one) => this.settled(one, hidden));
		if (typeof value !== 'object' || value === null) return value;
		const given = value as Record<string, unknown>;
		const isRow = typeof given.value === 'object';
		const isPerson = given.code === this.access.login;
		const entries = Object.entries(given).map(([key, one]): [string, unknown] => {
			const hides =
				OPAQUE.includes(key) ||
				hidden.includes(key) ||
				(key === 'id' && (isRow || isPerson)) ||
				(key === 'name' && isPerson);
			const shown = one === null ? null : `(${key})`;
			// Where the user's own time zone is hidden, so is the offset.
			const shownOne = key === 'dateTime' && hidden.includes('timeZone') ? inUtc(one) : one;
			return [this.settledText(key), hides ? shown : this.settled(shownOne, hidden, key)];
		});
		return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
	}

	private settledText(text: string): string {
		const timed = text
			.replaceAll(this.access.baseUrl, '(base)')
			.replace(TIME, (time) => (isOurs(time) ? time : '(time)'))
			.replace(/\(time\)\.\d{3}Z/g, '(time with milliseconds)');
		return [...this.names].reduce(
			// Not in a longer word: the login may be a part of one.
			(all, [value, name]) => all.replace(wordOf(value), () => `(${name})`),
			timed,
		);
	}
}

/** Whether all that is asked for is in apps, spaces and events of the run. */
function isOwn(ledger: Ledger, api: string, asked: Record<string, unknown>): boolean {
	const kind = KINDS[api];
	if (kind !== undefined) return ledger.has(kind, asked.id);
	if (api === 'file' || api === 'records/cursor') return true;
	const event = /\/schedule\/events\/(\d+)/.exec(api)?.[1];
	if (event !== undefined) return ledger.has('event', event);
	const proxy = /\/proxies\/code\/([^/]+)/.exec(api)?.[1];
	if (proxy !== undefined) return ledger.has('proxySetting', decodeURIComponent(proxy));
	return ledger.has('app', asked.app);
}

/** What has an ID of its own. */
const KINDS: Record<string, Kind> = {
	app: 'app',
	space: 'space',
	'space/members': 'space',
	'plugin/apps': 'plugin',
};

/** Keys of an operation whose values differ between tenants. */
function hiddenIn(api: string): readonly string[] {
	if (api.startsWith('/g/')) return OF_GROUPWARE;
	// The template decides on them.
	if (api === 'space') return ['id', 'attachedApps', ...OF_TEMPLATE];
	// Numbers of views, graphs and others count up over all apps of a tenant.
	return /app\/|cursor|space|plugin/.test(api) ? ['id', 'ids', 'guests'] : [];
}

const OF_GROUPWARE = ['id', 'createdAt', 'updatedAt', 'creator', 'updater', 'name'];
const OF_TEMPLATE = ['coverType', 'coverKey', 'coverUrl', 'useMultiThread'];

/** An address without the numbers that the tenant gave. */
function withoutIds(path: string): string {
	const { api, parameters } = addressOf(path);
	const shown = Object.entries(parameters).map(([name, value]) => {
		const isId =
			/^(app|apps\[\d+\]|space|fileKey|spaceIds.*)$/.test(name) ||
			(!/^records?(\/(?!cursor)|$)/.test(api) && /^ids?/.test(name));
		return `${name}=${isId ? `(${name})` : value}`;
	});
	const place = path
		.replace(/\?.*/, '')
		.replace(/\/(guest|events|facilities|facilityGroups)\/\d+/, '/$1/(id)');
	return [place, ...(shown.length > 0 ? [shown.join('&')] : [])].join('?');
}

const wordOf = (value: string) =>
	new RegExp(`(?<!\\w)${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'g');

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;

function inUtc(time: unknown): unknown {
	const moment = new Date(String(time));
	return Number.isNaN(moment.getTime()) ? time : moment.toISOString().replace('.000', '');
}

/** Tells the times without seconds from those with. */
function markMinutes(text: string): string {
	return text.replace(TIME, (time) =>
		time.endsWith(':00') && !isOurs(time) ? '(time in minutes)' : time,
	);
}

/** Times that a case writes lie in years when nothing else happens. */
function isOurs(time: string): boolean {
	return /^20(00|01|31)/.test(time);
}

/** What is not as the contract tests expect it of the sandbox and the nodes. */
function unfitFor(method: string, path: string, body: Body): string[] {
	const service = path.startsWith('/g/') ? 'groupware' : 'recordPlatform';
	const found = rowFor(service, {
		method,
		path: decodeURIComponent(path.replace(/\?.*$/, '')),
		query: new URLSearchParams(),
		contentType: undefined,
		body: '',
	});
	const faults = found ? responseFaults(found[1], body) : [];
	// A value that is null counts as missing there, and empty fields are null.
	return faults.filter((fault) => !fault.includes('must have required property'));
}

/** An error without its words and its number: both are the service's own. */
function withoutWords(body: Body): unknown {
	if (body.error?.errorCode !== undefined) return { error: { errorCode: body.error.errorCode } };
	if (body.results) return { ...body, results: body.results.map(withoutWords) };
	if (body.code === undefined || body.message === undefined) return body;
	const errors = Object.entries(body.errors ?? {}).map(([field, { messages = [] }]) => [
		field,
		messages.length,
	]);
	return { code: body.code, ...(body.errors && { errors: Object.fromEntries(errors) }) };
}

/** The code of an error of either service. */
export function codeOf(body: Body): string {
	return String(body.code ?? body.error?.errorCode ?? '');
}

function jsonOf(text: string): Body {
	try {
		return JSON.parse(text) as Body;
	} catch {
		return { message: text.slice(0, 200) };
	}
}
