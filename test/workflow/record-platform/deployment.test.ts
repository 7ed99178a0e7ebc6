import { NodeHelpers } from 'n8n-workflow';

import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Service } from '../../../nodes/shared/catalogue';
import { describe as describeNode } from '../../../nodes/shared/describe';
import { cells } from '../../sandbox/record-platform/api';
import { type Form, useDesign } from './design-scene';
import { byId } from './world';

const design = useDesign();
const { sandbox, node, done, preview } = design;

describe('a deployment', () => {
	const withDuplicates = async () => {
		const app = await design.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
		await design.api.create(app, cells({ Name: 'same' }));
		await design.api.create(app, cells({ Name: 'same' }));
		const properties = { Name: { type: 'SINGLE_LINE_TEXT', unique: true } };
		await design.api.ok('PUT', 'preview/app/form/fields.json', { app, properties });
		return app;
	};

	it('is undone before it is made by a revert, also after it failed', async () => {
		const app = await withDuplicates();
		const { error } = await node('deployment', 'deploy', { app: byId(app), waitUntilDone: true });
		expect(error?.message).toContain(`App ${app} failed (FAIL)`);
		expect(await done('deployment', 'revert', { app: byId(app), waitUntilDone: true })).toEqual([
			{ app, status: 'SUCCESS' },
		]);
		const { properties } = await preview<Form>('app/form/fields', app);
		expect(properties.Name).toMatchObject({ unique: false });
	});

	it('takes no change of settings while it runs, and that is what the refused change says', async () => {
		const app = await design.api.makeApp({});
		await sandbox.control('pace', { deployMs: 60_000 });
		await design.api.ok('POST', 'preview/app/deploy.json', { apps: [{ app }] });
		const { error: refused } = await node('appSettings', 'update', {
			app: byId(app),
			settings: { name: 'Changed' },
		});
		await sandbox.control('pace', { deployMs: 0 });
		await sandbox.clock(60);
		expect(refused?.message).toMatch(/\(CB_IL02\) \[item 0\]$/);
		expect(refused).toHaveProperty(
			'description',
			expect.stringMatching(`^App ${app} is being deployed.*Run it again later`),
		);
	});
});

it('an app is changed, deployed and waited for, reverted, and read from both sides', async () => {
	const app = byId(await design.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } }));
	const names = async (environment: string) =>
		(await done('view', 'getAll', { app, environment })).map(({ name }) => name);
	const show = async (name: string) =>
		await done('view', 'update', {
			app,
			views: { [name]: { type: 'LIST', name, index: 0, fields: ['Name'] } },
		});
	await show('First');
	expect([await names('production'), await names('preview')]).toEqual([[], ['First']]);
	const deployed = await done('deployment', 'deploy', { app, waitUntilDone: true });
	expect(deployed).toEqual([{ app: app.value, status: 'SUCCESS' }]);
	expect(await names('production')).toEqual(['First']);
	await show('Second');
	expect([await names('production'), await names('preview')]).toEqual([['First'], ['Second']]);
	const reverted = await done('deployment', 'revert', { app, waitUntilDone: true });
	expect(reverted).toEqual([{ app: app.value, status: 'SUCCESS' }]);
	expect([await names('production'), await names('preview')]).toEqual([['First'], ['First']]);
});

const rights = [{ filterCond: '', entities: [{ entity: { type: 'USER', code: 'admin' } }] }];

it('permissions wait in the test environment, or deploy everything that waits there', async () => {
	const app = await design.api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	await design.api.addFields(app, { More: { type: 'DATE' } });
	const live = async () =>
		(await done('form', 'getFields', { app: byId(app), simplify: true })).map(({ code }) => code);
	await done('permission', 'updateRecord', { app: byId(app), environment: 'preview', rights });
	expect(await live()).not.toContain('More');
	await done('permission', 'updateRecord', { app: byId(app), environment: 'production', rights });
	expect(await live()).toContain('More');
});

it('the live app is named as one of which all waiting changes go along, also when an expression says it', () => {
	const notice = describeNode(recordPlatform as unknown as Service).filter(
		({ name }) => name === 'deploysAllNotice',
	);
	const choices = { resource: 'permission', operation: 'updateApp' };
	const isShown = (environment: string) =>
		notice.some((property) =>
			NodeHelpers.displayParameter({ ...choices, environment }, property, null, null),
		);
	expect(['production', '={{ $json.side }}', 'preview'].map(isShown)).toEqual([true, true, false]);
});
