import { GroupwareError } from '../errors';
import type { Request } from '../request';
import { idOf } from '../values';
import { membershipValues, selectSpaces, type SpaceRow } from './store';

/**
 * The space the path names, to read in it. Throws GRN_SPACE_00001 for an unknown one, and for a private
 * one to those who are no members; administrators have no other right here than anyone.
 */
export async function spaceToRead({ sql, path, caller, directory }: Request): Promise<SpaceRow> {
	const [space] = await sql.query<SpaceRow>(
		`${selectSpaces} WHERE id = $3 AND (public OR member)`,
		[...membershipValues(directory.membershipsOf(caller.id)), idOf(path.space_id, 'space_id') ?? 0],
	);
	if (space === undefined) throw unknownSpace(path.space_id);
	return space;
}

/** `spaceToRead` for members alone, in public spaces too; throws GRN_REST_API_00207 for others (space.discussion.create, inferred). */
export async function spaceToWrite(request: Request): Promise<SpaceRow> {
	const space = await spaceToRead(request);
	if (!space.member) {
		throw new GroupwareError('GRN_REST_API_00207', 'Only members of the space may write in it.');
	}
	return space;
}

export function unknownSpace(id: string | undefined): GroupwareError {
	return new GroupwareError('GRN_SPACE_00001', `There is no space ${id}.`);
}
