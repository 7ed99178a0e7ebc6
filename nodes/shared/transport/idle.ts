import { sleep } from 'n8n-workflow';

/** Tells of the longest time that something may stand still. */
export interface IdleWatch {
	/** From now on something is waited for; also after each piece that came. */
	waiting(): void;
	/** Nobody waits for anything at present. */
	resting(): void;
	/** Ends the watch. */
	end(): void;
	/** Whether a wait lasted too long. */
	readonly expired: boolean;
}

/**
 * Calls `tooLong` once, when a wait lasts `limitSeconds`. It looks at the clock now and then
 * instead of setting a timer for each piece, of which a large file has tens of thousands.
 */
export function watchIdle(limitSeconds: number, tooLong: () => void): IdleWatch {
	const limitMs = limitSeconds * 1000;
	const lookEveryMs = Math.max(50, Math.min(1000, limitMs / 4));
	let since: number | undefined;
	let over = !(limitMs > 0);
	let expired = false;
	let looking = false;
	const look = async () => {
		looking = true;
		while (!over) {
			await sleep(lookEveryMs);
			if (over || since === undefined || Date.now() - since < limitMs) continue;
			over = expired = true;
			tooLong();
		}
	};
	return {
		waiting: () => {
			since = Date.now();
			if (!looking) void look();
		},
		resting: () => void (since = undefined),
		end: () => void (over = true),
		get expired() {
			return expired;
		},
	};
}
