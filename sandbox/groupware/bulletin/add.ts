import { ControlError } from '../../control/input';
import type { BulletinCategoryFixture, TopicFixture } from '../fixtures/types';
import { addFile, moment, type FixtureContext, userId } from '../fixtures/context';
import { insertCategory, insertTopic } from './store';

/** Adds a category, below the one that `parent` names. */
export async function addBulletinCategory(
	{ sql }: FixtureContext,
	{ name, description, parent }: BulletinCategoryFixture,
): Promise<{ id: string }> {
	const within = parent === undefined ? {} : { parent: await categoryNamed(sql, parent) };
	const id = await insertCategory(sql, name, { ...within, description: description ?? null });
	return { id: String(id) };
}

/** Adds a topic or a draft with its files. Nobody is notified. */
export async function addTopic(
	context: FixtureContext,
	fixture: TopicFixture,
): Promise<{ id: string; files: string[] }> {
	const creator = userId(context, fixture.creator);
	const createdAt = moment(context, fixture.createdAt);
	const operators = (fixture.operators ?? []).map((login) => userId(context, login));
	const id = await insertTopic(
		context.sql,
		await categoryNamed(context.sql, fixture.category),
		{
			subject: fixture.subject,
			body: fixture.body ?? '',
			htmlBody: fixture.isHtmlBody ?? false,
			sender: fixture.sender ?? null,
			acknowledgement: fixture.acknowledgement ?? false,
			allowComments: fixture.allowComments ?? true,
			operatorType: operators.length > 0 ? 'SELECT_USERS' : 'ONLY_SENDER',
			operators,
			publicStart: fixture.publicFrom === undefined ? null : moment(context, fixture.publicFrom),
			publicEnd: fixture.publicUntil === undefined ? null : moment(context, fixture.publicUntil),
			draft: fixture.isDraft ?? false,
		},
		creator,
		createdAt,
	);
	const files: string[] = [];
	for (const file of fixture.files ?? []) {
		const owner = { application: 'bulletin' as const, topic: id, creator, createdAt };
		files.push(String(await addFile(context, file, owner)));
	}
	return { id: String(id), files };
}

async function categoryNamed(sql: FixtureContext['sql'], name: string): Promise<number> {
	const [row] = await sql.query<{ id: number }>(
		'SELECT id FROM groupware_bulletin_category WHERE name = $1 ORDER BY id',
		[name],
	);
	if (row === undefined) throw new ControlError(`There is no bulletin category ${name}.`);
	return row.id;
}
