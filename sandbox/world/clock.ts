import type { Clock } from '../types';

/** The machine's time plus what the control API added. */
export class ShiftedClock implements Clock {
	constructor(private seconds = 0) {}

	/** Seconds ahead of the machine. */
	get offset(): number {
		return this.seconds;
	}

	set offset(seconds: number) {
		this.seconds = seconds;
	}

	now(): Date {
		return new Date(Date.now() + this.seconds * 1000);
	}

	advance(seconds: number): void {
		this.seconds += seconds;
	}
}
