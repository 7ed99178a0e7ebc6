import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../catalogue';
import { counted, itemsSuffix } from '../messages';
import type { Hints } from '../view';
import type { WriteOptions } from './writeOptions';

/** What a run took, for the hints that n8n shows above its output. */
interface RunSummary {
	run: Run;
	choices: WriteOptions | undefined;
	/** Numbers of incoming items, rows put out, requests sent. */
	items: number;
	rows: number;
	sent: number;
	/** What items tell. */
	hints: Hints;
}

/** Most item messages shown as hints. */
const MOST_OWN = 20;

const DRY = 'Dry run: nothing was written';

/** Shows hints: nothing found, number of requests, what may be lost. */
export function showHints(context: IExecuteFunctions, taken: RunSummary): void {
	const took = taken.choices?.dryRun ? DRY : (emptyHint(taken) ?? requestsHint(taken));
	const own = [...taken.hints].map(([message, items]) =>
		// What all items say needs no numbers.
		items.length === taken.items ? message : `${message}${itemsSuffix(items)}`,
	);
	const messages = [took, webhooksHint(taken), ...own.slice(0, MOST_OWN)];
	const hints = messages.flatMap((message) =>
		message === undefined ? [] : [{ message, location: 'outputPane' as const }],
	);
	if (hints.length > 0) context.addExecutionHints?.(...hints);
}

function emptyHint({ run, rows }: RunSummary): string | undefined {
	return run.kind === 'paginate' && rows === 0 ? run.emptyHint : undefined;
}

function requestsHint({ run, items, rows, sent }: RunSummary): string | undefined {
	const things = run.kind === 'paginate' ? rows : items;
	// One item takes a second request where its form or record is read before.
	if (sent === 0 || (items <= 1 && sent <= 2)) return undefined;
	return `${counted(things, 'item')} in ${counted(sent, 'request')}`;
}

function webhooksHint({ run, choices, items }: RunSummary): string | undefined {
	const perMinute = run.kind === 'batch' ? run.webhooksPerMinute : undefined;
	if (perMinute === undefined || choices?.perMinute !== undefined || choices?.dryRun)
		return undefined;
	if (items <= perMinute) return undefined;
	return `The service delivers ${perMinute} webhooks a minute and drops the rest. Set "Webhooks per Minute" if all ${items.toLocaleString('en-US')} must be delivered`;
}
