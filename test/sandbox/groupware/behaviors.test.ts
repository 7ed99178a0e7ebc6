import { readFileSync } from 'node:fs';

import { assumptions } from '../../../sandbox/groupware/assumptions';
import { useSandbox } from '../../support/sandbox';
import { SandboxProcess } from '../../support/sandbox-process';
import { clientFor, errorOf, eventOf } from './client';

/** As it starts without flags; the other tests share one with `--accept-cloud-watchers`. */
const strict = new SandboxProcess();
const open = useSandbox();
let url = '';

beforeAll(async () => {
	url = await strict.url();
});

afterAll(() => strict.stop());

it('SET_PRIVATE_WATCHERS is not on the cloud edition, but on the package edition, and with --accept-cloud-watchers on both', async () => {
	const event = eventOf({ watchers: [{ type: 'ROLE', code: 'managers' }] });
	const asked = { ...event, visibilityType: 'SET_PRIVATE_WATCHERS' };
	const cloud = clientFor(() => `${url}/g`, 'sato');
	const onPremises = clientFor(() => `${url}/cgi-bin/cbgrn/grn.cgi`, 'sato');
	expect(errorOf(await cloud.post('/schedule/events', asked))).toEqual([400, 'GRN_REST_API_00212']);
	const { id } = (await cloud.post('/schedule/events', event)).body;
	const path = `/schedule/events/${id}`;
	const change = { visibilityType: 'SET_PRIVATE_WATCHERS' };
	expect(errorOf(await cloud.patch(path, change))).toEqual([400, 'GRN_REST_API_00212']);
	expect((await cloud.get(path)).body).toMatchObject({ visibilityType: 'PUBLIC' });
	expect((await onPremises.post('/schedule/events', asked)).body).toMatchObject(change);
	const accepting = clientFor(() => `${open.url}/g`, 'sato');
	expect((await accepting.post('/schedule/events', asked)).body).toMatchObject(change);
});

it('what the vendor does not say has a switch in the README, to either behavior', async () => {
	const readme = readFileSync('sandbox/README.md', 'utf8');
	const unclear = readme.slice(readme.indexOf('## What is not known'));
	for (const [name, values] of Object.entries(assumptions)) {
		const [usual, other] = values;
		expect(unclear).toContain(`"${name}": "${other}"`);
		expect(readme).toContain(`"${name}": "${usual}"`);
		for (const value of values) await open.control('groupware', { [name]: value });
		await expect(open.control('groupware', { [name]: 'neither' })).rejects.toThrow('400');
	}
});
