import { extname } from 'node:path';

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

/** By the ending of the name; `application/octet-stream` for any other. */
export function contentTypeOf(fileName: string): string {
	return contentTypes[extname(fileName).toLowerCase()] ?? 'application/octet-stream';
}
