import { sleep } from 'n8n-workflow';

import type { RequestSpec, FileReply, ItemView } from '../../shared/catalogue';
import { brokenOff } from '../../shared/fileStore';
import { BrokenFile } from '../../shared/transport/download';
import { waits } from '../../shared/transport/waits';
import { bodyOf } from '../../shared/objects';
import { pathOn } from '../route';
import { type Attachment, openAttachment } from './attachments';

const MOST_ATTEMPTS = 3;

/**
 * Streams an attachment from download to upload, without storing it, because
 * a record's file key can't be written to another record. Returns the key
 * to attach it with. Throws `RequestError` or `InputError`.
 * @param from guest space of the source record
 * @param to guest space of the target record
 */
export async function transferred(
	attachment: Attachment,
	from: string | undefined,
	to: string | undefined,
	item: ItemView,
): Promise<string> {
	const upload: RequestSpec = {
		method: 'POST',
		path: pathOn('/k/v1/file.json', { guestSpace: to }),
		answer: ['fileKey'],
		repeatable: true,
	};
	for (let attempt = 1; ; attempt++) {
		let reply: FileReply | undefined;
		const source = {
			fileName: attachment.name,
			mimeType: attachment.contentType,
			size: Number(attachment.size),
			open: async () => {
				reply = await openAttachment(attachment, from, item);
				return reply.stream;
			},
			release: () => reply?.release(),
		};
		const outcome = await item
			.upload(upload, source)
			.then((body) => String(bodyOf(body).fileKey))
			.catch((problem: unknown) => {
				if (problem instanceof BrokenFile) return problem;
				throw problem;
			});
		if (typeof outcome === 'string') return outcome;
		if (!outcome.again || attempt === MOST_ATTEMPTS) {
			throw brokenOff(attachment.name, outcome, attempt);
		}
		await sleep(1000 * waits.first * attempt);
	}
}
