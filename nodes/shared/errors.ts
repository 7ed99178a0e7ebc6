/** Input that cannot be sent: what is wrong, with which parameter, and what would be right. */
export class Refusal extends Error {
	/**
	 * @param message what happened, as a full phrase without a period at the end
	 * @param advice what to do about it
	 * @param outcomeUnknown true where nobody knows if the service has done what was asked
	 */
	constructor(
		message: string,
		readonly advice?: string,
		readonly outcomeUnknown = false,
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** For an answer that is JSON, but not that of the call, as a gateway may give it. */
export function unfitting(repeatable: boolean): Refusal {
	return new Refusal(
		'The service answered in a form that does not fit the call',
		repeatable
			? 'Check the base URL of the credential, and what stands between n8n and the service'
			: 'What these items asked for may or may not have been done. Look it up in the service before running them again',
		!repeatable,
	);
}

/** A response that is no success. */
export interface FailedReply {
	status: number;
	headers: Record<string, string>;
	/** Parsed when it is JSON, else the text. */
	body: unknown;
}

/** One field's reasons. */
export interface FieldReason {
	/** The service's own path (`records[3].Amount.value`). */
	path: string;
	/** The field in words a person knows (`Amount`). */
	label?: string;
	/** Index of the element of a batch that the path names. */
	element?: number;
	messages: string[];
}

/** The service's reason, as plain data. */
export interface Explanation {
	/** The service's own message. */
	message: string;
	/** The service's own code (`CB_VA01`). */
	code?: string;
	/** Reasons by field, in the order in which the service names them. */
	fields?: FieldReason[];
	/**
	 * `elements` when single elements of the call may be to blame although the others are
	 * fine (a record that does not exist); default `call`: every element would meet the same.
	 */
	blames?: 'elements' | 'call';
	/** What the person can do about it. */
	advice?: string;
	/** True when the service says that it did nothing and another try may succeed (locks, too many requests). */
	transient?: boolean;
}

/** How far a failed request got. Only `unknown` leaves open whether the service has done it. */
export type Reach = 'notSent' | 'refused' | 'unknown';

/** A request that did not succeed, as plain data. */
export interface Failure {
	kind: 'reply' | 'network' | 'timeout' | 'cancelled' | 'credential';
	reach: Reach;
	/** Method and path, without query and host. */
	request: string;
	/** Node's or n8n's code of a network failure (`ECONNREFUSED`). */
	networkCode?: string;
	/** What n8n said, for failures that have no reply. */
	detail?: string;
	reply?: FailedReply;
	explanation?: Explanation;
	/** How often it was sent. */
	attempts: number;
	/** Which part of the item it is about, told before all else (`Record 17, field "Files"`). */
	subject?: string;
	/** What had been done besides, for the person who has to clean up. */
	note?: string;
}

/** Carries a `Failure` through code that awaits a request's body. */
export class Failed extends Error {
	constructor(readonly failure: Failure) {
		super(failure.explanation?.message ?? failure.detail ?? failure.kind);
		this.name = 'Failed';
	}
}

/** The problem with the part of an item that it is about, told before its own words. */
export function withSubject(subject: string, problem: unknown): unknown {
	if (problem instanceof Failed) return new Failed({ ...problem.failure, subject });
	if (!(problem instanceof Refusal)) return problem;
	const { message, advice, outcomeUnknown } = problem;
	return new Refusal(`${subject}: ${message}`, advice, outcomeUnknown);
}
