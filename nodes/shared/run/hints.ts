import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation, WriteOptions } from '../catalogue';
import { counted, isOpen, itemsSuffix } from '../messages';
import type { Hints } from '../itemContext';
import { isFromErrorOutput } from './results';

/** What a run took, for the hints that n8n shows above its output. */
interface RunSummary {
	operation: Pick<Operation, 'value' | 'run'>;
	options: WriteOptions | undefined;
	/** Number of incoming items. */
	items: number;
	output: INodeExecutionData[];
	sent: number;
	hints: Hints;
}

const MOST_OWN = 20;

const DRY = 'Dry run: nothing was written';

/** Shows hints: nothing found, number of requests, what may be lost. */
export function showHints(context: IExecuteFunctions, taken: RunSummary): void {
	const { operation, output, options, hints, items: count } = taken;
	const { run } = operation;
	const results = countResults(output, operation);
	const empty = run.kind === 'paginate' && output.length === 0 ? run.emptyHint : undefined;
	const isDry = options?.dryRun && !results.dryRun;
	const took = isDry ? DRY : (empty ?? requestsHint(taken, results));
	const refused = output.filter(({ json, error }) => failureOf(json, error) !== undefined).length;
	const own = [...hints].map(([message, items]) =>
		// What all items say that were not refused needs no numbers.
		items.length >= count - refused ? message : `${message}${itemsSuffix(items)}`,
	);
	const left = own.length - MOST_OWN;
	const messages = [
		...(took === undefined ? [] : [took]),
		...own.slice(0, MOST_OWN),
		...(left > 0 ? [`${counted(left, 'more hint')} not shown`] : []),
	];
	const shown = messages.map((message) => ({ message, location: 'outputPane' as const }));
	if (shown.length > 0) context.addExecutionHints?.(...shown);
}

function requestsHint(
	{ operation, items, output, sent }: RunSummary,
	results: ResultCounts,
): string | undefined {
	const rows = output.length;
	if (results.dryRun) return `${DRY}. ${sentence(results, 'would be ')}`;
	// One item takes more requests where what it changes is read before, and after.
	const isOne = items <= 1 && sent <= 3 && (rows <= 1 || results.counts.size === 0);
	if (sent === 0 || isOne) return undefined;
	const things = operation.run.kind === 'paginate' ? rows : items;
	const done = results.counts.size > 0 ? sentence(results) : counted(things, 'item');
	return `${done} (${counted(sent, 'request')})`;
}

/** How many rows say what was done, by the word for it (`created`). */
interface ResultCounts {
	counts: Map<string, number>;
	dryRun: boolean;
}

/** Operations whose rows are one thing each. */
const ONE_EACH =
	/^(create|delete|update)(?:One|WithTable|Assignees|Status(?:OfOne)?|(?<=update)ByConditions)?$/;
const UPSERTED: Record<string, string> = { INSERT: 'created', UPDATE: 'updated' };

/** Counts what became of the items of a write; nothing for operations without a word for it. */
function countResults(
	output: INodeExecutionData[],
	{ value, run }: Pick<Operation, 'value' | 'run'>,
): ResultCounts {
	const counts = new Map<string, number>();
	const [, verb] = ONE_EACH.exec(value) ?? [];
	const usual = verb && `${verb}d`;
	let dryRun = false;
	for (const { json, error } of output) {
		if (json.dryRun === true && Array.isArray(json.refused)) {
			const { refused, records } = json;
			const foreseen = ['created', 'updated', 'changed'].filter((word) =>
				Array.isArray(json[word]),
			);
			for (const word of foreseen) counts.set(word, (json[word] as unknown[]).length);
			if (foreseen.length === 0) counts.set(usual ?? 'written', Number(records));
			if (refused.length > 0) counts.set('refused', refused.length);
			return { counts, dryRun: true };
		}
		const { $action, $operation, $changed, deleted, $removed } = json;
		// A row that counts table rows or records is not one thing.
		if (typeof (deleted ?? $removed) === 'number') return { counts: new Map(), dryRun: false };
		const told = run.kind === 'allItems' && typeof $action === 'string' ? $action : undefined;
		const upserted = UPSERTED[String($operation)];
		const done = $changed === false ? 'unchanged' : (told ?? upserted ?? usual);
		const word = failureOf(json, error) ?? done;
		if (word === undefined) return { counts: new Map(), dryRun: false };
		counts.set(word, (counts.get(word) ?? 0) + 1);
		dryRun ||= told !== undefined && json.$dryRun === true;
	}
	return { counts, dryRun };
}

/** The word for an item that failed; a lost answer is no refusal, so nobody sends such an item again unseen. */
function failureOf(json: IDataObject, error: Error | undefined): string | undefined {
	const failed = isFromErrorOutput(json) ? json.error : error?.message;
	if (failed === undefined) return undefined;
	return isOpen(String(failed)) ? UNKNOWN : 'refused';
}

function sentence({ counts }: ResultCounts, before = ''): string {
	const parts = [...counts].map(
		([word, count]) => `${count.toLocaleString('en-US')} ${STATES.has(word) ? '' : before}${word}`,
	);
	return parts.join(', ');
}

/** Words for what is, not for what is done. */
const UNKNOWN = 'may have been carried out';
const STATES = new Set(['unchanged', 'refused', UNKNOWN]);
