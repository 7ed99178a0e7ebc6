import type { Account } from '../../types';
import type { Directory } from '../directory';
import { type FileRow, presentFile } from '../files/model';
import { inUtc } from '../time';
import type { RequestRow, StoredItem, StoredProcessor, StoredStep } from './model';
import { requirementWords, resultWords, statusWords } from './words';

type Locale = Account['locale'];

/** A request as the administrator's search tells it; items and steps are maps by their keys. */
export function presentRequest(
	row: RequestRow,
	files: ReadonlyMap<number, FileRow>,
	directory: Directory,
	locale: Locale,
): Record<string, unknown> {
	const current = currentStep(row);
	return {
		id: String(row.id),
		status: { name: statusWords[row.status][locale], type: row.status },
		createdAt: inUtc(row.createdAt),
		...(current !== undefined && { processingStepCode: current.key }),
		name: row.name,
		number: row.number,
		isUrgent: row.urgent,
		applicant: { ...directory.user(row.applicant), ...proxyOf(row.proxy, directory) },
		form: { id: String(row.formId), name: row.formName },
		items: Object.fromEntries(row.items.map((item) => [item.key, presentItem(item, files)])),
		steps: Object.fromEntries(
			row.steps.map((step) => [step.key, presentStep(step, directory, locale)]),
		),
	};
}

/** Ids of the files of an item, which holds ids only if it is one for files. */
export function fileIdsOf({ type, value }: StoredItem): number[] {
	return type === 'FILE' && Array.isArray(value) ? value.map(Number) : [];
}

/** The step that waits for someone; a request that is through, or back at its applicant, has none. */
function currentStep({ status, steps }: RequestRow): StoredStep | undefined {
	if (status !== 'UNPROCESSING' && status !== 'IN_PROGRESS') return undefined;
	return steps.find(({ requirement, processors }) => {
		const waits = (processor: StoredProcessor) => processor.result === undefined;
		return requirement === 'ALL' ? processors.some(waits) : processors.every(waits);
	});
}

function presentItem(item: StoredItem, files: ReadonlyMap<number, FileRow>): object {
	const { name, type, value } = item;
	if (type !== 'FILE') return { name, type, value };
	const rows = fileIdsOf(item).flatMap((id) => files.get(id) ?? []);
	return { name, type, value: rows.map(presentFile) };
}

function presentStep(step: StoredStep, directory: Directory, locale: Locale): object {
	return {
		id: String(step.id),
		name: step.name,
		requirement: requirementWords[step.requirement][locale],
		isApprovalStep: step.isApprovalStep ? 1 : 0,
		processors: step.processors.map((processor) => ({
			...directory.user(processor.user),
			result: processor.result === undefined ? '' : resultWords[processor.result][locale],
			...(processor.operatedAt !== undefined && {
				operatedAt: inUtc(new Date(processor.operatedAt)),
			}),
			comment: processor.comment,
			...proxyOf(processor.proxy ?? null, directory),
		})),
	};
}

function proxyOf(proxy: string | null, directory: Directory): object {
	return proxy === null ? {} : { proxy: directory.user(proxy) };
}
