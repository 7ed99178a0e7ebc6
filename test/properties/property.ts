import type fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { isWrite } from '../contract/services';
import type { Bench, Subject } from './bench';
import { type Change, stateOf } from './state';

/** Something that holds for operations whatever the example; a case is plain numbers, so that it can shrink. */
export interface Property<Case = unknown> {
	name: string;
	/** What must hold, in a sentence. */
	says: string;
	/** Why it says nothing about an operation; undefined where it does. */
	exempt(subject: Subject): string | undefined;
	cases: fc.Arbitrary<Case>;
	/** What `npm test` tries of it, if not one case of two operations. */
	daily?: { runs: number; only?: string[] };
	/** What is wrong, or undefined; `SKIP` where the case means nothing for the operation. */
	check(bench: Bench, subject: Subject, one: Case): Promise<string | undefined>;
}

/** A case that means nothing for the operation. */
export const SKIP = 'skip';

export const writes = ({ operation }: Pick<Subject, 'operation'>) => isWrite(operation);

export const pick = <T>(list: readonly T[], at: number): T | undefined =>
	list.length === 0 ? undefined : list[at % list.length];

/** The first few changes, in a line. */
export function told(list: Change[]): string {
	const short = (text = 'gone') => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
	const lines = list
		.slice(0, 4)
		.map(({ path, before, after }) => `${path}: ${short(before)} -> ${short(after)}`);
	return lines.join('; ') + (list.length > 4 ? `; and ${list.length - 4} more` : '');
}

/** Output without what differs from run to run, a line for each value. */
export function plain(output: IDataObject[]): string[] {
	const rows = stateOf({ output: { ...output } }, Date.now(), new Set());
	return [...rows].map(([path, value]) => `${path} = ${value}`);
}

/** Lines that only one of two lists has. */
export function difference(one: string[], other: string[]): string {
	const short = (line: string) => (line.length > 200 ? `${line.slice(0, 200)}…` : line);
	const only = (list: string[], than: string[]) => {
		const left = [...than];
		return list.filter((line) => {
			const at = left.indexOf(line);
			if (at >= 0) left.splice(at, 1);
			return at < 0;
		});
	};
	const [first, second] = [only(one, other), only(other, one)];
	if (first.length + second.length === 0) return '';
	return [
		...first.slice(0, 3).map((line) => `- ${short(line)}`),
		...second.slice(0, 3).map((line) => `+ ${short(line)}`),
	].join('\n');
}
