import { ControlError } from '../../control/input';
import type { SceneMessage } from '../arrange/scene';
import { addFile, moment, type Stage, userId } from '../arrange/stage';
import { insertMessage } from './store';

/** Adds a message with its files; nobody is notified. */
export async function addMessage(
	stage: Stage,
	scene: SceneMessage,
): Promise<{ id: string; files: string[] }> {
	const creator = userId(stage, scene.sender);
	const createdAt = moment(stage, scene.createdAt);
	const acknowledgedBy = scene.acknowledgedBy ?? [];
	const stranger = acknowledgedBy.find((login) => !scene.recipients.includes(login));
	if (stranger !== undefined) throw new ControlError(`${stranger} is no recipient.`);
	const changed = scene.updater ?? (scene.updatedAt === undefined ? undefined : scene.sender);
	const { id } = await insertMessage(
		stage.sql,
		{
			title: scene.title,
			body: scene.body ?? '',
			htmlBody: scene.isHtmlBody ?? false,
			acknowledgement: scene.acknowledgement ?? acknowledgedBy.length > 0,
			draft: scene.isDraft ?? false,
			operatorType: scene.operatorType ?? 'ONLY_SENDER',
			creator,
			createdAt,
			updater: changed === undefined ? null : userId(stage, changed),
			updatedAt: changed === undefined ? null : moment(stage, scene.updatedAt),
		},
		scene.recipients.map((login) => ({
			id: userId(stage, login),
			acknowledged: acknowledgedBy.includes(login),
		})),
		(scene.operators ?? []).map((login) => userId(stage, login)),
	);
	const files: string[] = [];
	for (const file of scene.files ?? []) {
		const owner = { application: 'message' as const, message: id, creator, createdAt };
		files.push(String(await addFile(stage, file, owner)));
	}
	return { id: String(id), files };
}
