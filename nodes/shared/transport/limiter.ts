/** What a request does; all requests count, but writes have a limit of their own. */
export type RequestKind = 'read' | 'write';

/** Parallel requests of a run. */
interface Range {
	/** As long as the service doesn't say how busy it is. */
	few: number;
	/** While it says that it has room. */
	most: number;
}

/** At most a tenth of the service's limit for all users. More parallel writes cause more locks in the service. */
export const RANGES: Record<RequestKind, Range> = {
	read: { few: 5, most: 10 },
	write: { few: 4, most: 6 },
};

/** Shares of the service's limit from which it doesn't get more requests, and from which it gets fewer. */
const HALF_FULL = 0.5;
const BUSY = 0.8;

/** How busy the service is, according to a response. */
export interface Load {
	/** The service rejected the request because there were too many. */
	tooMany: boolean;
	/** Lower-case names. */
	headers: Record<string, string>;
}

interface Waiting {
	kind: RequestKind;
	go: () => void;
}

/**
 * Limits parallel requests. Other processes use the same service, and all that is known of them is
 * the number of running requests in each response: the limit is doubled while there is room, kept
 * while the service is half full, and falls to half of the requests under way when it is busy.
 */
export class Limiter {
	private readonly ranges = { ...RANGES };
	private readonly limits = { read: RANGES.read.few, write: RANGES.write.few };
	private readonly running = { read: 0, write: 0 };
	/** Counts busy responses, so that those of parallel requests count once. */
	private signs = 0;
	private waiting: Waiting[] = [];

	/** Requests that may be under way now. */
	atOnce(kind: RequestKind): number {
		return this.limits[kind];
	}

	/** Lets as many writes through as the user chose, until the service is busy. */
	chooseWrites(count: number): void {
		const { few, most } = this.ranges.write;
		// A run of several parts chooses for each of them.
		if (few === count && most === count) return;
		this.ranges.write = { few: count, most: count };
		this.limits.write = count;
	}

	/**
	 * Waits for its turn and returns a function to call when the request is finished.
	 * @param file true for files, which don't wait, because one may be read while another is sent
	 */
	async enter(kind: RequestKind, file = false): Promise<(load?: Load) => void> {
		if (file || this.hasRoom(kind)) this.running[kind] += 1;
		else await new Promise<void>((go) => this.waiting.push({ kind, go }));
		const { signs } = this;
		return (load) => {
			if (load) this.learn(load, signs);
			this.running[kind] -= 1;
			this.letIn();
		};
	}

	private hasRoom(kind: RequestKind): boolean {
		const { limits, running } = this;
		const total = running.read + running.write;
		if (total >= Math.max(limits.read, limits.write)) return false;
		return kind === 'read' ? total < limits.read : running.write < limits.write;
	}

	/** In their order, but a waiting write doesn't hold up reads. */
	private letIn(): void {
		this.waiting = this.waiting.filter(({ kind, go }) => {
			if (!this.hasRoom(kind)) return true;
			this.running[kind] += 1;
			go();
			return false;
		});
	}

	private learn(load: Load, signs: number): void {
		const share = shareOf(load);
		if (load.tooMany || (share !== undefined && share >= BUSY)) {
			if (signs !== this.signs) return;
			this.signs += 1;
			const half = Math.max(1, Math.floor((this.running.read + this.running.write) / 2));
			this.set((limit) => Math.min(limit, half));
		} else if (share === undefined) {
			this.set((limit, { few }) => Math.min(few, limit + 1));
		} else if (share < HALF_FULL) {
			this.set((limit, { most }) => Math.min(most, limit * 2));
		} else {
			this.set((limit, { few }) => Math.max(limit, Math.min(few, limit + 1)));
		}
	}

	private set(next: (limit: number, range: Range) => number): void {
		for (const kind of ['read', 'write'] as const) {
			this.limits[kind] = next(this.limits[kind], this.ranges[kind]);
		}
	}
}

/** The part of its limit that the service is using; undefined if it doesn't say. */
function shareOf({ headers }: Load): number | undefined {
	const limit = Number(headers['x-concurrencylimit-limit']);
	const running = Number(headers['x-concurrencylimit-running']);
	return limit > 0 && running >= 0 ? running / limit : undefined;
}
