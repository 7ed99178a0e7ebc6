import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';

/** A file in a response: Base64 in the JSON. */
interface ServiceFile extends IDataObject {
	name?: string;
	contentType?: string;
	content?: string;
}

/**
 * The file as binary data of the output item, under the name that the person chose, and what the
 * service says of it as JSON. Throws `InputError` where the answer holds no file.
 */
export function fileRow(body: unknown, item: ItemView): Row {
	const { content, ...facts } = (body ?? {}) as ServiceFile;
	if (typeof content !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(content.replace(/\s/g, ''))) {
		throw new InputError(
			"The response doesn't contain the file",
			'Check the file in the service. It may be damaged or deleted',
		);
	}
	const bytes = Buffer.byteLength(content.replace(/\s/g, ''), 'base64');
	const told = Number(facts.size ?? bytes);
	if (Number.isInteger(told) && told !== bytes) {
		throw new InputError(
			`The file is incomplete: ${bytes} of ${told} bytes arrived`,
			'Run it again. If it fails again, check the file in the service',
		);
	}
	const property = String(item.read('binaryPropertyName', 'data')).trim();
	if (property === '') throw new InputError('The parameter "Put Output File in Field" is empty');
	const chosenName = String(item.read('options.fileName', '') ?? '').trim();
	const fileName = chosenName || facts.name || 'file';
	const mimeType = facts.contentType || 'application/octet-stream';
	return { json: facts, files: { [property]: { content, fileName, mimeType } } };
}
