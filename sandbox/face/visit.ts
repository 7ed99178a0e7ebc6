import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { listAccounts } from '../accounts';
import type { Answerer } from '../http/dispatch';
import { acceptedLanguage } from '../language';
import type { Reply } from '../types';
import type { ManagedTenant } from '../tenants/tenant';
import { mainTenant } from '../tenants/tenants';
import { ApiFailure, reader } from './api';
import { document, TOKEN, type Page } from './layout';
import { answerTo, pageAt } from './pages';
import { isFace } from './paths';
import { accountOf, begin, end } from './session';
import { signInPage } from './sign-in';
import { textsOf } from './texts';
import type { Visitor } from './visitor';

export interface Visit {
	method: string | undefined;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	/** The form that was sent. */
	form: URLSearchParams;
	tenant: ManagedTenant;
	answerers: readonly Answerer[];
}

const assets: Record<string, string> = {
	'/face.css': 'text/css; charset=utf-8',
	'/face.js': 'text/javascript; charset=utf-8',
};

/** Answers whoever looks at a page: signs in and out, and shows to each account what it may read. */
export async function visit(asked: Visit): Promise<Reply> {
	const { method, path, query, form, headers, tenant, answerers } = asked;
	const prefix = prefixOf(tenant);
	const type = assets[path];
	if (type !== undefined) {
		const body = await readFile(join(__dirname, path.slice(1)));
		return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body };
	}
	if (path === '/sign-in') return await signIn(asked);
	if (path === '/sign-out') return redirect(`${prefix}/`, end(tenant, headers));

	const session = await accountOf(tenant, headers);
	if (session === undefined) {
		const to = query.size === 0 ? path : `${path}?${query}`;
		return await signInReply(asked, to, 401);
	}
	const { account, authorization, token } = session;
	const visitor: Visitor = {
		account,
		tenant,
		query,
		form,
		token,
		texts: textsOf(account.locale),
		at: (to) => prefix + to,
		...reader(answerers, tenant, { authorization, language: headers['accept-language'] }),
	};
	try {
		if (method === 'POST' && form.get(TOKEN) !== token) {
			throw new ApiFailure(403, '', visitor.texts.otherForm);
		}
		const page = await (method === 'POST' ? answerTo(visitor, path) : pageAt(visitor, path));
		if (typeof page === 'string') return redirect(visitor.at(page));
		return 'body' in page ? page : pageReply(asked, page, visitor);
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		const { status, message } = error;
		return pageReply(asked, { status, title: visitor.texts.notShown, content: message }, visitor);
	}
}

async function signIn(asked: Visit): Promise<Reply> {
	const { form, headers, tenant } = asked;
	const to = form.get('to') ?? '/';
	const cookie = await begin(tenant, form.get('login') ?? '', headers);
	if (cookie === undefined) return await signInReply(asked, to, 401);
	// Anything else would lead to another site (`//example.com`).
	const known = isFace('GET', to.split('?')[0] ?? '') ? to : '/';
	return redirect(prefixOf(tenant) + known, cookie);
}

async function signInReply(asked: Visit, to: string, status: number): Promise<Reply> {
	const { headers, tenant } = asked;
	const texts = textsOf(acceptedLanguage(headers));
	const accounts = await tenant.transaction((sql) => listAccounts(sql));
	const active = accounts.filter((account) => account.active);
	const page = signInPage(active, to, prefixOf(tenant), texts);
	return pageReply(asked, { ...page, status }, { texts, at: (path) => prefixOf(tenant) + path });
}

function prefixOf({ name }: ManagedTenant): string {
	return name === mainTenant ? '' : `/t/${name}`;
}

function redirect(location: string, cookie?: string): Reply {
	return {
		status: 303,
		// A header has ASCII only.
		headers: {
			location: location.replace(/[^ -~]+/g, encodeURI),
			...(cookie !== undefined && { 'set-cookie': cookie }),
			'cache-control': 'no-store',
		},
		body: '',
	};
}

function pageReply(
	{ headers, path, tenant }: Visit,
	page: Page,
	visitor: Pick<Visitor, 'texts' | 'at'> & Partial<Visitor>,
): Reply {
	// The two files by their whole addresses: a file that somebody uploaded has this origin, too.
	const own = `${new URL(tenant.baseUrl).protocol}//${headers.host}`;
	const policy = [
		"default-src 'none'",
		`style-src ${own}${visitor.at('/face.css')}`,
		`script-src ${own}${visitor.at('/face.js')}`,
		`connect-src ${own}${visitor.at('/requests')}`,
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	].join('; ');
	return {
		status: page.status ?? 200,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'referrer-policy': 'same-origin',
		},
		policy,
		body: document(page, visitor, path),
	};
}
