import type { Context } from '../context';
import { ServiceError } from '../errors';
import { requirePreviewFeatures } from '../features';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { openSpace } from './access';
import { readMembers, replaceMembers } from './members';
import { insertSpace } from './store';

/** Templates are made in the service's settings pages only; every tenant has these, by ID. */
const TEMPLATES: ReadonlyMap<string, { useMultiThread: boolean }> = new Map([
	['1', { useMultiThread: true }],
]);

/** Makes a public space with one thread, administered by the caller. */
async function createSpace(context: Context, { name }: Body<'space.create'>): Promise<object> {
	requirePreviewFeatures(context);
	const creator = context.person.code;
	const id = await insertSpace(context.sql, { name, creator, now: context.now });
	await replaceMembers(context.sql, id, [
		{ type: 'USER', code: creator, isAdmin: true, includeSubs: false },
	]);
	return { id };
}

async function createFromTemplate(
	context: Context,
	{ id: templateId, name, isGuest = false, ...sent }: Body<'space.createFromTemplate'>,
): Promise<object> {
	const members = await readMembers(context, sent.members);
	const template = TEMPLATES.get(templateId);
	if (!template) {
		throw new ServiceError('GAIA_SP01', {
			message: `The space template (ID: ${templateId}) was not found. It may have been deleted.`,
		});
	}
	const id = await insertSpace(context.sql, {
		...template,
		name,
		isGuest,
		isPrivate: isGuest || sent.isPrivate === true,
		fixedMember: sent.fixedMember ?? false,
		creator: context.person.code,
		now: context.now,
	});
	await replaceMembers(context.sql, id, members);
	return { id };
}

/** What goes with an app, by table. */
const OF_APPS = [
	'api_tokens',
	'webhooks',
	'record_cursors',
	'attached_files',
	'records',
	'app_designs',
];

/** Deletes a space with its threads and apps. */
async function deleteSpace(context: Context, { id }: Body<'space.delete'>): Promise<object> {
	const { space } = await openSpace(context, id, 'administrator', { lock: true });
	const { sql } = context;
	for (const table of OF_APPS) {
		await sql.query(
			`delete from ${table} where app_id in (select id from apps where space_id = $1::bigint)`,
			[space.id],
		);
	}
	// An app without a design is not there for anyone; its row stays, so that no other app gets its ID.
	await sql.query(
		`update apps set space_id = null, thread_id = null, code = '', deploy_status = 'SUCCESS',
			deploy_until = null where space_id = $1::bigint`,
		[space.id],
	);
	await sql.query('delete from app_spaces where id = $1::bigint', [space.id]);
	return {};
}

export const spaceOperations = {
	'space.create': createSpace,
	'space.createFromTemplate': createFromTemplate,
	'space.delete': deleteSpace,
} satisfies Handlers;
