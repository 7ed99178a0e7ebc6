import type { Clock } from '../types';

/** The machine's time plus what the control API added. */
export class ShiftedClock implements Clock {
	/** @param offset seconds ahead of the machine */
	constructor(public offset = 0) {}

	now(): Date {
		return new Date(Date.now() + this.offset * 1000);
	}

	advance(seconds: number): void {
		this.offset += seconds;
	}
}
