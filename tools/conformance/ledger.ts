import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

import { NotTried } from './side';

export type Kind =
	| 'space'
	| 'guestSpace'
	| 'thread'
	| 'app'
	| 'plugin'
	| 'guest'
	| 'event'
	| 'facility'
	| 'facilityGroup'
	| 'proxySetting';

export interface Made {
	kind: Kind;
	id: string;
}

/** What was made, in words. */
export const wordsOf = ({ kind, id }: Made) =>
	`${kind.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`)} ${id}`;

/** What a run has made on a tenant and not removed yet; kept in a file, so that an interrupted run can be cleaned up. */
export class Ledger {
	private made: Made[] = [];

	/** Without a file, it is forgotten at the end. */
	constructor(
		readonly baseUrl: string,
		private readonly file?: string,
	) {
		if (file === undefined || !existsSync(file)) return;
		const kept = JSON.parse(readFileSync(file, 'utf8')) as { baseUrl: string; made: Made[] };
		if (kept.baseUrl !== baseUrl) {
			throw new NotTried(
				`${file} lists what a run left behind at ${kept.baseUrl}. Run it there again first, or delete the file if all of it has been removed.`,
			);
		}
		this.made = kept.made;
	}

	/** Newest first: the order to remove it in. */
	get left(): readonly Made[] {
		return [...this.made].reverse();
	}

	has(kind: Kind, id: unknown): boolean {
		return this.made.some((one) => one.kind === kind && one.id === String(id));
	}

	add(kind: Kind, id: string): void {
		if (this.has(kind, id)) return;
		this.made.push({ kind, id });
		this.save();
	}

	remove({ kind, id }: Made): void {
		this.made = this.made.filter((one) => one.kind !== kind || one.id !== id);
		this.save();
	}

	private save(): void {
		if (this.file === undefined) return;
		if (this.made.length === 0) rmSync(this.file, { force: true });
		else
			writeFileSync(this.file, JSON.stringify({ baseUrl: this.baseUrl, made: this.made }, null, 2));
	}
}
