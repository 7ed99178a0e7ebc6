/** Parallel requests of a run while the service has room: a tenth of its limit for all users. */
const MOST = 10;
/** Parallel requests of a run as long as the service doesn't tell how busy it is. */
const FEW = 5;

/** Shares of the service's limit from which a run doesn't send more in parallel, and from which less. */
const HALF_FULL = 0.5;
const BUSY = 0.8;

/** How busy the service is, according to a response. */
export interface Load {
	/** The service rejected the request because there were too many. */
	tooMany: boolean;
	headers: Record<string, string>;
}

/**
 * Limits parallel requests. Other processes use the same service, and each of its responses tells
 * how many requests are running: twice as many are sent while there is room, half as many when it is busy.
 */
export class Limiter {
	private running = 0;
	/** Counts busy responses, so that those of parallel requests count once. */
	private signs = 0;
	private readonly waiting: Array<() => void> = [];

	/** @param limit parallel requests to begin with */
	constructor(public limit = FEW) {}

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
		const { limit } = this;
		const share = load.tooMany ? 1 : shareOf(load);
		if (share === undefined) {
			this.limit = Math.min(FEW, limit + 1);
		} else if (share < HALF_FULL) {
			this.limit = Math.min(MOST, limit * 2);
		} else if (share < BUSY) {
			this.limit = Math.max(limit, Math.min(FEW, limit + 1));
		} else if (signs === this.signs) {
			this.signs += 1;
			this.limit = Math.max(1, Math.floor(limit / 2));
		}
	}
}

/** The part of its limit that the service is using; undefined if it doesn't tell. */
function shareOf({ headers }: Load): number | undefined {
	const limit = Number(headers['x-concurrencylimit-limit']);
	const running = Number(headers['x-concurrencylimit-running']);
	return limit > 0 && running >= 0 ? running / limit : undefined;
}
