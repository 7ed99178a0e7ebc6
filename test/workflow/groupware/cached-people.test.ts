import { useSandbox } from '../../support/sandbox';
import { type NodeOutcome } from '../../support/workflow';
import { runGroupware, users } from './world';

const sandbox = useSandbox();

const message = { title: 'Hello', body: 'Text', simplify: false };

async function send(...names: string[]): Promise<NodeOutcome> {
	const parameters = { ...message, recipients: users(...names) };
	const run = { resource: 'message', operation: 'create', parameters, isPublished: true };
	await sandbox.forget();
	return await runGroupware(sandbox, run);
}

/** Those who got the message, by their names. */
function namesIn({ output, error }: NodeOutcome): unknown[] {
	if (error) throw error;
	const { recipients } = output[0]?.json as { recipients: Array<{ name: string }> };
	return recipients.map(({ name }) => name);
}

const MESSAGE = 'POST /g/api/v1/message/messages';
const PEOPLE = 'GET /g/api/v1/base/users';

beforeAll(async () => {
	await sandbox.control('accounts', { user: { code: 'nagai', name: 'Nagai' } });
});

it('a published workflow looks nobody up whom it looked up in the last minute', async () => {
	await send('nagai');
	expect(await sandbox.calls()).toEqual([PEOPLE, MESSAGE]);
	expect(namesIn(await send('nagai'))).toEqual(['Nagai']);
	expect(await sandbox.calls()).toEqual([MESSAGE]);
});

it('who was added meanwhile is found, and who was removed is not', async () => {
	expect((await send('Yuki')).error?.message).toContain('No user has the login name "Yuki"');
	await sandbox.control('accounts', { user: { code: 'yuki', name: 'Yuki' } });
	expect(namesIn(await send('Yuki'))).toEqual(['Yuki']);
	await sandbox.control('directory', { user: { code: 'yuki', removed: true } });
	expect((await send('Yuki')).error?.message).toContain('No user has the login name "Yuki"');
	expect(await sandbox.calls()).toEqual([MESSAGE, PEOPLE]);
});
