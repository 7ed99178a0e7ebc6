import type { FileFixture } from '../fixtures/types';

/** A moment so many hours before now, as fixtures write it. */
export type Ago = (hours: number) => string;

export const hoursBefore =
	(now: Date): Ago =>
	(hours) =>
		new Date(now.getTime() - hours * 3_600_000).toISOString();

/** A file of a text; its content is Base64. */
export function textFile(name: string, text: string): FileFixture {
	return { name, content: Buffer.from(text).toString('base64') };
}

/** One blue pixel. */
export function imageFile(name: string): FileFixture {
	return {
		name,
		content:
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	};
}
