import { type ErrorDetails, ServiceError } from './errors';

/** Collects what is wrong with the cells of a request, to be told all at once. */
export class Problems {
	private readonly found: ErrorDetails = {};

	add(key: string, message: string): void {
		const entry = Object.hasOwn(this.found, key) ? this.found[key] : undefined;
		if (!entry) this.found[key] = { messages: [message] };
		else if (!entry.messages.includes(message)) entry.messages.push(message);
	}

	none(): boolean {
		return Object.keys(this.found).length === 0;
	}

	/** Throws CB_VA01 when there was anything. */
	throwIfAny(): void {
		if (!this.none()) {
			throw new ServiceError('CB_VA01', { errors: this.found });
		}
	}
}
