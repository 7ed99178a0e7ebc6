import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { CredentialChoice, RequestSpec, Service } from './catalogue';
import type { Connection } from './connection';
import { type Failure, RequestError } from './errors';
import { errorText } from './messages';
import { thrownFailure } from './transport/failure';
import { httpOptions } from './transport/options';
import { readReply } from './transport/session';

/** How the credential of a service is tested. */
interface Trial {
	credential: string;
	/** A request that every user may send. */
	spec: RequestSpec;
	/** Adds what signs the request in. Throws `InputError` for an incomplete credential. */
	authenticate: (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	) => IHttpRequestOptions;
	/** Refusals that come only after the sign-in was accepted. */
	signedIn?: (failure: Failure, connection: Connection) => boolean;
}

/**
 * Tests a credential with one request, which goes the way of all others: the same errors have the
 * same words. n8n's own way, a request with rules, shows nothing but the code of a failed connection.
 */
export function credentialTest<C extends Connection>(service: Service<C>, trial: Trial) {
	const choice = service.credentials.find(({ credential }) => credential === trial.credential);
	return async function (
		this: ICredentialTestFunctions,
		{ data = {} }: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { spec, authenticate, signedIn } = trial;
		const { helpers } = this;
		let connection: C | undefined;
		try {
			connection = service.connect(data, choice as CredentialChoice);
			const sender = { service: service.name, timeoutSeconds: 60, oauth2: false };
			const options = { ...httpOptions(spec, connection, sender), ...legacy };
			// n8n gives a test of credentials no other helper than this one.
			const sending = helpers.request(authenticate(data, options)) as Promise<IN8nHttpFullResponse>;
			const failure = await failureOf(service as Service, connection, spec, sending);
			if (failure && !signedIn?.(failure, connection)) throw new RequestError(failure);
			return { status: 'OK', message: welcome(data) };
		} catch (problem) {
			const node = { name: service.name } as INode;
			const errorContext = { node, service: service as Service, connection, items: [] };
			return { status: 'Error', message: errorText(problem, errorContext) };
		}
	};
}

/** What n8n's older helper calls the options of `httpOptions`. */
const legacy = { resolveWithFullResponse: true, simple: false, followRedirect: false, json: false };

/** The failure of a request; undefined if it succeeded. */
async function failureOf(
	service: Service,
	connection: Connection,
	spec: RequestSpec,
	sending: Promise<IN8nHttpFullResponse>,
): Promise<Failure | undefined> {
	const response = await sending.catch((thrown: unknown) => {
		const { code, cause } = (thrown ?? {}) as { code?: unknown; cause?: { code?: unknown } };
		// What is wrong with the credential itself is told as it is.
		if (code === undefined && cause?.code === undefined) throw thrown;
		return thrownFailure(spec, thrown, 1);
	});
	if ('kind' in response) return response;
	const answer = await readReply(service, connection, spec, response, 1);
	return answer.ok ? undefined : answer.failure;
}

/** n8n's editor has words of its own for success; other clients of its API show these. */
function welcome({ signInWith, username }: IDataObject): string {
	const name = signInWith === 'apiTokens' ? '' : String(username ?? '');
	return `Connection successful${name === '' ? '' : `, signed in as ${name}`}`;
}
