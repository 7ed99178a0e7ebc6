import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/Groupware/methods';
import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, editor, runGroupware, users } from './world';

const sandbox = useSandbox();
let category: string;

beforeAll(async () => {
	const { bulletinCategories } = (await sandbox.control('groupware', {
		bulletinCategories: [{ name: 'News' }, { name: 'Branches', parent: 'News' }],
	})) as { bulletinCategories: Array<{ id: string }> };
	category = String(bulletinCategories[0]?.id);
});

const run = async (resource: string, operation: string, parameters: IDataObject) => {
	const settings = { timezone: 'Asia/Tokyo' };
	return await runGroupware(sandbox, { resource, operation, parameters, settings });
};
const stored = async (path: string) =>
	(await clientOf(sandbox).get(`/bulletin/topics/${path}`)).body;
const posted = async (body: object) =>
	(await clientOf(sandbox).post('/bulletin/topics', { categoryId: category, ...body })).body;

it('posts a topic with everything that was entered', async () => {
	const { error, output } = await run('bulletinTopic', 'create', {
		categoryId: byId(category),
		subject: 'Opening hours',
		body: '<p>Until 17:00</p>',
		additionalFields: {
			acknowledgement: true,
			allowComments: false,
			isHtmlBody: true,
			manuallySender: 'The board',
			operators: users('ito'),
			publishFrom: '2026-01-05',
			publishUntil: '2036-01-31',
		},
	});
	expect(error).toBeUndefined();
	expect(await stored(String(output[0]?.json.id))).toMatchObject({
		subject: 'Opening hours',
		body: '<p>Until 17:00</p>',
		isHtmlBody: true,
		acknowledgement: true,
		allowComments: false,
		manuallySender: 'The board',
		operatorType: 'SELECT_USERS',
		operators: [{ code: 'ito' }],
		publicPeriod: {
			isUnlimited: false,
			start: '2026-01-04T15:00:00Z',
			// The last day is included.
			end: '2036-01-31T15:00:00Z',
		},
		isDraft: false,
		category: { id: category },
	});
});

it('changes only what was chosen, and one end of the period keeps the other', async () => {
	const start = '2026-01-01T00:00:00Z';
	const publicPeriod = { isUnlimited: false, start, end: '2036-01-01T00:00:00Z' };
	const { id } = await posted({ subject: 'Hours', body: 'Until 17:00', publicPeriod });
	const { error } = await run('bulletinTopic', 'update', {
		topicId: id,
		updateFields: { publishUntil: '2037-01-01T00:00:00Z', allowComments: false },
	});
	expect(error).toBeUndefined();
	expect(await stored(id)).toMatchObject({
		subject: 'Hours',
		body: 'Until 17:00',
		allowComments: false,
		publicPeriod: { isUnlimited: false, start, end: '2037-01-01T00:00:00Z' },
	});
	await run('bulletinTopic', 'update', {
		topicId: id,
		updateFields: { publishUntil: '={{ null }}', publishFrom: '={{ undefined }}' },
	});
	expect(await stored(id)).toMatchObject({ publicPeriod: { isUnlimited: false, start } });
	expect(await stored(id)).not.toHaveProperty('publicPeriod.end');
	await run('bulletinTopic', 'update', { topicId: id, updateFields: { publishFrom: '' } });
	expect(await stored(id)).toMatchObject({ publicPeriod: { isUnlimited: true } });
});

it('offers the categories of all levels with their parents', async () => {
	const context = await editor(sandbox);
	const { results } = await methods.listSearch.searchBulletinCategories.call(context, 'branch');
	expect(results.map(({ name }) => name)).toEqual(['News / Branches']);
	const all = await methods.listSearch.searchBulletinCategories.call(context);
	expect(all.results.map(({ name }) => name)).toEqual(['Root', 'News', 'News / Branches']);
});

const HTML = '<b>Until 17:00</b>';
const make = async (resource: string) => {
	const topic = await posted({
		subject: 'Opening hours',
		body: HTML,
		isHtmlBody: true,
		isDraft: resource === 'bulletinDraft',
	});
	const path = resource === 'bulletinDraft' ? `draft/${topic.id}` : topic.id;
	return { topicId: topic.id, path };
};

it.each(['bulletinTopic', 'bulletinDraft'])(
	'the format of a text stays where only the text changes: %s',
	async (of) => {
		const { topicId, path } = await make(of);
		for (const more of [{}, { publishUntil: '2036-01-31' }, { isHtmlBody: '={{ "true" }}' }]) {
			const updateFields = { body: `${HTML}<p>More</p>`, ...more };
			expect((await run(of, 'update', { topicId, updateFields })).error).toBeUndefined();
			expect(await stored(path)).toMatchObject({ body: `${HTML}<p>More</p>`, isHtmlBody: true });
		}
		await run(of, 'update', { topicId, updateFields: { isHtmlBody: false } });
		expect(await stored(path)).toMatchObject({ isHtmlBody: false });
		await run(of, 'update', { topicId, updateFields: { body: 'Plain', isHtmlBody: false } });
		expect(await stored(path)).toMatchObject({ body: 'Plain', isHtmlBody: false });
		await run(of, 'update', { topicId, updateFields: { body: 'Plain, too' } });
		expect(await stored(path)).toMatchObject({ body: 'Plain, too', isHtmlBody: false });
	},
);
