import type { Account } from '../types';
import type { Page } from './layout';
import type { Texts } from './texts';

/** One button for each account, whose password everybody knows. */
export function signInPage(accounts: Account[], to: string, prefix: string, texts: Texts): Page {
	return {
		title: texts.signIn,
		content: (
			<form class="accounts" method="post" action={`${prefix}/sign-in`}>
				<p>{texts.signInHint}</p>
				<input type="hidden" name="to" value={to} />
				{accounts.map(({ code, name, locale }) => (
					<button name="login" value={code} lang={locale}>
						<bdi>{name}</bdi> <small dir="auto">{code}</small>
					</button>
				))}
			</form>
		),
	};
}
