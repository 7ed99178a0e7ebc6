/** Requests of one run under way at once, at the most: a tenth of what the service has for a whole site. */
const MOST = 10;

/** Part of the service's own limit from which on it counts as busy. */
const BUSY = 0.8;

/** What a request's answer says of how busy the service is. */
export interface Load {
	/** It turned the request away because there were too many. */
	tooMany: boolean;
	/** Lower-case names. */
	headers: Record<string, string>;
}

/**
 * Lets requests through, fewer at once while the service is busy: half as many after each sign
 * of it, one more after each answer without.
 */
export class Gate {
	private limit = MOST;
	private running = 0;
	/** Counts the signs, so that requests that were under way together count as one. */
	private signs = 0;
	private readonly waiting: Array<() => void> = [];

	/**
	 * Waits for its turn and gives what to call when the request is over.
	 * @param file true for files, which do not wait: one may be read for another that is being sent
	 */
	async enter(file = false): Promise<(load?: Load) => void> {
		if (!file && this.running >= this.limit) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		} else {
			this.running += 1;
		}
		const { signs } = this;
		return (load) => {
			this.running -= 1;
			if (load) this.learn(load, signs);
			while (this.running < this.limit && this.waiting.length > 0) {
				this.running += 1;
				this.waiting.shift()?.();
			}
		};
	}

	private learn(load: Load, signs: number): void {
		if (!isBusy(load)) {
			this.limit = Math.min(MOST, this.limit + 1);
		} else if (signs === this.signs) {
			this.signs += 1;
			this.limit = Math.max(1, Math.floor(this.limit / 2));
		}
	}
}

/** By the status, or by the headers of a service that tells how many calls it is working on. */
function isBusy({ tooMany, headers }: Load): boolean {
	const limit = Number(headers['x-concurrencylimit-limit']);
	const running = Number(headers['x-concurrencylimit-running']);
	return tooMany || (limit > 0 && running >= limit * BUSY);
}
