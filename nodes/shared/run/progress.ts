import { itemsSuffix } from '../messages';

/** What became of the items of a write that ended with an error, by their numbers. */
interface Fates {
	written: number[];
	/** Items for which there was nothing to write. */
	unsent?: number[];
	/** Items of lost requests other than the one whose error is told. */
	unknown: number[];
	/** Told where the run went on after a refusal. */
	notWritten?: number[];
}

/** The fates as sentences. */
export function progress({ written, unsent = [], unknown, notWritten = [] }: Fates): string {
	const sentences = [
		written.length === 0
			? 'No other item was written'
			: `${counted(written)} written${itemsSuffix(written)}`,
		unsent.length > 0 &&
			`For ${unsent.length.toLocaleString('en-US')} there was nothing to write${itemsSuffix(unsent)}`,
		unknown.length > 0 &&
			`Of ${unknown.length} further items nobody knows whether they were written${itemsSuffix(unknown)}`,
		notWritten.length > 0 && `${counted(notWritten)} not written${itemsSuffix(notWritten)}`,
	];
	return sentences.filter((one) => one !== false).join('. ');
}

function counted({ length }: number[]): string {
	return `${length.toLocaleString('en-US')} ${length === 1 ? 'item was' : 'items were'}`;
}
