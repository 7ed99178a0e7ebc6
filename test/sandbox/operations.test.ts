import { operations as groupware } from '../../sandbox/groupware';
import { timeZones } from '../../sandbox/groupware/timezones';
import { apiData } from '../contract/apiData';

interface Fact {
	method: string;
	path: string;
	since: { package: string | null };
	rights: string[] | null;
	oauthScope: string | null;
	inferred: Record<string, string>;
}

/** What the operations answer is held against docs/api in test/contract. */

it('the groupware answers every operation of docs/api, with its scope, rights and editions', () => {
	const { operations: facts } = apiData('groupware.json') as { operations: Record<string, Fact> };
	const known = Object.values(facts).map((fact) => {
		const { method, path, since } = fact;
		const name = `${method} ${path.replace('/api/v1', '')}`;
		return [name, scopeOf(fact), administeredBy(fact), since.package === null];
	});
	const ours = groupware.map(({ method, path, scope, administers, cloudOnly = false }) => [
		`${method} ${path}`,
		scope,
		administers,
		cloudOnly,
	]);
	expect(ours.sort()).toEqual(known.sort());
	expect(apiData('groupware-timezones.json')).toMatchObject({ timeZones: [...timeZones] });
});

/** Where docs/api knows no scope, any token will do. */
function scopeOf({ oauthScope, inferred }: Fact): string | undefined {
	const scope = oauthScope ?? inferred.oauthScope?.split(' ')[0];
	return scope?.startsWith('g:') ? scope : undefined;
}

/** The application whose administrators may call it, or `system`. */
function administeredBy({ rights, inferred }: Fact): string | undefined {
	const words = [...(rights ?? []), inferred.rights ?? ''].join(', ');
	const application = /(\w+) application administrator/.exec(words)?.[1];
	return application ?? (words.includes('system administrator') ? 'system' : undefined);
}
