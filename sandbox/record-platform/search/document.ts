import type { HitType } from './request';

/** Snippets and fields of a result, at most. */
export const MOST_MATCHES = 3;

/** Something that can be found: texts, and what a hit tells of it. */
export interface Document {
	type: HitType;
	/** Where it is shown, below `/k/`. */
	url: string;
	createdAt: Date;
	/** Login name. */
	creator: string;
	/** The app or space that it belongs to. */
	owner: { scope: 'APP' | 'SPACE'; id: string };
	texts: FoundText[];
	/** What the hit has beside type, address and snippets, given the texts that have a keyword in them. */
	hit(matched: FoundText[]): object;
}

export interface FoundText {
	text: string;
	/** The field of a record that the text is in. */
	field?: { code: string; label: string };
}
