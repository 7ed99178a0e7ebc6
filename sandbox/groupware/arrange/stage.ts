import { ControlError } from '../../control/input';
import type { FileStore, Sql } from '../../types';
import type { Directory } from '../directory';
import { contentTypeOf } from '../files/content-type';
import type { FileApplication } from '../files/model';
import type { Member } from '../member';
import type { SceneFile, SceneMember } from './scene';

/** Where the things of a scene are put: one transaction of a tenant. */
export interface Stage {
	sql: Sql;
	files: FileStore;
	directory: Directory;
	now: Date;
	/** Origin of the tenant, for the addresses in notifications. */
	baseUrl: string;
	/** Keys of the files stored so far, to be deleted if the transaction does not hold. */
	stored: string[];
}

/** Id of the user with this login name. */
export function userId({ directory }: Stage, login: string): string {
	const user = directory.byCode('USER', login);
	if (user === undefined) throw new ControlError(`There is no user ${login}.`);
	return user.id;
}

export function memberOf({ directory }: Stage, { type, code }: SceneMember): Member {
	const found = directory.byCode(type, code);
	if (found === undefined) throw new ControlError(`There is no ${type} ${code}.`);
	return { type, id: found.id };
}

/** The moment a scene names, or now. */
export function moment({ now }: Stage, text: string | undefined): Date {
	if (text === undefined) return now;
	const at = new Date(text);
	if (Number.isNaN(at.getTime())) throw new ControlError(`${text} is no date.`);
	return at;
}

/** The id of a row that was just written. */
export function idIn(rows: Array<{ id: number }>): number {
	const [row] = rows;
	if (row === undefined) throw new Error('The row was not added');
	return row.id;
}

/** What a stored file belongs to. */
export interface FileOwner {
	application: FileApplication;
	message?: number;
	discussion?: number;
	topic?: number;
	creator: string;
	createdAt: Date;
}

/** Stores a file and gives its id. */
export async function addFile(stage: Stage, file: SceneFile, owner: FileOwner): Promise<number> {
	const content = Buffer.from(file.content, 'base64');
	const { key, size } = await stage.files.put(content);
	stage.stored.push(key);
	return idIn(
		await stage.sql.query(
			`INSERT INTO groupware_file (application, message_id, discussion_id, topic_id, name,
				content_type, size, file_key, creator, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
			[
				owner.application,
				owner.message ?? null,
				owner.discussion ?? null,
				owner.topic ?? null,
				file.name,
				contentTypeOf(file.name),
				size,
				key,
				owner.creator,
				owner.createdAt.toISOString(),
			],
		),
	);
}
