import type { IncomingHttpHeaders } from 'node:http';

const kept = 10_000;
const secretName = /auth|token|cookie|secret|password|passwd|^code$/i;

/** One request as the log shows it: nothing in it signs anyone in. */
export interface LoggedRequest {
	/** Counts up from 1 since the log was cleared. */
	number: number;
	/** When it came, in real time. */
	at: string;
	/** After a method override. */
	method: string;
	/** With the query string, without the tenant prefix; values of secrets are `***`. */
	path: string;
	headers: Record<string, string>;
	/** Null when no answer was sent. */
	status: number | null;
	ms: number;
	/** Bytes of the two bodies. */
	bytesIn: number;
	bytesOut: number;
	/** Requests with the same number came over the same connection. */
	connection: number;
	/** True when a planned fault hit it. */
	fault: boolean;
}

/** The last requests of one tenant, finished ones only. */
export class RequestLog {
	private entries: LoggedRequest[] = [];
	private total = 0;
	private running = 0;
	private mostRunning = 0;
	private connections = new Set<number>();

	begin(connection: number): void {
		this.running += 1;
		this.mostRunning = Math.max(this.mostRunning, this.running);
		this.connections.add(connection);
	}

	end(request: Omit<LoggedRequest, 'number'>): void {
		this.running -= 1;
		this.total += 1;
		this.entries.push({ number: this.total, ...request });
		if (this.entries.length > kept * 2) this.entries = this.entries.slice(-kept);
	}

	/** `total` counts all since the log was cleared, `requests` holds the last of them, oldest first. */
	report(): {
		total: number;
		running: number;
		mostRunning: number;
		connectionsUsed: number;
		requests: LoggedRequest[];
	} {
		return {
			total: this.total,
			running: this.running,
			mostRunning: this.mostRunning,
			connectionsUsed: this.connections.size,
			requests: this.entries.slice(-kept),
		};
	}

	clear(): void {
		this.entries = [];
		this.total = 0;
		this.mostRunning = this.running;
		this.connections = new Set();
	}
}

/** A path with the values of secret query parameters hidden. */
export function maskedPath(path: string, query: URLSearchParams): string {
	if (query.size === 0) return path;
	const masked = [...query].map(([name, value]) => [name, secretName.test(name) ? '***' : value]);
	return `${path}?${new URLSearchParams(masked as Array<[string, string]>).toString().replaceAll('%2A%2A%2A', '***')}`;
}

/** Headers with the values of those that sign in hidden. */
export function maskedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name,
			secretName.test(name) ? '***' : Array.isArray(value) ? value.join(', ') : (value ?? ''),
		]),
	);
}
