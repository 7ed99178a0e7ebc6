import { isObject } from '../../input/readers';
import { fileNotFound, ServiceError } from '../errors';
import type { CellCodec, FileCell } from './codec';

/** The file keys of a FILE cell as sent. Throws CB_IJ01. */
export function sentFileKeys(raw: unknown): string[] {
	if (raw === undefined || raw === null || raw === '') return [];
	if (!Array.isArray(raw)) throw new ServiceError('CB_IJ01');
	return raw.map((entry) => {
		if (!isObject(entry) || typeof entry.fileKey !== 'string') throw new ServiceError('CB_IJ01');
		return entry.fileKey;
	});
}

export const fileCodec: CellCodec = {
	empty: () => [],
	isEmpty: (value) => !Array.isArray(value) || value.length === 0,
	parse(raw, _field, _place, context, previous) {
		const before = Array.isArray(previous) ? (previous as FileCell[]) : [];
		return sentFileKeys(raw).map((key) => {
			const file = context.file(key, before);
			if (!file) throw fileNotFound(key);
			return file;
		});
	},
	initial: () => [],
	requiredSuffix: '.values',
};
