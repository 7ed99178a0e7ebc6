import { sameData } from './objects';

/** How long what was read may be used by other executions, in milliseconds. */
const FRESH_MS = 60_000;

/** How much is kept for other executions; the oldest leaves first. */
const MOST = 100;

interface Entry {
	/** When it was asked for, in milliseconds since 1970. */
	since: number;
	value: Promise<unknown>;
}

/** What the executions of this process read, by owner and key. */
const shared = new Map<string, Entry>();

type Load = () => Promise<unknown>;

/**
 * What an execution reads once. Some of it can come from an execution of the last minute with the same
 * credential. Such a value never decides against an item: before an item is refused or a hint is shown, it
 * is read again (`revalidate`), and items for which it was another one are prepared again.
 */
export class ReadCache {
	private readonly own = new Map<string, Promise<unknown>>();
	private readonly settled = new Map<string, unknown>();
	private readonly unproven = new Map<string, { load: Load; value: Promise<unknown> }>();
	private validation: Promise<unknown> = Promise.resolve();
	/** Grows when a value of another execution was outdated. */
	generation = 0;
	/** Whether values of other executions are used. */
	usesShared = false;

	/**
	 * @param owner a digest of the credential whose values are used
	 * @param isPublished false in the editor: who tries a workflow may have changed the app a moment ago
	 */
	constructor(
		private readonly owner: () => string,
		readonly isPublished = false,
	) {}

	/** Runs `load` once and keeps its result, also a failure. */
	async once<T>(key: string, load: () => Promise<T>): Promise<T> {
		return (await (this.own.get(key) ?? this.keep(key, load()))) as T;
	}

	/** As `once`; takes what another execution read, and keeps its own result for others. */
	async cached<T>(key: string, load: () => Promise<T>): Promise<T> {
		return (await (this.own.get(key) ?? this.ofOther(key, load) ?? this.read(key, load))) as T;
	}

	/** What `cached` gave for the key; undefined before. */
	peek(key: string): unknown {
		return this.settled.get(key);
	}

	/** What an execution of the last minute has noted: a guess that saves time, and decides nothing. */
	async recall(key: string): Promise<unknown> {
		return this.isPublished ? await this.fresh(key)?.value : undefined;
	}

	/** Notes a guess for other executions. */
	note(key: string, guess: unknown): void {
		if (this.isPublished) void this.share(key, Promise.resolve(guess));
	}

	/** Reads again what came from other executions, once. */
	async revalidate(): Promise<void> {
		const validating = [...this.unproven].map(async ([key, { load, value }]) => {
			const now = await this.read(key, load).catch((problem: unknown) => problem);
			if (!sameData(await value, now)) this.generation += 1;
		});
		this.unproven.clear();
		if (validating.length > 0) this.validation = Promise.all([this.validation, ...validating]);
		await this.validation;
	}

	private ofOther(key: string, load: Load): Promise<unknown> | undefined {
		const entry = this.usesShared ? this.fresh(key) : undefined;
		if (entry === undefined) return undefined;
		// The other execution may have been canceled.
		const value = entry.value.catch(async () => await this.read(key, load));
		this.unproven.set(key, { load, value });
		return this.keep(key, value);
	}

	private fresh(key: string): Entry | undefined {
		const entry = shared.get(`${this.owner()} ${key}`);
		return entry && Date.now() - entry.since < FRESH_MS ? entry : undefined;
	}

	private read(key: string, load: Load): Promise<unknown> {
		return this.keep(key, this.share(key, load()));
	}

	private share(key: string, value: Promise<unknown>): Promise<unknown> {
		const name = `${this.owner()} ${key}`;
		const entry = { since: Date.now(), value };
		value.catch(() => shared.get(name) === entry && shared.delete(name));
		// The last one of the map, so that the first one is the oldest.
		shared.delete(name);
		shared.set(name, entry);
		for (const [oldest, { since }] of shared) {
			if (shared.size <= MOST && entry.since - since < FRESH_MS) break;
			shared.delete(oldest);
		}
		return value;
	}

	private keep(key: string, value: Promise<unknown>): Promise<unknown> {
		this.own.set(key, value);
		this.settled.delete(key);
		const settle = (result: unknown) =>
			this.own.get(key) === value && this.settled.set(key, result);
		value.then(settle, () => undefined);
		return value;
	}
}
