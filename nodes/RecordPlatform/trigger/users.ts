import { objectOf } from '../../shared/objects';
import { valueOf } from '../codec/cells';
import { type ChangedRecord, type RecordReader, UnreadableField } from './reading';

/** What API tokens are called in the records that they change. */
const TOKEN_USER = 'administrator';

/** Whether what a user does starts nothing. */
export async function isIgnored(login: string, reader: RecordReader): Promise<boolean> {
	const { ignored, ignoresOwn } = reader.settings;
	const user = login.toLowerCase();
	if (ignored.has(user)) return true;
	return ignoresOwn && (await ownLogin(reader))?.toLowerCase() === user;
}

/** Whether what the user of a record has done starts nothing. Throws `InputError` if the user can't be read. */
export async function isUserIgnored(
	record: ChangedRecord,
	user: 'modifier' | 'creator',
	reader: RecordReader,
): Promise<boolean> {
	const { ignored, ignoresOwn } = reader.settings;
	if (ignored.size === 0 && !ignoresOwn) return false;
	return await isIgnored(userIn(record, reader.codes[user]), reader);
}

/**
 * The login name of the credential's user. With OAuth2, only records that this user has changed last
 * tell it: undefined without such a record.
 */
export async function ownLogin(reader: RecordReader): Promise<string | undefined> {
	const { signIn, login } = reader.item.connection;
	if (signIn === 'API token') return TOKEN_USER;
	if (login !== undefined) return login;
	const { modifier } = reader.codes;
	return await reader.item.once(`last change of ${modifier}`, async () => {
		const query = { condition: `${modifier} in (LOGINUSER())`, order: '', limit: 1 };
		const [one] = await reader.read(query, reader.needed);
		return one && userIn(one, modifier);
	});
}

function userIn({ cells }: ChangedRecord, field: string): string {
	const { code } = objectOf(valueOf(cells[field]));
	if (typeof code === 'string') return code;
	throw new UnreadableField(field);
}
