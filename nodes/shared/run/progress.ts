import { itemsSuffix } from '../messages';

/** The results of a write that ended with an error, by item number. */
interface Outcomes {
	written: number[];
	/** Items for which there was nothing to write. */
	unsent?: number[];
	/** Items of lost requests, except the one whose error is shown. */
	unknown: number[];
	/** Set if the run continued after an error. */
	notWritten?: number[];
}

/** The results as sentences. */
export function progress({ written, unsent = [], unknown, notWritten = [] }: Outcomes): string {
	const sentences = [
		written.length === 0
			? 'No other item was written'
			: `${counted(written)} written${itemsSuffix(written)}`,
		unsent.length > 0 && `${counted(unsent)} left unchanged${itemsSuffix(unsent)}`,
		unknown.length > 0 &&
			`${unknown.length.toLocaleString('en-US')} more ${unknown.length === 1 ? 'item' : 'items'} may or may not have been written${itemsSuffix(unknown)}`,
		notWritten.length > 0 && `${counted(notWritten)} not written${itemsSuffix(notWritten)}`,
	];
	return sentences.filter((one) => one !== false).join('. ');
}

function counted({ length }: number[]): string {
	return `${length.toLocaleString('en-US')} ${length === 1 ? 'item was' : 'items were'}`;
}
