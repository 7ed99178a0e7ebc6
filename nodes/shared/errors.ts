interface InputErrorOptions {
	/** Whether the request may or may not have succeeded. */
	outcomeUnknown?: boolean;
	/** Code of the field whose value is invalid. */
	field?: string | undefined;
}

/** Invalid input: what is wrong, with which parameter, and how to correct it. */
export class InputError extends Error {
	/**
	 * @param message what happened, as a full phrase without a period at the end
	 * @param advice what to do about it
	 */
	constructor(
		message: string,
		readonly advice?: string,
		readonly options: InputErrorOptions = {},
	) {
		super(message);
		this.name = 'InputError';
	}
}

/** Several faults of an item as one problem. */
class InputErrors extends InputError {
	constructor(readonly parts: InputError[]) {
		const advice = new Set(parts.flatMap((one) => one.advice ?? []));
		super(parts.map(({ message }) => message).join('. '), [...advice].join('. '), {
			outcomeUnknown: parts.some(({ options }) => options.outcomeUnknown),
			field: parts.find(({ options }) => options.field !== undefined)?.options.field,
		});
	}
}

/** Collects what is wrong with an item, to tell all of it at once. */
export class Faults {
	constructor(private readonly found: InputError[] = []) {}

	get any(): boolean {
		return this.found.length > 0;
	}

	/** Notes a refusal. Throws any other problem. */
	readonly note = (problem: unknown): undefined => {
		if (!(problem instanceof InputError)) throw problem;
		this.found.push(problem);
	};

	/** What is made; undefined where it is refused. */
	of<T>(make: () => T): T | undefined {
		const made = attempt(make);
		return 'value' in made ? made.value : this.note(made.problem);
	}

	/** Throws what was noted, as one problem; what is told twice is one fault. */
	end(): void {
		if (!this.any) return;
		const parts = this.found.flatMap((one) => (one instanceof InputErrors ? one.parts : one));
		const [first, ...others] = new Map(parts.map((one) => [one.message, one])).values();
		if (first) throw others.length > 0 ? new InputErrors([first, ...others]) : first;
	}
}

/** What is made of each entry. Throws everything that is wrong with them at once. */
export function eachOf<T, R>(entries: Iterable<T>, make: (entry: T, at: number) => R): R[] {
	const faults = new Faults();
	const made: R[] = [];
	const all = Array.isArray(entries) ? (entries as T[]) : [...entries];
	for (let at = 0; at < all.length; at++) {
		faults.of(() => {
			for (; at < all.length; at++) made.push(make(all[at] as T, at));
		});
	}
	faults.end();
	return made;
}

/** For a JSON response of an unexpected form, e.g. from a gateway. */
export function unexpectedResponse(repeatable: boolean): InputError {
	return new InputError(
		'The service returned an unexpected response',
		repeatable
			? 'Check the base URL of the credential and any gateway between n8n and the service'
			: 'The request may or may not have succeeded for these items. Check them before you run it again',
		{ outcomeUnknown: !repeatable },
	);
}

export interface FailedReply {
	status: number;
	headers: Record<string, string>;
	/** Parsed when it is JSON, else the text. */
	body: unknown;
}

export interface FieldReason {
	/** The service's own path (`records[3].Amount.value`). */
	path: string;
	/** The field in words a person knows (`Amount`). */
	label?: string;
	/** Index of the element of a batch that the path names. */
	element?: number;
	messages: string[];
	/** What to do about this field. */
	advice?: string;
}

/** The service's reason, as plain data. */
export interface Explanation {
	message: string;
	/** The service's own code (`CB_VA01`). */
	code?: string;
	/** Reasons by field, in the order in which the service names them. */
	fields?: FieldReason[];
	/**
	 * `elements` if single elements may have caused the error (a record that does not exist).
	 * Default `request`: every element would fail.
	 */
	blames?: 'elements' | 'request';
	advice?: string;
	/** True if nothing was done and a retry may succeed (locks, too many requests). */
	transient?: boolean;
}

/** How far a failed request got. With `unknown`, it may or may not have succeeded. */
export type Outcome = 'notSent' | 'refused' | 'unknown';

/** A request that did not succeed, as plain data. */
export interface Failure {
	kind: 'reply' | 'network' | 'timeout' | 'cancelled' | 'credential';
	outcome: Outcome;
	/** Method and path, without query and host. */
	request: string;
	/** Node's or n8n's code of a network failure (`ECONNREFUSED`). */
	networkCode?: string;
	/** What n8n said, for failures that have no reply. */
	detail?: string;
	reply?: FailedReply;
	explanation?: Explanation;
	attempts: number;
	/** The part of the item it is about, at the start of the message (`Record 17, field "Files"`). */
	subject?: string;
	/** What else was done, so that the user can undo it. */
	note?: string;
}

/** Carries a `Failure` through code that awaits a request's body. */
export class RequestError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.explanation?.message ?? failure.detail ?? failure.kind);
		this.name = 'RequestError';
	}
}

/** What a function gives, or the problem that it throws. */
export function attempt<T>(make: () => T): { value: T } | { problem: unknown } {
	try {
		return { value: make() };
	} catch (problem) {
		return { problem };
	}
}

/** What a promise gives, or the problem that it is rejected with. */
export async function attemptAsync<T>(
	make: () => Promise<T>,
): Promise<{ value: T } | { problem: unknown }> {
	return await make().then(
		(value) => ({ value }),
		(problem: unknown) => ({ problem }),
	);
}

/** The problem with the part of an item at the start of its message. */
export function withSubject(subject: string, problem: unknown): unknown {
	if (problem instanceof RequestError) return new RequestError({ ...problem.failure, subject });
	if (!(problem instanceof InputError)) return problem;
	return new InputError(`${subject}: ${problem.message}`, problem.advice, problem.options);
}
