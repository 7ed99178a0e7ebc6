import type { ICredentialTestRequest } from 'n8n-workflow';

/** A rule of a credential test. n8n accepts both types in one list, although its own type doesn't. */
interface Rule {
	type: 'responseCode' | 'responseSuccessBody';
	properties: { key?: string; value: unknown; message: string };
}

/** Shows `message` if the response has `value` at the dotted path `key` (`[0]`: first character of a text). */
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
