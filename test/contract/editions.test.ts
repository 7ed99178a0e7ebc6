import { useSandbox } from '../support/sandbox';
import type { Examples } from './examples/example';
import { operationsOf, testedServices } from './services';

const sandbox = useSandbox();
const { groupware } = testedServices;
const PACKAGES = {
	packageWindows: '/scripts/cbgrn/grn.exe/schedule/index?bdate=2031-01-06',
	packageLinux: '/cgi-bin/cbgrn/grn.cgi',
};
/** Older than the first version of any operation. */
const TOO_OLD = '4.9.9';
let examples: Examples;

beforeAll(async () => {
	examples = await groupware.examples(sandbox);
});

const run = async (key: string, edition: keyof typeof PACKAGES, packageVersion: string) => {
	const { minimal: parameters, input } = (await examples[key]?.()) ?? { minimal: {} };
	await sandbox.forget();
	const account = { edition, packageVersion };
	const outcome = await groupware.run(sandbox.url + PACKAGES[edition], {
		key,
		parameters,
		account,
		...(input && { input }),
	});
	return { ...outcome, sent: await sandbox.calls() };
};

it.each(operationsOf(groupware))('%s in the package editions', async (key, { since }) => {
	const old = await run(key, 'packageLinux', since === 'never' ? '' : TOO_OLD);
	expect(old.sent).toEqual([]);
	expect(old.error?.message).toContain(
		since === 'never'
			? 'is not available in the package edition'
			: `requires package edition ${since} or later`,
	);
	if (since === undefined || since === 'never') return;
	for (const edition of Object.keys(PACKAGES) as Array<keyof typeof PACKAGES>) {
		const { error, output, sent } = await run(key, edition, since);
		expect(error).toBeUndefined();
		expect(output.length).toBeGreaterThan(0);
		expect(sent.filter((call) => !call.includes('/cbgrn/'))).toEqual([]);
	}
});
