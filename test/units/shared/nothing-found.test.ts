import type { IDataObject, INode } from 'n8n-workflow';

import { explain } from '../../../nodes/Groupware/errors';
import { groupware } from '../../../nodes/Groupware/service';
import { fileRow } from '../../../nodes/Groupware/values/files';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Service } from '../../../nodes/shared/catalogue';
import { plainValue } from '../../../nodes/shared/plainValue';
import { requestBuilder } from '../../../nodes/shared/request';
import { pem } from '../../../nodes/shared/credentialValues';
import { growth, LINEAR } from '../../support/growth';
import { itemWith } from '../../support/item';

function operationOf(service: Service, key: string) {
	const [resource, value] = key.split('.');
	const found = service.resources
		.find((one) => one.value === resource)
		?.operations.find((one) => one.value === value);
	if (found === undefined) throw new Error(`There is no ${key}.`);
	return found;
}

/** The body that an operation of the record platform sends. */
async function bodyOf(key: string, values: IDataObject, stored: IDataObject = {}) {
	const service = recordPlatform as unknown as Service;
	const item = itemWith(values, { node: { parameters: stored } as unknown as INode });
	return (await requestBuilder(service, operationOf(service, key))(item)).spec.body;
}

describe('an expression of the record platform that finds nothing', () => {
	it('leaves the title field and the digits of an app', async () => {
		const settings = { titleField: undefined, decimalPlaces: undefined, name: 'Orders' };
		const body = await bodyOf('appSettings.update', { app: '1', settings } as never);
		expect(body).toEqual({ app: '1', name: 'Orders' });
	});

	it('does not clear the page of a space, but empty text does', async () => {
		const spaceId = '3';
		await expect(async () => await bodyOf('space.updateBody', { spaceId })).rejects.toThrow(
			'The expression in "Body" returned no value',
		);
		expect(await bodyOf('space.updateBody', { spaceId, body: '' })).toMatchObject({ body: '' });
	});

	it("does not clear the page, or remove the assignees, where an AI agent's model left it blank", async () => {
		const stored = (name: string) => ({ [name]: "={{ $fromAI('x') }}" });
		const page = { spaceId: '3', body: '' };
		await expect(
			async () => await bodyOf('space.updateBody', page, stored('body')),
		).rejects.toThrow('The expression in "Body" returned no value');
		const record = { app: '1', recordId: '2', assignees: '' };
		await expect(
			async () => await bodyOf('record.updateAssignees', record, stored('assignees')),
		).rejects.toThrow('returned no login name');
	});

	it('does not remove all permissions; a list that was entered empty does', async () => {
		const values = { app: '1', rights: [], environment: 'preview' };
		const send = async (rights: string) => await bodyOf('permission.updateApp', values, { rights });
		await expect(async () => await send('={{ $json.rights }}')).rejects.toThrow(
			'returned an empty list',
		);
		expect(await send('[]')).toMatchObject({ rights: [] });
	});
});

describe('long text is read in linear time', () => {
	const { parameters } = operationOf(groupware as unknown as Service, 'event.get');
	const address = (value: string) => {
		const [event] = parameters;
		if (event === undefined) throw new Error('There is no parameter.');
		return plainValue({ mode: 'url', value }, event);
	};
	const refusalOf = (message: string) =>
		explain({ status: 400, headers: {}, body: { code: 'GRN_1', message } });

	it.each<[string, (length: number) => unknown]>([
		['a message of points', (length) => refusalOf(`${'.'.repeat(length)}x`)],
		['a file of blanks', (length) => fileRow({ content: `${' '.repeat(length)}!` }, itemWith({}))],
		['an address', (length) => address('/schedule/'.repeat(length / 10))],
		['a certificate', (length) => pem('-----BEGIN A-----'.repeat(length / 10))],
	])('%s', (_what, read) => {
		expect(growth(read)).toBeLessThan(LINEAR);
	});
});
