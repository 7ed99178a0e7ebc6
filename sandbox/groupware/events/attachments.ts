import { contentTypeOf } from '../files/content-type';
import type { Request } from '../request';
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
		await sql.query(
			`INSERT INTO groupware_event_attachment (event_id, name, content_type, size, file_key)
			VALUES ($1, $2, $3, $4, $5)`,
			[eventId, file.name, contentTypeOf(file.name), size, key],
		);
	}
}
