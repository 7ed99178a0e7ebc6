import { Agent, request } from 'node:http';

import type { Malformed } from './requests';

/** What became of a request. */
export interface Answered {
	/** Undefined if no whole answer came. */
	status?: number;
	ms: number;
	/** The beginning of the answer, or what happened instead. */
	text: string;
}

const kept = 2_000;

/** Sends requests to one address, over connections that are kept. */
export class Sender {
	private readonly agent: Agent;

	constructor(
		private readonly origin: URL,
		private readonly limitMs: number,
		connections: number,
	) {
		this.agent = new Agent({ keepAlive: true, maxSockets: connections });
	}

	/** Never rejects. */
	async send({ method, path, headers, body }: Malformed): Promise<Answered> {
		const started = performance.now();
		const answered = (rest: Omit<Answered, 'ms'>): Answered => ({
			...rest,
			ms: performance.now() - started,
		});
		const { hostname, port } = this.origin;
		return await new Promise<Answered>((resolve) => {
			const length = body && { 'content-length': body.length };
			const sent = request({
				agent: this.agent,
				hostname,
				port,
				method,
				path,
				headers: { ...headers, ...length },
			});
			const timer = setTimeout(() => {
				resolve(answered({ text: `no answer within ${this.limitMs / 1000} s` }));
				sent.destroy();
			}, this.limitMs);
			const end = (rest: Omit<Answered, 'ms'>) => {
				clearTimeout(timer);
				resolve(answered(rest));
			};
			sent.on('error', (error) => end({ text: error.message }));
			sent.on('response', (response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (part: string) => {
					if (text.length < kept) text += part;
				});
				response.on('error', (error) => end({ text: error.message }));
				response.on('end', () => end({ status: response.statusCode, text: text.slice(0, kept) }));
			});
			sent.end(body);
		});
	}

	close(): void {
		this.agent.destroy();
	}
}
