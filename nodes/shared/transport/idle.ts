import { sleep } from 'n8n-workflow';

/** Watches for a stalled transfer. */
export interface IdleWatch {
	/** Starts waiting; also called after each received piece. */
	waiting(): void;
	resting(): void;
	end(): void;
	/** Whether a wait lasted too long. */
	readonly expired: boolean;
}

/**
 * Calls `tooLong` once when a wait lasts `limitSeconds`. It checks the clock regularly, because a
 * timer for each of a large file's pieces would be slow.
 */
export function watchIdle(limitSeconds: number, tooLong: () => void): IdleWatch {
	const limitMs = limitSeconds * 1000;
	const checkEveryMs = Math.max(50, Math.min(1000, limitMs / 4));
	let since: number | undefined;
	let over = !(limitMs > 0);
	let expired = false;
	let checking = false;
	const check = async () => {
		checking = true;
		while (!over) {
			await sleep(checkEveryMs);
			if (over || since === undefined || Date.now() - since < limitMs) continue;
			over = expired = true;
			tooLong();
		}
	};
	return {
		waiting: () => {
			since = Date.now();
			if (!checking) void check();
		},
		resting: () => void (since = undefined),
		end: () => void (over = true),
		get expired() {
			return expired;
		},
	};
}
