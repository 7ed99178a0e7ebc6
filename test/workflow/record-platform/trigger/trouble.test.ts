import { signInByOAuth2 } from '../../../support/oauth2';
import { useNewApp } from '../app';
import { byId } from '../world';
import { activeIn, SATO, told } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

const active = activeIn(app);

/** What a webhook of the app says. */
const webhookOf = (id: string) => ({
	type: 'UPDATE_RECORD',
	app: { id: app.id, name: 'Test' },
	record: { $id: { type: '__ID__', value: id } },
});

const remove = async (what: string) => {
	const answer = await fetch(`${app.sandbox.url}/_sandbox/${what}`, { method: 'DELETE' });
	expect(await answer.json()).toEqual({});
};

/** Polls while something is wrong, and then again: nothing may be skipped. */
async function survives(
	trigger: Awaited<ReturnType<typeof active>>,
	wrong: { begin: () => unknown; end: () => unknown; message: string },
): Promise<void> {
	await wrong.begin();
	const before = trigger.kept;
	const id = await app.create({ Name: 'meanwhile' });
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow(wrong.message);
		await app.sandbox.clock(3600);
	}
	expect(trigger.kept).toEqual(before);
	await wrong.end();
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
}

it('keeps its place while the password is wrong', async () => {
	const trigger = await active({}, SATO);
	await survives(trigger, {
		begin: () => trigger.signIn({ password: 'wrong' }),
		end: () => trigger.signIn({ password: 'sato' }),
		message: 'CB_WA01',
	});
});

describe('with OAuth2', () => {
	const signedIn = async () =>
		await signInByOAuth2(app.sandbox.url, 'k:app_record:read k:app_settings:read');

	it('gets another access token when the old one has expired', async () => {
		const trigger = await active({}, await signedIn());
		await app.sandbox.clock(2 * 3600);
		const id = await app.create({ Name: 'a' });
		expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	});

	it('keeps its place while the access is revoked', async () => {
		const trigger = await active({}, await signedIn());
		const gone = { access_token: 'gone', refresh_token: 'gone', token_type: 'bearer' };
		await survives(trigger, {
			begin: () => trigger.signIn({ oauthTokenData: gone }),
			end: async () => trigger.signIn(await signedIn()),
			message: 'needs to be reconnected',
		});
	});
});

it('says that its app was deleted, with a webhook or without, and can watch another one', async () => {
	const trigger = await active();
	await app.create({ Name: 'a' });
	const before = trigger.kept;
	await remove(`apps/${app.id}`);
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow('GAIA_AP01');
		expect(await trigger.webhook(webhookOf('1'))).toEqual({});
	}
	expect(trigger.kept).toEqual(before);
	await app.renew();
	trigger.change({ app: byId(app.id) });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'in the other app' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});
