import type { Context } from '../context';
import { requireWideCourse } from '../features';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { hasRole, usersOfSpace } from './access';
import { listSpaces } from './store';

/** Figures of the spaces the caller may see: public ones and their own, all for administrators. */
async function getSpaceStatistics(
	context: Context,
	{ limit, offset }: Body<'spaces.statistics'>,
): Promise<object> {
	requireWideCourse(context);
	const directory = await context.directory();
	const seen: object[] = [];
	for (const space of await listSpaces(context.sql)) {
		const users = await usersOfSpace(context, space);
		if (!hasRole(context, space, users, 'reader')) continue;
		seen.push({
			id: space.id,
			name: space.name,
			isPrivate: space.isPrivate,
			isGuest: space.isGuest,
			memberCount: String(users.size),
			administratorCount: String([...users.values()].filter((user) => user.isAdmin).length),
			createdAt: new Date(space.createdAt).toISOString(),
			creator: directory.named(space.creator),
			modifiedAt: new Date(space.modifiedAt).toISOString(),
			modifier: directory.named(space.modifier),
		});
	}
	return { spaces: seen.slice(offset, offset + limit) };
}

export const spaceStatisticsOperations = {
	'spaces.statistics': getSpaceStatistics,
} satisfies Handlers;
