import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { useGroupware } from './client';

const { sandbox, admin } = useGroupware('admin');

describe('what the control API adds', () => {
	it.each<[object, string]>([
		[{ request: [] }, 'additional properties'],
		[{ forms: [{ name: 'F', items: [{ type: 'PICTURE', name: 'P' }] }] }, 'allowed values'],
		[
			{
				forms: [
					{
						name: 'F',
						items: [
							{ type: 'DATE', name: 'A', code: 'a' },
							{ type: 'DATE', name: 'B', code: 'a' },
						],
					},
				],
			},
			'same code',
		],
		[{ messages: [{ sender: 'sato', title: 'T', recipients: [] }] }, 'fewer than 1'],
		[
			{ messages: [{ sender: 'sato', title: 'T', recipients: ['ito'], acknowledgedBy: ['mori'] }] },
			'mori is no recipient',
		],
		[{ spaces: [{ name: 'S', creator: 'sato\u0000' }] }, 'must match pattern'],
		[
			{ spaces: [{ name: 'S', creator: 'sato', members: [{ type: 'ROLE', code: 'x' }] }] },
			'There is no ROLE x',
		],
		[{ notificationApps: [{ code: 'a', urls: ['example.com'] }] }, 'must match pattern'],
		[{ todos: [{ user: 'sato', subject: 'S', dueDate: '2026-13-45T00:00Z' }] }, 'is no date'],
	])('is refused as %j', async (fixtures, reason) => {
		await expect(sandbox.control('groupware', fixtures)).rejects.toThrow(reason);
	});

	it('is there as a whole or not at all', async () => {
		const space = { name: 'S', creator: 'admin', discussions: [{ title: 'D' }] };
		const spaces = [space, { ...space, creator: 'nobody' }];
		await expect(sandbox.control('groupware', { spaces })).rejects.toThrow('There is no user');
		expect((await admin.get('/space/spaces')).body.spaces).toEqual([]);
		await sandbox.control('groupware', { spaces: [space] });
		expect((await admin.get('/space/spaces')).body.spaces).toHaveLength(1);
	});

	it('is what the README shows', async () => {
		const readme = readFileSync(join(__dirname, '..', '..', '..', 'sandbox', 'README.md'), 'utf8');
		const example = /```json\n(\{\n {2}"forms"[\s\S]*?)```/.exec(readme)?.[1] ?? '';
		expect(await sandbox.control('groupware', JSON.parse(example) as object)).toMatchObject({
			forms: [{ items: ['days', '$2'] }],
			requests: [{ files: [expect.any(String)] }],
			messages: [{ files: [expect.any(String)] }],
			spaces: [{ discussions: [{ files: [expect.any(String)] }] }],
			todoCategories: [{ id: expect.any(String) }],
			todos: [{ id: expect.any(String) }],
		});
		const { requests } = (await admin.get('/workflow/admin/requests')).body;
		expect(requests.at(-1)).toMatchObject({ processingStepCode: 'manager' });
	});
});
