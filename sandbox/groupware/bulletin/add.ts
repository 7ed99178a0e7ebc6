import { ControlError } from '../../control/input';
import type { SceneBulletinCategory, SceneTopic } from '../arrange/scene';
import { addFile, moment, type Stage, userId } from '../arrange/stage';
import { insertCategory, insertTopic } from './store';

/** Adds a category, below the one that `parent` names. */
export async function addBulletinCategory(
	{ sql }: Stage,
	{ name, description, parent }: SceneBulletinCategory,
): Promise<{ id: string }> {
	const within = parent === undefined ? {} : { parent: await categoryNamed(sql, parent) };
	const id = await insertCategory(sql, name, { ...within, description: description ?? null });
	return { id: String(id) };
}

/** Adds a topic or a draft with its files. Nobody is notified. */
export async function addTopic(
	stage: Stage,
	scene: SceneTopic,
): Promise<{ id: string; files: string[] }> {
	const creator = userId(stage, scene.creator);
	const createdAt = moment(stage, scene.createdAt);
	const operators = (scene.operators ?? []).map((login) => userId(stage, login));
	const id = await insertTopic(
		stage.sql,
		await categoryNamed(stage.sql, scene.category),
		{
			subject: scene.subject,
			body: scene.body ?? '',
			htmlBody: scene.isHtmlBody ?? false,
			sender: scene.sender ?? null,
			acknowledgement: scene.acknowledgement ?? false,
			allowComments: scene.allowComments ?? true,
			operatorType: operators.length > 0 ? 'SELECT_USERS' : 'ONLY_SENDER',
			operators,
			publicStart: scene.publicFrom === undefined ? null : moment(stage, scene.publicFrom),
			publicEnd: scene.publicUntil === undefined ? null : moment(stage, scene.publicUntil),
			draft: scene.isDraft ?? false,
		},
		creator,
		createdAt,
	);
	const files: string[] = [];
	for (const file of scene.files ?? []) {
		const owner = { application: 'bulletin' as const, topic: id, creator, createdAt };
		files.push(String(await addFile(stage, file, owner)));
	}
	return { id: String(id), files };
}

async function categoryNamed(sql: Stage['sql'], name: string): Promise<number> {
	const [row] = await sql.query<{ id: number }>(
		'SELECT id FROM groupware_bulletin_category WHERE name = $1 ORDER BY id',
		[name],
	);
	if (row === undefined) throw new ControlError(`There is no bulletin category ${name}.`);
	return row.id;
}
