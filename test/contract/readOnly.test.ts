import { connect as groupwareOf } from '../../nodes/Groupware/connection';
import { connect as recordPlatformOf } from '../../nodes/RecordPlatform/connection';
import { useSandbox } from '../support/sandbox';
import { testedServices } from './services';

/** "Read Only" in the credential; requests.ts has it with every operation. */

const sandbox = useSandbox();

it.each([
	['record.create', { options: { dryRun: true } }, undefined],
	// An option that the operation doesn't have.
	['form.updateFields', { options: '={{ ({ dryRun: true }) }}' }, '"Read Only" is on'],
])('%s with a dry run', async (key, options, refusal) => {
	const { examples, run } = testedServices.recordPlatform;
	const example = await (await examples(sandbox))[key]?.();
	await sandbox.forget();
	const parameters = { ...example?.minimal, ...options };
	const { error, output } = await run(sandbox.url, {
		key,
		parameters,
		account: { readOnly: true },
	});
	if (refusal === undefined) expect(output[0]?.json).toMatchObject({ dryRun: true });
	else expect(error?.message).toContain(refusal);
	const methods = (await sandbox.requests()).map(({ method }) => method);
	expect(methods.filter((method) => method !== 'GET')).toEqual([]);
});

it.each([
	['Record Platform', recordPlatformOf],
	['Groupware', groupwareOf],
] as const)('%s takes the setting of a credential for OAuth2', (_service, connect) => {
	const baseUrl = 'https://example.cybozu.com';
	const choice = { value: 'oAuth2', name: 'OAuth2', credential: '', oauth2: true };
	expect(connect({ baseUrl, readOnly: true }, choice).readOnly).toBe(true);
	expect(connect({ baseUrl }, choice).readOnly).toBeUndefined();
});
