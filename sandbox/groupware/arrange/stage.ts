import { ControlError } from '../../control/input';
import type { FileStore, Sql } from '../../types';
import type { Directory } from '../directory';
import { contentTypeOf } from '../files/content-type';
import type { FileApplication } from '../files/model';
import type { Member } from '../member';
import { insertRow } from '../rows';
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
	const { id } = await insertRow(stage.sql, 'groupware_file', {
		application: owner.application,
		message_id: owner.message ?? null,
		discussion_id: owner.discussion ?? null,
		topic_id: owner.topic ?? null,
		name: file.name,
		content_type: contentTypeOf(file.name),
		size,
		file_key: key,
		creator: owner.creator,
		created_at: owner.createdAt,
	});
	return id;
}
