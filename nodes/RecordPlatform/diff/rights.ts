import type {
	BatchRun,
	ItemView,
	PendingElement,
	PrefetchResult,
	RefusedElement,
} from '../../shared/catalogue';
import { RequestError, InputError } from '../../shared/errors';
import { chunks, grouped } from '../../shared/run/batching';
import { listOf, objectOf } from '../../shared/objects';
import { guestSpaceOf, pathOn } from '../route';
import { RECORD_ID } from '../values/mapping';
import type { MatchedRecord } from '../values/matching';
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
export function changedOf({ id, updateKey, record }: MatchedRecord): Touched {
	const fields = Object.keys(record);
	if (updateKey) return { by: updateKey.field, key: updateKey.value, fields };
	return { by: RECORD_ID, key: String(id), fields };
}

const NO_PERMISSION = 'CB_NO02';

/** Maximum number of records per permission request. */
const MOST_IDS = 100;

/** Whether the service refused an element because of a missing permission, without naming the record. */
function lacksPermission({ conflicts = [] }: RefusedElement): boolean {
	return conflicts.includes(NO_PERMISSION);
}

/** Finds the record of a batch that the user has no permission to change. */
export const narrowing: Pick<BatchRun, 'canNarrow'> = {
	canNarrow: ({ code }) => code === NO_PERMISSION,
};

/** The part of a run that reads before it writes. */
type Reading<Element, Found> = Pick<
	BatchRun<Element, Found>,
	'canNarrow' | 'isConflict' | 'needsPrefetch' | 'prefetch'
>;

/**
 * Checks the permissions for each record after the service refused a request because of a missing
 * permission, so that one record doesn't block the others of its request.
 */
export function byRights<Element, Found = undefined>(
	right: 'editable' | 'deletable',
	touched: (element: Element) => Touched,
	{ prefetch, needsPrefetch, isConflict }: Reading<Element, Found> = {},
): Reading<Element, Found> {
	return {
		...narrowing,
		needsPrefetch: (item, element) =>
			prefetch !== undefined && (needsPrefetch?.(item, element) ?? true),
		isConflict: (explanation, item, refused) =>
			isConflict?.(explanation, item, refused) === true ||
			(explanation.code === NO_PERMISSION && !lacksPermission(refused)),
		prefetch: async (waiting) => {
			const problems = await forbidden(waiting, right, touched);
			const allowed = waiting.filter((one) => !problems.has(one));
			const answers = await prefetched(allowed, prefetch, needsPrefetch);
			return waiting.map((one): PrefetchResult<Element, Found> => {
				const problem = problems.get(one);
				return problem ? { problem } : (answers.get(one) ?? { element: one.element });
			});
		},
	};
}

/** The result of the operation's own prefetch. */
async function prefetched<Element, Found>(
	waiting: Array<PendingElement<Element, Found>>,
	prefetch: BatchRun<Element, Found>['prefetch'],
	needsPrefetch: BatchRun<Element, Found>['needsPrefetch'],
): Promise<Map<PendingElement<Element, Found>, PrefetchResult<Element, Found> | undefined>> {
	const reading = waiting.filter(
		(one) =>
			needsPrefetch === undefined ||
			needsPrefetch(one.item, one.element) ||
			(one.attempt > 1 && !lacksPermission(one)),
	);
	if (prefetch === undefined || reading.length === 0) return new Map();
	const answers = await prefetch(reading);
	return new Map(reading.map((one, at) => [one, answers[at]]));
}

/** The elements that the user has no permission to change, each with its problem. */
async function forbidden<Element>(
	waiting: Array<PendingElement<Element>>,
	right: 'editable' | 'deletable',
	touched: (element: Element) => Touched,
): Promise<Map<PendingElement<Element>, InputError>> {
	const problems = new Map<PendingElement<Element>, InputError>();
	const inDoubt = waiting.filter(lacksPermission);
	for (const group of grouped(inDoubt, ({ element }) => touched(element).by)) {
		const all = group.map(({ element }) => touched(element));
		// If the permissions can't be read, the service's response to the write is used.
		const [first] = group;
		const find =
			first &&
			(await rightsOf(all, first).catch((problem: unknown) => {
				if (problem instanceof RequestError || problem instanceof InputError) return undefined;
				throw problem;
			}));
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
	return listOf(objectOf(body).rights) as Rights[];
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
