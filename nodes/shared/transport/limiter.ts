/** Most parallel requests of a run: a tenth of the service's limit for all users. */
const MOST = 10;

/** Share of the service's limit from which it counts as busy. */
const BUSY = 0.8;

/** How busy the service is, according to a response. */
export interface Load {
	/** The service rejected the request because there were too many. */
	tooMany: boolean;
	headers: Record<string, string>;
}

/**
 * Limits parallel requests: half as many after each busy response, one more after each other
 * response.
 */
export class Limiter {
	private limit = MOST;
	private running = 0;
	/** Counts busy responses, so that those of parallel requests count once. */
	private signs = 0;
	private readonly waiting: Array<() => void> = [];

	/**
	 * Waits for its turn and returns a function to call when the request is finished.
	 * @param file true for files, which don't wait, because one may be read while another is sent
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

/** By the status, or by headers with the number of running requests. */
function isBusy({ tooMany, headers }: Load): boolean {
	const limit = Number(headers['x-concurrencylimit-limit']);
	const running = Number(headers['x-concurrencylimit-running']);
	return tooMany || (limit > 0 && running >= limit * BUSY);
}
