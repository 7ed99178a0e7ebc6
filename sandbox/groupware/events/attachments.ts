import { contentTypeOf } from '../files/content-type';
import type { Request } from '../request';
import { insertRow } from '../rows';
import type { NewAttachment } from './content';

/** Puts the files into the store and hangs them on the event; they go again if the request fails. */
export async function storeAttachments(
	{ sql, tenant, onRollback }: Request,
	eventId: number,
	files: readonly NewAttachment[],
): Promise<void> {
	for (const file of files) {
		const { key, size } = await tenant.files.put(file.content);
		onRollback(() => tenant.files.delete(key));
		await insertRow(sql, 'groupware_event_attachment', {
			event_id: eventId,
			name: file.name,
			content_type: contentTypeOf(file.name),
			size,
			file_key: key,
		});
	}
}
