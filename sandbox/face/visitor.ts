import type { Account } from '../types';
import type { ManagedTenant } from '../tenants/tenant';
import type { Reader } from './api';
import type { Texts } from './texts';

/** Who looks at a page, and what the page is made with. */
export interface Visitor extends Reader {
	account: Account;
	tenant: ManagedTenant;
	query: URLSearchParams;
	/** The form that was sent. */
	form: URLSearchParams;
	/** For the forms of the page. */
	token: string;
	texts: Texts;
	/** The address of a path in this tenant. */
	at(path: string): string;
}
