import type { ICredentialTestRequest } from 'n8n-workflow';

/** A rule of a credential's test; n8n follows both kinds in one list, although its type wants one kind. */
interface Rule {
	type: 'responseCode' | 'responseSuccessBody';
	properties: { key?: string; value: unknown; message: string };
}

/** Says `message` where the answer has `value` at the dotted path `key`; a text has its signs at `[0]`. */
export function body(key: string, value: unknown, message: string): Rule {
	return { type: 'responseSuccessBody', properties: { key, value, message } };
}

export function status(value: number, message: string): Rule {
	return { type: 'responseCode', properties: { value, message } };
}

/**
 * A test that sends its request once: failed answers with one of `read` are read by the rules
 * instead of thrown, because n8n sends a request again whose 401 is thrown.
 */
export function testedBy(
	request: { url: string; qs: { limit: number } },
	read: number[],
	rules: Rule[],
): ICredentialTestRequest {
	const thrown = Array.from({ length: 300 }, (_, index) => 300 + index).filter(
		(code) => !read.includes(code),
	);
	return {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			...request,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: thrown },
		},
		rules: rules as ICredentialTestRequest['rules'],
	};
}
