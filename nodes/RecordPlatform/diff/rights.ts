import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, ItemView, PrefetchResult, PendingElement } from '../../shared/catalogue';
import { RequestError, InputError } from '../../shared/errors';
import { chunks, grouped } from '../../shared/run/batching';
import { guestSpaceOf, pathOn } from '../route';
import { RECORD_ID } from '../values/mapping';
import type { Change } from './changes';
import { currentRecords, identityOf } from './currentRecords';

/** The signed-in user's permissions for a record. */
interface Rights {
	id: string;
	record: { editable: boolean; deletable: boolean };
	fields: Record<string, { editable: boolean }>;
}

/** The record and the fields that an element changes. */
export interface Touched {
	by: string;
	key: string;
	fields: string[];
}

/** The record and the fields of an update. */
export function changedOf(element: unknown): Touched {
	const { id, updateKey, record } = element as Change;
	const fields = Object.keys(record);
	if (updateKey) return { by: updateKey.field, key: updateKey.value, fields };
	return { by: RECORD_ID, key: String(id), fields };
}

const NO_PERMISSION = 'CB_NO02';

/** Maximum number of records per permission request. */
const MOST_IDS = 100;

/** Elements that the service refused because of a missing permission, without naming the record. */
const doubted = new WeakSet<object>();

/** Finds the record of a batch that the user has no permission to change. */
export const narrowing: Pick<BatchRun, 'canNarrow'> = {
	canNarrow: ({ code }) => code === NO_PERMISSION,
};

/**
 * Checks the permissions for each record after the service refused a request because of a missing
 * permission, so that one record doesn't block the others of its request.
 */
export function byRights(
	right: 'editable' | 'deletable',
	touched: (element: unknown) => Touched,
	{ prefetch: ready, needsPrefetch: looks, isConflict: stale, ...run }: Partial<BatchRun> = {},
): Partial<BatchRun> {
	return {
		...run,
		...narrowing,
		needsPrefetch: (item, element) => ready !== undefined && (looks?.(item, element) ?? true),
		isConflict: (explanation, item, refused) => {
			if (stale?.(explanation, item, refused)) return true;
			const { element } = refused as { element: object };
			if (explanation.code !== NO_PERMISSION || doubted.has(element)) return false;
			doubted.add(element);
			return true;
		},
		prefetch: async (waiting) => {
			const problems = await forbidden(waiting, right, touched);
			const allowed = waiting.filter((one) => !problems.has(one));
			const answers = await readied(allowed, ready, looks);
			return waiting.map((one): PrefetchResult => {
				const problem = problems.get(one);
				return problem ? { problem } : (answers.get(one) ?? { element: one.element });
			});
		},
	};
}

/** The result of the operation's own prefetch. */
async function readied(
	waiting: PendingElement[],
	ready: BatchRun['prefetch'],
	looks: BatchRun['needsPrefetch'],
): Promise<Map<PendingElement, PrefetchResult>> {
	const looking = waiting.filter(
		({ item, element, attempt }) =>
			looks === undefined ||
			looks(item, element) ||
			(attempt > 1 && !doubted.has(element as object)),
	);
	if (ready === undefined || looking.length === 0) return new Map();
	const answers = await ready(looking);
	return new Map(looking.map((one, at) => [one, answers[at] as PrefetchResult]));
}

/** The elements that the user has no permission to change, each with its problem. */
async function forbidden(
	waiting: PendingElement[],
	right: 'editable' | 'deletable',
	touched: (element: unknown) => Touched,
): Promise<Map<PendingElement, InputError>> {
	const problems = new Map<PendingElement, InputError>();
	const inDoubt = waiting.filter(({ element }) => doubted.has(element as object));
	for (const group of grouped(inDoubt, ({ element }) => touched(element).by)) {
		const all = group.map(({ element }) => touched(element));
		// If the permissions can't be read, the service's response to the write is used.
		const find = await rightsOf(all, group[0] as PendingElement).catch((problem: unknown) => {
			if (problem instanceof RequestError || problem instanceof InputError) return undefined;
			throw problem;
		});
		for (const one of group) {
			const { key, fields } = touched(one.element);
			const rights = find?.(key);
			const problem = rights && refusal(rights, right, fields);
			if (problem) problems.set(one, problem);
		}
	}
	return problems;
}

async function rightsOf(
	touched: Touched[],
	{ item, spec }: PendingElement,
): Promise<(key: string) => Rights | undefined> {
	const [{ by = RECORD_ID } = {}] = touched;
	const app = String(spec.body?.app ?? spec.query?.app);
	const path = spec.path.replace(/records?(?:\/status)?\.json$/, 'records.json');
	const found = await currentRecords(
		{ path, app, by, keys: touched.map(({ key }) => key), fields: [] },
		item,
	);
	const idOf = (key: string) => {
		const record = found(key);
		return record && identityOf(record).id;
	};
	const ids = [...new Set(touched.flatMap(({ key }) => idOf(key) ?? []))];
	const rights = new Map<string, Rights>();
	for (const some of chunks(ids, MOST_IDS)) {
		for (const one of await evaluated(some, app, item)) rights.set(one.id, one);
	}
	return (key) => rights.get(idOf(key) ?? '');
}

async function evaluated(ids: string[], app: string, item: ItemView): Promise<Rights[]> {
	const path = pathOn('/k/v1/records/acl/evaluate.json', { guestSpace: guestSpaceOf(item) });
	const body = await item.request({ method: 'GET', path, query: { app, ids }, repeatable: true });
	const { rights } = (body ?? {}) as { rights?: IDataObject[] };
	return (rights ?? []) as unknown as Rights[];
}

function refusal(
	{ id, record, fields }: Rights,
	right: 'editable' | 'deletable',
	codes: string[],
): InputError | undefined {
	const does = right === 'editable' ? 'edit' : 'delete';
	const advice = `The service refused the request (${NO_PERMISSION}). Ask an administrator of the app for permission to ${does} the record`;
	if (!record[right]) return new InputError(`No permission to ${does} record ${id}`, advice);
	if (right === 'deletable') return undefined;
	const code = codes.find((one) => Object.hasOwn(fields, one) && fields[one]?.editable === false);
	if (code === undefined) return undefined;
	return new InputError(
		`No permission to edit the field "${code}" of record ${id}`,
		`The service refused the request (${NO_PERMISSION}). Remove the field from the item, or ask an administrator of the app for permission`,
	);
}
