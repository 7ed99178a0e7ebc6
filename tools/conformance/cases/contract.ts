import { rows, type Row } from '../../../test/contract/apiData';
import type { Scene } from '../scene';
import { NotTried, type Side } from '../side';
import { topic } from './case';

/** Each reading operation of docs/api: its answer must be as the contract tests expect it. */

type Values = Record<string, string>;

/** Operations whose `id` is the one of something else than a record. */
const IDS: Record<string, keyof Scene> = {
	'app.get': 'products',
	'space.get': 'space',
	'space.members.get': 'space',
};

function valuesFor(id: string, { products, space }: Scene): Values {
	const of: Partial<Record<keyof Scene, string>> = { products, space };
	return {
		app: products,
		id: of[IDS[id] ?? 'main'] ?? '1',
		record: '1',
		ids: '1',
		apps: products,
	};
}

/** Whose IDs the run doesn't know, because it doesn't make them. */
const FOREIGN = ['cursor.get', 'file.download', 'app.plugin.config.get', 'plugin.apps'];

async function read(side: Side, id: string, { query, paths }: Row, values: Values): Promise<void> {
	const required = query.filter(({ required }) => required);
	const asked = required.map(({ name, schema }): [string, string] => [
		schema.type === 'array' ? `${name}[0]` : name,
		values[name] ?? '',
	]);
	if (FOREIGN.includes(id)) throw new NotTried('The run creates nothing that it reads');
	const [path = ''] = paths.filter((one) => !one.includes('guest') && !one.includes('{'));
	const search = new URLSearchParams(asked).toString();
	await side.check('GET', `${path}${search === '' ? '' : `?${search}`}`);
}

const readable = (all: Record<string, Row>) =>
	Object.entries(all).filter(([, { method, paths }]) => {
		return method === 'GET' && paths.some((path) => !path.includes('{'));
	});

export const contractCases = topic(
	'Reading operations of the record platform',
	Object.fromEntries(
		readable(rows.recordPlatform).map(([id, row]) => [
			id,
			async (side: Side, scene: Scene) => await read(side, id, row, valuesFor(id, scene)),
		]),
	),
);

export const groupwareContractCases = topic<undefined>(
	'Reading operations of the groupware',
	Object.fromEntries(
		readable(rows.groupware).map(([id, row]) => [
			id,
			async (side: Side) =>
				await read(side, id, { ...row, paths: row.paths.map((path) => `/g${path}`) }, {}),
		]),
	),
);
