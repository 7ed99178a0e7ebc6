import type { Clock } from '../types';
import type { Webhook } from '../webhooks';

/** The service delivers so many webhooks a minute for all apps together and drops the rest. */
const MOST_PER_MINUTE = 60;
const TIMEOUT_MS = 5_000;
const KEPT = 10_000;

/** What became of a webhook. */
export interface Delivery {
	/** Counts up from 1 since the list was cleared. */
	number: number;
	/** On the tenant's clock. */
	at: string;
	url: string;
	body: { id: string; type: string };
	/** `held` until it is released; `failed` also where the receiver did not answer with 2xx. Nothing is sent again. */
	state: 'dropped' | 'failed' | 'held' | 'refused' | 'sending' | 'sent';
	/** Status of the receiver's answer. */
	status?: number;
	reason?: string;
}

/** Sends the webhooks of one tenant. */
export class Deliveries {
	private list: Delivery[] = [];
	private total = 0;
	private times: number[] = [];
	private stop = new AbortController();
	/** While true, webhooks wait to be released. */
	held = false;

	/** @param anywhere whether receivers can be on other machines */
	constructor(
		private readonly clock: Clock,
		private readonly anywhere: boolean,
	) {}

	/** Sends a webhook in the background. */
	post({ url }: Pick<Webhook, 'url'>, body: Delivery['body']): void {
		const now = this.clock.now();
		const delivery: Delivery = {
			number: ++this.total,
			at: now.toISOString(),
			url,
			body,
			state: this.held ? 'held' : 'sending',
		};
		this.list.push(delivery);
		if (this.list.length > KEPT * 2) this.list = this.list.slice(-KEPT);
		this.times = this.times.filter((time) => time > now.getTime() - 60_000);
		if (this.times.length >= MOST_PER_MINUTE) {
			Object.assign(delivery, { state: 'dropped', reason: 'More than 60 webhooks in a minute.' });
			return;
		}
		this.times.push(now.getTime());
		if (!this.anywhere && !isThisMachine(url)) {
			const reason = 'Not an address of this machine. See --webhooks-to-any-host.';
			Object.assign(delivery, { state: 'refused', reason });
			return;
		}
		if (!this.held) void this.send(delivery);
	}

	/** Sends what was held back, in its order. */
	async release(): Promise<void> {
		this.held = false;
		for (const delivery of this.list) {
			if (delivery.state === 'held') await this.send(delivery);
		}
	}

	/** Oldest first. */
	report(): { held: boolean; deliveries: Delivery[] } {
		return { held: this.held, deliveries: this.list.slice(-KEPT) };
	}

	/** Forgets all, and what is under way. */
	clear(): void {
		this.stop.abort();
		this.stop = new AbortController();
		this.list = [];
		this.total = 0;
		this.times = [];
		this.held = false;
	}

	private async send(delivery: Delivery): Promise<void> {
		delivery.state = 'sending';
		const timeout = new AbortController();
		// Node 20 drops AbortSignal.timeout() inside AbortSignal.any() with the next garbage collection.
		const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
		timer.unref();
		try {
			const response = await fetch(delivery.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'user-agent': 'sandbox-webhook' },
				body: JSON.stringify(delivery.body),
				redirect: 'manual',
				signal: AbortSignal.any([this.stop.signal, timeout.signal]),
			});
			await response.body?.cancel();
			Object.assign(delivery, {
				state: response.ok ? 'sent' : 'failed',
				status: response.status,
			});
		} catch (error) {
			const reason = timeout.signal.aborted
				? `No answer within ${TIMEOUT_MS / 1000} s.`
				: String(error);
			Object.assign(delivery, { state: 'failed', reason });
		} finally {
			clearTimeout(timer);
		}
	}
}

function isThisMachine(url: string): boolean {
	const { hostname } = new URL(url);
	return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
