/** What one execution did, as n8n reports it. */
export interface Ran {
	id: string;
	/** Key that the caller sent. Empty where n8n has lost it: of an execution whose worker is gone, it keeps no items. */
	run: string;
	kind: Kind;
	/** Run again by n8n after another was broken off. */
	isRetry: boolean;
	/** Reported as done; otherwise n8n reports it as broken off. */
	isDone: boolean;
	/** What its node has put out, one entry an item. */
	written: Array<Record<string, unknown>>;
	/** Rows that it had to write or read. */
	rows: number;
}

export const kinds = ['read', 'create', 'upsert', 'upsertChanges', 'book'] as const;
export type Kind = (typeof kinds)[number];

type Row = Record<string, unknown>;

/** What is in the service at the end, read past the nodes. */
export interface Stored {
	/** With `Execution`, `Part`. */
	created: Row[];
	/** With `Key`, `Execution`. */
	upserted: Row[];
	/** With `Key`. */
	compared: Row[];
	events: Array<{ id: string; subject: string; start: number; end: number }>;
}

/** What was asked of the cluster. */
export interface Asked {
	/** How often the webhook was called for a run, also if the answer was lost. */
	calls: Map<string, number>;
	/** Keys that a run has to write. */
	keysOf(run: string): string[];
}

export interface Verdict {
	counts: Record<string, number>;
	wrong: string[];
}

/** Compares n8n's executions with the service, record by record. */
export function compare(executions: Ran[], stored: Stored, asked: Asked): Verdict {
	const verdict: Verdict = { counts: {}, wrong: [] };
	for (const kind of kinds) {
		const all = executions.filter((one) => one.kind === kind);
		verdict.counts[`${kind}: executions`] = all.length;
		verdict.counts[`${kind}: broken off`] = all.filter(({ isDone }) => !isDone).length;
		compareCalls(kind, all, asked, verdict);
	}
	compareReads(executions, verdict);
	compareCreates(executions, stored.created, verdict);
	compareUpserts(executions, stored.upserted, asked, verdict);
	compareChanges(executions, stored.compared, asked, verdict);
	compareEvents(executions, stored.events, verdict);
	return verdict;
}

const of = (executions: Ran[], kind: Kind) => executions.filter((one) => one.kind === kind);

/** n8n has an execution for every run. */
function compareCalls(kind: Kind, all: Ran[], { calls }: Asked, { wrong }: Verdict): void {
	const nameless = all.filter(({ run }) => run === '');
	for (const { id } of nameless.filter(({ isDone }) => isDone)) {
		wrong.push(`${kind} ${id}: done, and nobody has called it`);
	}
	const known = new Set(all.map(({ run }) => run));
	const missing = [...calls.keys()].filter((run) => kindOf(run) === kind && !known.has(run));
	if (missing.length > nameless.length) {
		wrong.push(
			`${kind}: ${missing.length} runs have only ${nameless.length} executions: ${missing.join(', ')}`,
		);
	}
}

/** Of `upsert-17`. */
export const kindOf = (run: string): string => run.replace(/-.*/, '');

/** How many executions of each key may have written it without being reported as done. */
function unreported(all: Ran[], kind: Kind, { calls, keysOf }: Asked): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [run, called] of calls) {
		if (kindOf(run) !== kind) continue;
		const known = all.filter((one) => one.run === run);
		const nameless = called - known.filter(({ isRetry }) => !isRetry).length;
		const may = nameless + known.filter(({ isDone }) => !isDone).length;
		for (const key of keysOf(run)) counts.set(key, (counts.get(key) ?? 0) + may);
	}
	return counts;
}

function compareReads(executions: Ran[], { counts, wrong }: Verdict): void {
	const done = of(executions, 'read').filter(({ isDone }) => isDone);
	for (const { id, written, rows } of done) {
		const found = new Set(written.map(({ $id }) => $id)).size;
		if (written.length !== rows || found !== rows) {
			wrong.push(`read ${id}: ${written.length} records, ${found} different, expected ${rows}`);
		}
	}
	counts['read: records'] = done.reduce((sum, { rows }) => sum + rows, 0);
}

function compareCreates(executions: Ran[], records: Row[], { counts, wrong }: Verdict): void {
	const byExecution = grouped(records, ({ Execution }) => String(Execution));
	let leftovers = 0;
	for (const { id, isDone, written, rows } of of(executions, 'create')) {
		const own = byExecution.get(id) ?? [];
		byExecution.delete(id);
		const parts = own.map(({ Part }) => Number(Part));
		if (new Set(parts).size < parts.length) wrong.push(`create ${id}: a part is there twice`);
		if (!isDone) {
			leftovers += own.length;
			continue;
		}
		const reported = written.map((item) => String(item.$id)).sort();
		const there = own.map(({ $id }) => String($id)).sort();
		if (reported.join() !== there.join()) {
			wrong.push(`create ${id}: reports ${reported.length}, the service has ${there.length}`);
		}
		if (there.length !== rows) wrong.push(`create ${id}: ${there.length} instead of ${rows}`);
	}
	for (const [id, own] of byExecution) {
		wrong.push(`create: ${own.length} records of the unknown execution ${id}`);
	}
	counts['create: records'] = records.length;
	counts['create: records of executions that were broken off'] = leftovers;
}

function compareUpserts(
	executions: Ran[],
	records: Row[],
	asked: Asked,
	{ counts, wrong }: Verdict,
): void {
	const { keysOf } = asked;
	const all = of(executions, 'upsert');
	const byKey = keyed(records, 'upsert', wrong);
	const reports = new Map<string, string[]>();
	const maybe = unreported(all, 'upsert', asked);
	for (const { id, isDone, written, rows } of all) {
		if (!isDone) continue;
		if (written.length !== rows) wrong.push(`upsert ${id}: ${written.length} of ${rows} items`);
		for (const item of written) {
			const recordId = String(item.$id);
			reports.set(recordId, [...(reports.get(recordId) ?? []), String(item.$revision)]);
		}
	}
	for (const key of new Set(all.filter(({ isDone }) => isDone).flatMap(({ run }) => keysOf(run)))) {
		if (!byKey.has(key)) wrong.push(`upsert: ${key} is reported and missing`);
	}
	for (const [key, record] of byKey) {
		const own = reports.get(String(record.$id)) ?? [];
		const revision = Number(record.$revision);
		const most = own.length + (maybe.get(key) ?? 0);
		if (new Set(own).size < own.length) wrong.push(`upsert: ${key} has a revision reported twice`);
		if (revision < own.length || revision > most) {
			wrong.push(`upsert: ${key} was written ${revision} times, reported ${own.length} to ${most}`);
		}
	}
	counts['upsert: records'] = records.length;
	counts['upsert: writes reported'] = [...reports.values()].flat().length;
}

/** With Only Changes, all executions of a key have the same values: who finds them writes nothing. */
function compareChanges(
	executions: Ran[],
	records: Row[],
	{ calls, keysOf }: Asked,
	{ counts, wrong }: Verdict,
): void {
	const byKey = keyed(records, 'upsertChanges', wrong);
	const called = new Map(
		[...calls].flatMap(([run, times]) => keysOf(run).map((key) => [key, times] as const)),
	);
	for (const { id, run, isDone, written, rows } of of(executions, 'upsertChanges')) {
		if (!isDone) continue;
		if (written.length !== rows) {
			wrong.push(`upsertChanges ${id}: ${written.length} of ${rows} items`);
		}
		for (const key of keysOf(run).filter((one) => !byKey.has(one))) {
			wrong.push(`upsertChanges: ${key} is reported and missing`);
		}
	}
	for (const [key, { $revision, Value }] of byKey) {
		// Two that run at the same time can both find no record.
		if (Number($revision) > (called.get(key) ?? 0))
			wrong.push(`upsertChanges: ${key} was written ${String($revision)} times`);
		if (Value !== valueOf(key)) wrong.push(`upsertChanges: ${key} has the value ${String(Value)}`);
	}
	counts['upsertChanges: records'] = records.length;
}

/** What each execution with Only Changes writes for a key. */
export const valueOf = (key: string): string => `value of ${key}`;

function compareEvents(
	executions: Ran[],
	events: Stored['events'],
	{ counts, wrong }: Verdict,
): void {
	const inOrder = [...events].sort((one, other) => one.start - other.start);
	inOrder.slice(1).forEach((event, at) => {
		const before = inOrder[at];
		if (before && event.start < before.end) {
			wrong.push(`book: the room is booked twice by ${before.subject} and ${event.subject}`);
		}
	});
	const bySubject = grouped(events, ({ subject }) => subject);
	let leftovers = 0;
	for (const { id, isDone, written } of of(executions, 'book')) {
		const own = bySubject.get(id) ?? [];
		bySubject.delete(id);
		if (own.length > 1) wrong.push(`book ${id}: ${own.length} events`);
		if (!isDone) {
			leftovers += own.length;
			continue;
		}
		const reported = written.map((item) => String(item.id)).join();
		if (reported !== own.map((event) => event.id).join()) {
			wrong.push(`book ${id}: reports the events ${reported}, the room has ${own.length}`);
		}
	}
	for (const [subject, own] of bySubject) {
		wrong.push(`book: ${own.length} events of the unknown execution ${subject}`);
	}
	counts['book: events'] = events.length;
	counts['book: events of executions that were broken off'] = leftovers;
}

function grouped<Row>(rows: Row[], nameOf: (row: Row) => string): Map<string, Row[]> {
	const groups = new Map<string, Row[]>();
	for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
	return groups;
}

function keyed(records: Row[], kind: Kind, wrong: string[]): Map<string, Row> {
	return new Map(
		[...grouped(records, ({ Key }) => String(Key))].map(([key, [record = {}, ...more]]) => {
			if (more.length > 0) wrong.push(`${kind}: ${key} is there ${more.length + 1} times`);
			return [key, record];
		}),
	);
}
