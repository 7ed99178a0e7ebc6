import { extname } from 'node:path';

import type { Request } from '../operation';
import type { NewAttachment } from './content';

const contentTypes: Readonly<Record<string, string>> = {
	'.csv': 'text/csv',
	'.gif': 'image/gif',
	'.html': 'text/html',
	'.jpeg': 'image/jpeg',
	'.jpg': 'image/jpeg',
	'.json': 'application/json',
	'.md': 'text/markdown',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain',
	'.xml': 'application/xml',
	'.zip': 'application/zip',
};

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
			[
				eventId,
				file.name,
				contentTypes[extname(file.name).toLowerCase()] ?? 'application/octet-stream',
				size,
				key,
			],
		);
	}
}
