import { setTimeout as wait } from 'node:timers/promises';

import { collections } from './guard';
import { type Kind, wordsOf } from './ledger';
import { type Body, codeOf, INTERRUPTED, NotTried, type Side } from './side';

type Fields = Record<string, object>;

/** A value of each field, by field code. */
export type Cells = Record<string, { value: unknown }>;

export const cells = (values: Record<string, unknown>): Cells =>
	Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));

const choices = (...labels: string[]) =>
	Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));

/** The apps that the cases work in, on one of the two sides. */
export interface Scene {
	/** A field of every kind, and a process. */
	main: string;
	/** What `main` looks up; holds the products `pen` and `ink`. */
	products: string;
	/** Fields that are checked on creation. */
	strict: string;
	/** Links and texts whose checks are not documented. */
	unclear: string;
	/** The space of the apps. */
	space: string;
	/** Code of the record number field. */
	recordNumber: string;
	/** Code of the status field. */
	status: string;
}

const textField = { type: 'SINGLE_LINE_TEXT' };

const mainFields = (products: string): Fields => ({
	key: { ...textField, unique: true },
	text: { ...textField, maxLength: '5' },
	note: { type: 'MULTI_LINE_TEXT' },
	rich: { type: 'RICH_TEXT' },
	amount: { type: 'NUMBER', minValue: '0', maxValue: '1000' },
	choice: { type: 'DROP_DOWN', options: choices('A', 'B', 'C d') },
	radio: { type: 'RADIO_BUTTON', options: choices('X', 'Y') },
	checks: { type: 'CHECK_BOX', options: choices('A', 'B') },
	multi: { type: 'MULTI_SELECT', options: choices('A', 'B') },
	day: { type: 'DATE' },
	moment: { type: 'DATETIME' },
	clock: { type: 'TIME' },
	people: { type: 'USER_SELECT' },
	files: { type: 'FILE' },
	product: {
		...textField,
		lookup: {
			relatedApp: { app: products },
			relatedKeyField: 'name',
			fieldMappings: [{ field: 'price', relatedField: 'price' }],
			lookupPickerFields: [],
			filterCond: '',
			sort: '',
		},
	},
	price: { type: 'NUMBER' },
	lines: {
		type: 'SUBTABLE',
		fields: {
			item: { ...textField, code: 'item', label: 'item' },
			count: { type: 'NUMBER', code: 'count', label: 'count' },
			double: { type: 'CALC', code: 'double', label: 'double', expression: 'count * 2' },
		},
	},
	total: { type: 'CALC', expression: 'SUM(double)' },
});

const strictFields: Fields = {
	min: { ...textField, minLength: '2' },
	link: { type: 'LINK', protocol: 'WEB' },
	must: { type: 'CHECK_BOX', required: true, options: choices('A', 'B') },
};

const contains = (code: string) => ({
	type: 'CALC',
	expression: `IF(CONTAINS(${code}, "A"), 1, 2)`,
});

const unclearFields: Fields = {
	short: { type: 'LINK', protocol: 'WEB', minLength: '5' },
	web: { type: 'LINK', protocol: 'WEB' },
	phone: { type: 'LINK', protocol: 'CALL' },
	mail: { type: 'LINK', protocol: 'MAIL' },
	radio: { type: 'RADIO_BUTTON', options: choices('A', 'B') },
	inRadio: contains('radio'),
	rows: {
		type: 'SUBTABLE',
		fields: {
			min: { ...textField, code: 'min', label: 'min', minLength: '2' },
			inRow: { ...contains('min'), code: 'inRow', label: 'inRow' },
		},
	},
};

/** Makes a space, and in it the apps of the cases. Throws NotTried between two of them when the run is to end. */
export async function makeScene(side: Side, ended = () => false): Promise<Scene> {
	const goOn = () => {
		if (ended()) throw new NotTried(INTERRUPTED);
	};
	goOn();
	const { template, login } = side.access;
	const { id: space } = await side.do('POST', '/k/v1/template/space.json', {
		id: template,
		name: 'Conformance run (is removed at its end)',
		isPrivate: true,
		members: [{ entity: { type: 'USER', code: login }, isAdmin: true }],
	});
	side.ledger.add('space', String(space));
	const app = async (name: string, fields: Fields, process?: object) => {
		goOn();
		return await makeApp(side, String(space), name, fields, process);
	};
	const products = await app('Products', {
		name: { ...textField, unique: true },
		price: { type: 'NUMBER' },
	});
	for (const [name, price] of [
		['pen', '120'],
		['ink', '900'],
	]) {
		await side.do('POST', '/k/v1/record.json', { app: products, record: cells({ name, price }) });
	}
	const itsCreator = { entity: { type: 'CREATOR' } };
	const state = (index: string) => ({ index, assignee: { type: 'ONE', entities: [] } });
	const main = await app('Main', mainFields(products), {
		states: {
			Open: { name: 'Open', ...state('0') },
			Busy: { name: 'Busy', ...state('1') },
			// Whoever moves a record on has to name the assignee, although there is only one.
			Done: { name: 'Done', index: '2', assignee: { type: 'ONE', entities: [itsCreator] } },
		},
		actions: [
			{ name: 'Start', from: 'Open', to: 'Busy' },
			{ name: 'Finish', from: 'Busy', to: 'Done' },
		],
	});
	const strict = await app('Strict', strictFields);
	const unclear = await app('Unclear', unclearFields);
	const { properties } = await side.do('GET', `/k/v1/app/form/fields.json?app=${main}`);
	const fields = Object.values(properties ?? {});
	for (const { type, code, label } of fields) {
		const name = BUILT_IN[type];
		if (name === undefined) continue;
		side.name(code, name);
		side.name(label, name);
	}
	// Comments begin with the names of those whom they mention.
	const { record } = await side.do('GET', `/k/v1/record.json?app=${products}&id=1`);
	const creator = Object.values(record ?? {}).find(({ type }) => type === 'CREATOR')?.value;
	side.name((creator as { name: string }).name, 'user name');
	const codeOf = (type: string) => fields.find((field) => field.type === type)?.code ?? '';
	return {
		main,
		products,
		strict,
		unclear,
		space: String(space),
		recordNumber: codeOf('RECORD_NUMBER'),
		status: codeOf('STATUS'),
	};
}

const BUILT_IN: Record<string, string> = {
	RECORD_NUMBER: 'record number',
	CREATOR: 'creator',
	CREATED_TIME: 'created time',
	MODIFIER: 'modifier',
	UPDATED_TIME: 'updated time',
	STATUS: 'status',
	STATUS_ASSIGNEE: 'assignee',
	CATEGORY: 'category',
};

async function makeApp(
	side: Side,
	space: string,
	name: string,
	fields: Fields,
	process?: object,
): Promise<string> {
	const made = await side.do('POST', '/k/v1/preview/app.json', { name, space });
	const app = String(made.app);
	side.ledger.add('app', app);
	const properties = Object.fromEntries(
		Object.entries(fields).map(([code, field]) => [code, { code, label: code, ...field }]),
	);
	await side.do('POST', '/k/v1/preview/app/form/fields.json', { app, properties });
	if (process) {
		await side.do('PUT', '/k/v1/preview/app/status.json', { app, enable: true, ...process });
	}
	const status = await deploy(side, app);
	if (status !== 'SUCCESS') throw new NotTried(`The deployment of ${name} ended with ${status}`);
	return app;
}

/** Deploys an app and gives how it ended. */
export async function deploy(side: Side, app: string): Promise<string> {
	await side.do('POST', '/k/v1/preview/app/deploy.json', { apps: [{ app }] });
	for (let looks = 0; looks < 120; looks += 1) {
		const { apps } = await side.do('GET', `/k/v1/preview/app/deploy.json?apps[0]=${app}`);
		const status = apps?.[0]?.status ?? '';
		if (status !== 'PROCESSING') return status;
		await wait(Math.max(200, side.access.pauseMs));
	}
	return 'PROCESSING';
}

/** How something is removed, and what shows whether it is still there; what has neither goes with its space. */
const REMOVALS: Partial<
	Record<Kind, (id: string) => { path: string; read?: true; body?: object }>
> = {
	space: (id) => ({ path: `/k/v1/space.json?id=${id}`, read: true }),
	guestSpace: (id) => ({ path: `/k/guest/${id}/v1/space.json?id=${id}`, read: true }),
	plugin: (id) => ({ path: `/k/v1/plugin.json?id=${id}` }),
	guest: (id) => ({ path: '/k/v1/guests.json', body: { guests: [id] } }),
	...Object.fromEntries(
		Object.entries(collections).map(([path, kind]) => [
			kind,
			(id: string) =>
				kind === 'proxySetting'
					? { path: `${path}/code/${encodeURIComponent(id)}`, read: true }
					: { path: `${path}/${id}`, ...(kind === 'event' && { read: true }) },
		]),
	),
};

/** Removes what a run made; gives what is still there, with the reason. */
export async function removeAll(side: Side): Promise<string[]> {
	const left: string[] = [];
	for (const made of side.ledger.left) {
		const { kind, id } = made;
		const removal = REMOVALS[kind]?.(id);
		if (removal === undefined) continue;
		const { path, read, body: asked } = removal;
		const { status, body } = await side.send('DELETE', path, asked).catch(unreachable);
		const shown = read && status !== 200 ? await statusOf(side, path) : status;
		if (status === 200 || [400, 404].includes(shown)) side.ledger.remove(made);
		else left.push(`${wordsOf(made)} (${refusalOf(status, body)})`);
	}
	// A space takes its apps and threads along.
	for (const made of side.ledger.left) {
		const { kind, id } = made;
		if (kind === 'thread' && !left.some((one) => /space/i.test(one))) side.ledger.remove(made);
		if (kind !== 'app') continue;
		const status = await statusOf(side, `/k/v1/app.json?id=${id}`);
		if (status === 200) left.push(`${wordsOf(made)} (its space can't be removed)`);
		else if (status === 0) left.push(`${wordsOf(made)} (no response)`);
		else side.ledger.remove(made);
	}
	return left;
}

const refusalOf = (status: number, body: Body) =>
	status === 0 ? 'no response' : `${status} ${codeOf(body)}`;

async function statusOf(side: Side, path: string): Promise<number> {
	return (await side.send('GET', path).catch(unreachable)).status;
}

/** What counts as the answer of a tenant that does not answer. */
function unreachable(): { status: number; body: Body } {
	return { status: 0, body: {} };
}
