export const cuts = ['before', 'after', 'body'] as const;

/** What goes wrong, when, and how often. */
export interface Fault {
	/** Only requests of this method (after a method override), upper case. */
	method?: string;
	/** The beginning of the path when it starts with a slash, else a part of it. */
	path?: string;
	/** So many matching requests pass untouched first. */
	skip: number;
	/** So many are hit then; 0 for all. */
	times: number;
	/** Answers with this status in place of what the service says. */
	status?: number;
	/** The service's error code in that answer. */
	code?: string;
	message?: string;
	/** That answer is an HTML page, as gateways send: this text, or one of our own for `true`. */
	html?: string | boolean;
	/** Where that answer sends the caller, as a sign-in page in front of a service does. */
	location?: string;
	/** Seconds, or a date, for the Retry-After header of that answer. */
	retryAfter?: string;
	/** Headers (`X-…`) that come with what the service says, or with that answer. */
	headers?: Record<string, string>;
	/** The request is carried out before that answer is given: a lost success. */
	handled?: boolean;
	/** Waits so long before anything else. */
	delayMs?: number;
	/** Waits until the faults are deleted. One request at a time: those that come meanwhile pass. */
	hold?: boolean;
	/** Cuts the connection: before the request is carried out, after it without an answer, or in the middle of the answer. */
	cut?: (typeof cuts)[number];
}

/** The faults of one tenant, in the order they were planned; the first that matches hits. */
export class FaultPlan {
	private readonly planned: Array<{ id: number; fault: Fault }> = [];
	private lastId = 0;
	private held: { released: Promise<void>; release: () => void } | undefined;

	add(fault: Fault): number {
		this.lastId += 1;
		this.planned.push({ id: this.lastId, fault: { ...fault } });
		return this.lastId;
	}

	/** The fault that hits this request, counted down. */
	take(method: string, path: string): Fault | undefined {
		for (const entry of this.planned) {
			const { fault } = entry;
			if (fault.hold && this.isHolding) continue;
			if (fault.method !== undefined && fault.method !== method) continue;
			if (!isAbout(fault, path)) continue;
			if (fault.skip > 0) {
				fault.skip -= 1;
				continue;
			}
			if (fault.times === 1) this.planned.splice(this.planned.indexOf(entry), 1);
			else if (fault.times > 1) fault.times -= 1;
			if (fault.hold) this.startHolding();
			return fault;
		}
		return undefined;
	}

	list(): Array<{ id: number } & Fault> {
		return this.planned.map(({ id, fault }) => ({ id, ...fault }));
	}

	/** Deletes all faults, and lets the request go that is held. */
	clear(): void {
		this.planned.length = 0;
		this.held?.release();
		this.held = undefined;
	}

	get isHolding(): boolean {
		return this.held !== undefined;
	}

	/** Ends when the faults are deleted. */
	async untilReleased(): Promise<void> {
		await this.held?.released;
	}

	/** From here on, other requests pass. */
	private startHolding(): void {
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		this.held = { released, release };
	}
}

function isAbout({ path: wanted = '/' }: Fault, path: string): boolean {
	return wanted.startsWith('/') ? path.startsWith(wanted) : path.includes(wanted);
}
