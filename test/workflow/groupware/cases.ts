import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import { type OperationCase, testOperation } from '../../support/operation-case';
import type { TestSandbox } from '../../support/sandbox';
import { itemsOf, jsonOf, runGroupware } from './world';

/** A case of an operation of the groupware. */
export interface Case extends OperationCase {
	parameters: IDataObject;
}

/** Cases by `resource.operation`. */
export type Cases = Record<string, Case>;

const packages = {
	Windows: '/scripts/cbgrn/grn.exe/schedule/index?bdate=2031-01-06',
	Linux: '/cgi-bin/cbgrn/grn.cgi',
};

/** Older than the first version of any operation. */
const TOO_OLD = '4.9.9';

/** What a person types into the credential of a package. */
function accountOf(url: string, system: string, packageVersion: string): IDataObject {
	const path = packages[system as keyof typeof packages];
	return { baseUrl: url + path, edition: `package${system}`, packageVersion };
}

/** Runs each operation in every error setting, at the cloud, at both packages and at one that is too old. */
export function testCases(sandbox: TestSandbox, cases: Cases): void {
	const run = async (name: string, items: IDataObject[], more: object = {}) => {
		const [resource = '', operation = ''] = name.split('.');
		const { parameters } = cases[name] as Case;
		return await runGroupware(sandbox, { resource, operation, parameters, items, ...more });
	};

	describe.each(Object.keys(cases))('%s', (name) => {
		const { good } = cases[name] as Case;
		const since = sinceOf(name);

		testOperation(cases[name] as Case, async (...args) => await run(name, ...args));

		const onPackages = Object.keys(packages);
		if (since === 'never') {
			it.each(onPackages)('is refused before the package on %s is asked', async (system) => {
				await sandbox.forget();
				const account = accountOf(sandbox.url, system, '');
				const { error } = await run(name, [{}], { account });
				expect(error?.message).toContain('is not available in the package edition');
				expect(await sandbox.requests()).toEqual([]);
			});
		} else {
			it.each(onPackages)('runs against the package on %s', async (system) => {
				const account = accountOf(sandbox.url, system, since);
				const outcome = await run(name, await good(), { account });
				expect(jsonOf(outcome).length).toBeGreaterThan(0);
				expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
			});

			it('is refused before a package that is too old is asked', async () => {
				const items = await good();
				await sandbox.forget();
				const account = accountOf(sandbox.url, 'Linux', TOO_OLD);
				const { error } = await run(name, items, { account });
				expect(error?.message).toContain(`requires package edition ${since} or later`);
				expect(error?.description).toContain('Nothing was sent');
				expect(await sandbox.requests()).toEqual([]);
			});
		}
	});
}

/** `resource.operation` of all operations whose row is meant. */
export function offered(isMeant: (row: string) => boolean): string[] {
	return groupware.resources.flatMap(({ value, operations }) =>
		operations.filter(({ id }) => isMeant(id)).map((operation) => `${value}.${operation.value}`),
	);
}

/** Whether a row is one of schedules and people; the others are in `collaboration.test.ts`. */
export function isOfSchedule(row: string): boolean {
	return /^(schedule|base)\./.test(row);
}

function sinceOf(name: string): string {
	const [resource, value] = name.split('.');
	const operation = groupware.resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (operation?.since === undefined) throw new Error(`${name} has no version.`);
	return operation.since;
}
