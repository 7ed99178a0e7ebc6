import { jsonOf } from '../../support/workflow';
import { useNewApp } from './app';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

const rights = JSON.stringify([
	{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true },
]);
const live = async () => await app.api.get('app/acl.json', { app: app.id });
const fieldsOf = async (environment: unknown) =>
	await app.run(
		'getFields',
		{ environment: '={{ $json.environment }}' },
		{ resource: 'form', items: [{ environment } as never] },
	);

it.each([
	['finds nothing', undefined],
	['gives null', null],
	['gives an empty text', ''],
	['gives a blank', '\u3000'],
	['gives another word', 'test'],
	['gives the label', 'Test Environment'],
])(
	'permissions are written to no environment that an expression %s',
	async (_what, environment) => {
		const before = await live();
		const parameters = { environment: '={{ $json.environment }}', rights };
		const more = { resource: 'permission', items: [{ environment } as never] };
		const { error } = await app.run('updateApp', parameters, more);
		expect(error?.message).toContain(
			environment == null
				? 'The expression in "Environment" returned no value'
				: 'is not a valid value for "Environment"',
		);
		expect(await live()).toEqual(before);
	},
);

it('settings are read of the environment that is named, and of the live app by default', async () => {
	await app.api.addFields(app.id, { Later: { type: 'NUMBER' } });
	const hasLater = async (environment: unknown) =>
		jsonOf(await fieldsOf(environment)).some(({ code }) => code === 'Later');
	expect(await hasLater('preview')).toBe(true);
	expect(await hasLater('production')).toBe(false);
	const byDefault = jsonOf(await app.run('getFields', {}, { resource: 'form' }));
	expect(byDefault.some(({ code }) => code === 'Later')).toBe(false);
	expect((await fieldsOf(undefined)).error?.message).toContain(
		'The expression in "Environment" returned no value',
	);
	const { output, error } = await fieldsOf('test');
	expect(output).toEqual([]);
	expect(error?.message).toContain('"test" is not a valid value for "Environment"');
});
