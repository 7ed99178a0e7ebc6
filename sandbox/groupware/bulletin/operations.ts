import { GroupwareError, unknownObject } from '../errors';
import { attachmentsOf } from '../events/content';
import { contentTypeOf } from '../files/content-type';
import { fileColumns, type FileRow, presentFile } from '../files/model';
import type { Body, Handlers, Request } from '../request';
import { insertRow, readPage } from '../rows';
import { inUtc } from '../time';
import { given, idOf } from '../values';
import { readContent, requireBothOfBody } from './content';
import { insertTopic, requireCategory, ROOT, selectTopics, type Topic, updateTopic } from './store';

/** Categories that are no rows: topics that are not public yet, and drafts. They have no children. */
const SPECIAL = ['-1', '-2'];

/** The children of a category, or the root alone (bulletin.category.list). */
async function listCategories(request: Request): Promise<object> {
	const { sql, query } = request;
	const parent = query.text('parentId');
	const isSpecial = parent !== undefined && SPECIAL.includes(parent);
	const parentId = parent === undefined || isSpecial ? null : (idOf(parent, 'parentId') ?? 0);
	if (parentId !== null) await requireCategory(sql, parentId, 'parentId');
	const { rows, hasNext } = await readPage<{
		id: number;
		name: string;
		description: string | null;
		has: boolean;
	}>(
		request,
		`SELECT id, name, description, EXISTS (SELECT 1 FROM groupware_bulletin_category child
			WHERE child.parent_id = category.id) AS has
		FROM groupware_bulletin_category category
		WHERE NOT $1 AND (parent_id = $2::int OR ($2::int IS NULL AND id = ${ROOT}))
		ORDER BY id`,
		[isSpecial, parentId],
	);
	return {
		hasNext,
		categories: rows.map(({ id, name, description, has }) => ({
			id: String(id),
			name,
			description,
			hasSubCategories: has,
		})),
	};
}

/** The topics of a category that are public now, and those that the caller can change; newest first. */
async function listTopics(request: Request): Promise<object> {
	const { sql, path, caller, directory, tenant } = request;
	const category = idOf(path.category_id, 'category_id') ?? 0;
	await requireCategory(sql, category, 'category_id');
	const { rows, hasNext } = await readPage<Topic>(
		request,
		`${selectTopics} WHERE category_id = $1 AND NOT draft AND (creator = $2 OR $2 = ANY (operators)
			OR (coalesce(public_start <= $3, true) AND coalesce(public_end > $3, true)))
		ORDER BY updated_at DESC, topic.id DESC`,
		[category, caller.id, tenant.clock.now().toISOString()],
	);
	return {
		hasNext,
		topics: rows.map(({ id, subject, updatedAt, updater, sender }) => ({
			id: String(id),
			subject,
			updatedAt: inUtc(updatedAt),
			updater: directory.user(updater),
			...(sender !== null && { manuallySender: sender }),
		})),
	};
}

/** What the path names: a topic or a draft. Data that the caller can't read is unknown. */
async function findTopic(request: Request, isDraft: boolean): Promise<Topic> {
	const { sql, path, tenant } = request;
	const [topic] = await sql.query<Topic>(
		`${selectTopics} WHERE topic.id = $1 AND draft = $2 FOR UPDATE OF topic`,
		[idOf(path.topic_id, 'topic_id') ?? 0, isDraft],
	);
	if (topic === undefined || !mayRead(topic, request, tenant.clock.now())) {
		throw unknownObject('topic_id');
	}
	return topic;
}

function mayRead(topic: Topic, request: Request, now: Date): boolean {
	if (topic.draft) return topic.creator === request.caller.id;
	const { publicStart, publicEnd } = topic;
	const isPublic =
		(publicStart === null || publicStart <= now) && (publicEnd === null || publicEnd > now);
	return isPublic || mayChange(topic, request);
}

function mayChange({ creator, operators }: Topic, { caller }: Request): boolean {
	return creator === caller.id || operators.includes(caller.id);
}

const get = (isDraft: boolean) => async (request: Request) =>
	await present(await findTopic(request, isDraft), request);

async function create(request: Request<Body<'bulletin.topic.create'>>): Promise<object> {
	const { sql, body, caller, tenant } = request;
	const category = body.categoryId;
	await requireCategory(sql, category, 'categoryId');
	const content = readContent(request);
	const files = given(body.attachments) ? attachmentsOf(body.attachments) : [];
	const at = tenant.clock.now();
	const id = await insertTopic(sql, category, content, caller.id, at);
	for (const file of files) {
		const { key, size } = await tenant.files.put(file.content);
		request.onRollback(() => tenant.files.delete(key));
		await insertRow(sql, 'groupware_file', {
			application: 'bulletin',
			topic_id: id,
			name: file.name,
			content_type: contentTypeOf(file.name),
			size,
			file_key: key,
			creator: caller.id,
			created_at: at,
		});
	}
	return await reread(request, id);
}

const update =
	(isDraft: boolean) => async (request: Request<Partial<Body<'bulletin.draft.update'>>>) => {
		const topic = await toChange(request, isDraft);
		requireBothOfBody(request.body);
		const { draft, ...content } = readContent(request, topic);
		const { sql, caller, tenant } = request;
		// A topic doesn't become a draft again.
		const written = { ...content, draft: isDraft && draft };
		await updateTopic(sql, topic.id, written, caller.id, tenant.clock.now());
		return await reread(request, topic.id);
	};

const remove = (isDraft: boolean) => async (request: Request) => {
	const { sql, tenant, onCommit } = request;
	const { id } = await toChange(request, isDraft);
	const files = await filesOf(request, id);
	await sql.query('DELETE FROM groupware_bulletin_topic WHERE id = $1', [id]);
	onCommit(async () => {
		for (const { key } of files) await tenant.files.delete(key);
	});
	return undefined;
};

async function toChange(request: Request, isDraft: boolean): Promise<Topic> {
	const topic = await findTopic(request, isDraft);
	if (mayChange(topic, request)) return topic;
	throw new GroupwareError('GRN_REST_API_00207', 'Only its operators may change the topic.');
}

async function reread(request: Request, id: number): Promise<object> {
	const [topic] = await request.sql.query<Topic>(`${selectTopics} WHERE topic.id = $1`, [id]);
	if (topic === undefined) throw new Error(`The topic ${id} is gone`);
	return await present(topic, request);
}

async function filesOf({ sql }: Request, topic: number): Promise<FileRow[]> {
	return await sql.query<FileRow>(
		`SELECT ${fileColumns} FROM groupware_file WHERE topic_id = $1 ORDER BY id`,
		[topic],
	);
}

async function present(topic: Topic, request: Request): Promise<object> {
	const { directory, tenant } = request;
	const now = tenant.clock.now();
	const { publicStart, publicEnd } = topic;
	return {
		id: String(topic.id),
		subject: topic.subject,
		body: topic.body,
		isHtmlBody: topic.htmlBody,
		creator: directory.user(topic.creator),
		updater: directory.user(topic.updater),
		...(topic.sender !== null && { manuallySender: topic.sender }),
		createdAt: inUtc(topic.createdAt),
		updatedAt: inUtc(topic.updatedAt),
		acknowledgement: topic.acknowledgement,
		allowComments: topic.allowComments,
		operatorType: topic.operatorType,
		operators: topic.operators.map((id) => directory.user(id)),
		attachments: (await filesOf(request, topic.id)).map(presentFile),
		publicPeriod: {
			isUnlimited: publicStart === null && publicEnd === null,
			...(publicStart !== null && { start: inUtc(publicStart) }),
			...(publicEnd !== null && { end: inUtc(publicEnd) }),
		},
		isDraft: topic.draft,
		isPublished: !topic.draft && (publicStart === null || publicStart <= now),
		isExpired: publicEnd !== null && publicEnd <= now,
		category: { id: String(topic.categoryId), name: topic.categoryName },
	};
}

export const bulletinOperations = {
	'bulletin.category.list': listCategories,
	'bulletin.topic.list': listTopics,
	'bulletin.topic.create': create,
	'bulletin.topic.get': get(false),
	'bulletin.topic.update': update(false),
	'bulletin.topic.delete': remove(false),
	'bulletin.draft.get': get(true),
	'bulletin.draft.update': update(true),
	'bulletin.draft.delete': remove(true),
} satisfies Handlers;
