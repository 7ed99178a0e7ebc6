import type { IExecuteFunctions } from 'n8n-workflow';

import type { Draft } from '../catalogue';
import { Refusal } from '../errors';

/** What n8n's HTTP client asks of a file part; a Blob would hold the whole file in memory. */
interface StreamedPart {
	name: string;
	type: string;
	size: number;
	stream(): AsyncIterable<unknown>;
}

/** A form with one file part that is read from n8n's binary store while it is sent. */
function streamedForm(field: string, part: StreamedPart): FormData {
	const form = new FormData();
	const entries = () => [[field, part]][Symbol.iterator]();
	return Object.assign(form, { entries, [Symbol.iterator]: entries }) as unknown as FormData;
}

/** Opens the binary property anew for each sending. Throws `Refusal` when the item has none. */
export async function multipart(
	context: IExecuteFunctions,
	{ field, property, item }: NonNullable<Draft['file']>,
): Promise<FormData> {
	const { fileName, mimeType, id, data } = binaryOf(context, item, property);
	const bytes = id === undefined ? Buffer.from(data, 'base64') : undefined;
	const size = bytes ? bytes.length : (await context.helpers.getBinaryMetadata(id!)).fileSize;
	return streamedForm(field, {
		name: fileName,
		type: mimeType,
		size,
		stream: bytes
			? async function* () {
					yield bytes;
				}
			: async function* () {
					yield* (await context.helpers.getBinaryStream(id!)) as AsyncIterable<unknown>;
				},
	});
}

/** The facts of a binary property, or a `Refusal` that names it. */
export function binaryOf(context: IExecuteFunctions, item: number, property: string) {
	const wanted = property.trim();
	const available = Object.keys(context.getInputData()[item]?.binary ?? {});
	if (wanted === '' || !available.includes(wanted)) {
		const names = available.map((name) => `"${name}"`).join(', ');
		throw new Refusal(
			`This item has no binary data named "${wanted}"`,
			available.length > 0 ? `It has ${names}.` : 'It has no binary data at all.',
		);
	}
	const { fileName, mimeType, id, data } = context.helpers.assertBinaryData(item, wanted);
	return { fileName: fileName ?? wanted, mimeType, id, data };
}
