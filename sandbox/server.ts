import type { RequestListener } from 'node:http';
import type { Demo } from './demo-data';
import { selfMadeCertificate } from './http/certificate';
import { callerRules } from './http/callers';
import { requestHandler, type RequestHandler } from './http/handler';
import { listen, type Certificate, type Listener } from './http/listen';
import { oauth } from './oauth';
import { openStore, type StoreOptions } from './store';
import type { Features, SandboxService } from './types';
import { mainTenant, Tenants } from './tenants/tenants';

export interface SandboxOptions extends StoreOptions {
	/** 0 or left out: any free port. */
	port?: number;
	/** An address to listen on; the loopback addresses of IPv4 and IPv6 when left out. */
	host?: string;
	/** Names besides its own under which callers may reach it, with or without a port. */
	allowedHosts?: readonly string[];
	/** The tenant `main` starts without demo apps and events; the accounts are there. */
	empty?: boolean;
	/** The language of the people in every tenant, and of the demo apps and events; English when left out. */
	demo?: Demo;
	/** Errors inside the sandbox are not written to stderr. */
	quiet?: boolean;
	/** HTTPS, with a given certificate or, for `true`, a self-made one. */
	tls?: boolean | Certificate;
	features?: Partial<Features>;
	/** For tests of the core: other services than the two. */
	services?: readonly SandboxService[];
}

export interface Sandbox {
	url: string;
	port: number;
	/** The certificate to trust, PEM, when it answers by HTTPS. */
	certificate?: string;
	/** Ends connections and requests, then database and files. */
	close(): Promise<void>;
}

/** Starts a sandbox and waits until the tenant `main` answers. Throws where a part can't start, and ends the others. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const certificate = options.tls === true ? await selfMadeCertificate() : options.tls || undefined;
	// The database starts on other threads while the services are loaded.
	const [store, services] = await Promise.all([
		openStore(options),
		options.services ?? import('./services').then((loaded) => loaded.services),
	]);
	const running = new Set<Promise<void>>();
	let listener: Listener | undefined;
	let url = '';
	const tenants = new Tenants(store, services, {
		origin: () => url,
		features: { wideCourse: true, previewFeatures: true, ...options.features },
		empty: options.empty ?? false,
		demo: options.demo ?? 'en',
	});
	const close = async (): Promise<void> => {
		await listener?.close();
		await Promise.allSettled(running);
		await store.close();
	};
	try {
		const handler: RequestHandler = requestHandler({
			tenants,
			answerers: [oauth, ...services],
			callers: callerRules(options.host, options.allowedHosts ?? []),
			connections: () => listener?.connections,
			report: options.quiet ? () => undefined : (text) => process.stderr.write(`${text}\n`),
		});
		const answer: RequestListener = (request, response) => {
			const work = handler(request, response).finally(() => running.delete(work));
			running.add(work);
		};
		listener = await listen(answer, {
			port: options.port ?? 0,
			...(options.host === undefined ? {} : { host: options.host }),
			...(certificate ? { certificate } : {}),
		});
		url = `${certificate ? 'https' : 'http'}://${nameOf(options.host)}:${listener.port}`;
		await tenants.get(mainTenant);
		return {
			url,
			port: listener.port,
			...(certificate ? { certificate: certificate.cert } : {}),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/** How the address is written in a URL; all addresses at once are reached as localhost. */
function nameOf(host: string | undefined): string {
	if (host === undefined || ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host))
		return 'localhost';
	return host.includes(':') ? `[${host}]` : host;
}
