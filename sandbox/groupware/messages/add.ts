import { ControlError } from '../../control/input';
import type { MessageFixture } from '../fixtures/types';
import { addFile, moment, type FixtureContext, userId } from '../fixtures/context';
import { insertMessage } from './store';

/** Adds a message with its files; nobody is notified. Throws a ControlError for an unknown person. */
export async function addMessage(
	context: FixtureContext,
	fixture: MessageFixture,
): Promise<{ id: string; files: string[] }> {
	const creator = userId(context, fixture.sender);
	const createdAt = moment(context, fixture.createdAt);
	const acknowledgedBy = fixture.acknowledgedBy ?? [];
	const stranger = acknowledgedBy.find((login) => !fixture.recipients.includes(login));
	if (stranger !== undefined) throw new ControlError(`${stranger} is no recipient.`);
	const changed = fixture.updater ?? (fixture.updatedAt === undefined ? undefined : fixture.sender);
	const { id } = await insertMessage(
		context.sql,
		{
			title: fixture.title,
			body: fixture.body ?? '',
			htmlBody: fixture.isHtmlBody ?? false,
			acknowledgement: fixture.acknowledgement ?? acknowledgedBy.length > 0,
			draft: fixture.isDraft ?? false,
			operatorType: fixture.operatorType ?? 'ONLY_SENDER',
			creator,
			createdAt,
			updater: changed === undefined ? null : userId(context, changed),
			updatedAt: changed === undefined ? null : moment(context, fixture.updatedAt),
		},
		fixture.recipients.map((login) => ({
			id: userId(context, login),
			acknowledged: acknowledgedBy.includes(login),
		})),
		(fixture.operators ?? []).map((login) => userId(context, login)),
	);
	const files: string[] = [];
	for (const file of fixture.files ?? []) {
		const owner = { application: 'message' as const, message: id, creator, createdAt };
		files.push(String(await addFile(context, file, owner)));
	}
	return { id: String(id), files };
}
