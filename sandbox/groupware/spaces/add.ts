import type { Arranged, SceneSpace } from '../arrange/scene';
import { addFile, memberOf, moment, type Stage, userId } from '../arrange/stage';
import type { Member } from '../member';
import { insertRow } from '../rows';
import { insertComment, insertDiscussion, membershipValues } from './store';

type ArrangedSpace = NonNullable<Arranged['spaces']>[number];
type SceneDiscussion = NonNullable<SceneSpace['discussions']>[number];

/** Adds a space with all that is in it; nobody is notified. */
export async function addSpace(stage: Stage, scene: SceneSpace): Promise<ArrangedSpace> {
	const creator = userId(stage, scene.creator);
	const createdAt = moment(stage, scene.createdAt);
	const { id } = await insertRow(stage.sql, 'groupware_space', {
		name: scene.name,
		public: scene.isPublic ?? true,
		category_id: await categoryOf(stage, scene.category ?? 'General'),
		creator,
		created_at: createdAt,
	});
	const own: Member = { type: 'USER', id: creator };
	const members = [own, ...(scene.members ?? []).map((member) => memberOf(stage, member))];
	await stage.sql.query(
		`INSERT INTO groupware_space_member (space_id, type, member)
		SELECT DISTINCT $3::int, type, member FROM unnest($1::text[], $2::text[]) AS one (type, member)`,
		[...membershipValues(members), id],
	);
	const discussions: ArrangedSpace['discussions'] = [];
	for (const discussion of scene.discussions ?? []) {
		discussions.push(await addDiscussion(stage, id, discussion, creator, createdAt));
	}
	return { id: String(id), discussions };
}

async function addDiscussion(
	stage: Stage,
	space: number,
	scene: SceneDiscussion,
	owner: string,
	since: Date,
): Promise<ArrangedSpace['discussions'][number]> {
	const creator = scene.creator === undefined ? owner : userId(stage, scene.creator);
	const createdAt = scene.createdAt === undefined ? since : moment(stage, scene.createdAt);
	const { id } = await insertDiscussion(stage.sql, space, {
		title: scene.title,
		body: scene.body ?? '',
		htmlBody: scene.isHtmlBody ?? false,
		creator,
		createdAt,
	});
	for (const comment of scene.comments ?? []) {
		await insertComment(stage.sql, id, {
			body: comment.body,
			htmlBody: false,
			creator: comment.creator === undefined ? creator : userId(stage, comment.creator),
			createdAt: comment.createdAt === undefined ? createdAt : moment(stage, comment.createdAt),
		});
	}
	const files: string[] = [];
	for (const file of scene.files ?? []) {
		const of = { application: 'space' as const, discussion: id, creator, createdAt };
		files.push(String(await addFile(stage, file, of)));
	}
	return { id: String(id), files };
}

async function categoryOf({ sql }: Stage, name: string): Promise<number> {
	const [category] = await sql.query<{ id: number }>(
		'SELECT id FROM groupware_space_category WHERE name = $1',
		[name],
	);
	const { id } =
		category ?? (await insertRow<{ id: number }>(sql, 'groupware_space_category', { name }));
	return id;
}
