import type { AddedFixtures, SpaceFixture } from '../fixtures/types';
import { addFile, memberOf, moment, type FixtureContext, userId } from '../fixtures/context';
import type { Member } from '../member';
import { insertRow } from '../rows';
import { insertComment, insertDiscussion, membershipValues } from './store';

type AddedSpace = NonNullable<AddedFixtures['spaces']>[number];
type DiscussionFixture = NonNullable<SpaceFixture['discussions']>[number];

/** Adds a space with all that is in it; nobody is notified. */
export async function addSpace(
	context: FixtureContext,
	fixture: SpaceFixture,
): Promise<AddedSpace> {
	const creator = userId(context, fixture.creator);
	const createdAt = moment(context, fixture.createdAt);
	const { id } = await insertRow(context.sql, 'groupware_space', {
		name: fixture.name,
		public: fixture.isPublic ?? true,
		category_id: await categoryOf(context, fixture.category ?? 'General'),
		creator,
		created_at: createdAt,
	});
	const own: Member = { type: 'USER', id: creator };
	const members = [own, ...(fixture.members ?? []).map((member) => memberOf(context, member))];
	await context.sql.query(
		`INSERT INTO groupware_space_member (space_id, type, member)
		SELECT DISTINCT $3::int, type, member FROM unnest($1::text[], $2::text[]) AS one (type, member)`,
		[...membershipValues(members), id],
	);
	const discussions: AddedSpace['discussions'] = [];
	for (const discussion of fixture.discussions ?? []) {
		discussions.push(await addDiscussion(context, id, discussion, creator, createdAt));
	}
	return { id: String(id), discussions };
}

async function addDiscussion(
	context: FixtureContext,
	space: number,
	fixture: DiscussionFixture,
	owner: string,
	since: Date,
): Promise<AddedSpace['discussions'][number]> {
	const creator = fixture.creator === undefined ? owner : userId(context, fixture.creator);
	const createdAt = fixture.createdAt === undefined ? since : moment(context, fixture.createdAt);
	const { id } = await insertDiscussion(context.sql, space, {
		title: fixture.title,
		body: fixture.body ?? '',
		htmlBody: fixture.isHtmlBody ?? false,
		creator,
		createdAt,
	});
	for (const comment of fixture.comments ?? []) {
		await insertComment(context.sql, id, {
			body: comment.body,
			htmlBody: false,
			creator: comment.creator === undefined ? creator : userId(context, comment.creator),
			createdAt: comment.createdAt === undefined ? createdAt : moment(context, comment.createdAt),
		});
	}
	const files: string[] = [];
	for (const file of fixture.files ?? []) {
		const of = { application: 'space' as const, discussion: id, creator, createdAt };
		files.push(String(await addFile(context, file, of)));
	}
	return { id: String(id), files };
}

async function categoryOf({ sql }: FixtureContext, name: string): Promise<number> {
	const [category] = await sql.query<{ id: number }>(
		'SELECT id FROM groupware_space_category WHERE name = $1',
		[name],
	);
	const { id } =
		category ?? (await insertRow<{ id: number }>(sql, 'groupware_space_category', { name }));
	return id;
}
