import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { read } from './house';
import { root } from './packages';

/** What a page shows, without blocks of code. */
const shown = (text: string) => text.replace(/^```[^]*?^```$/gm, '');

export function headingsIn(text: string): Array<{ level: number; text: string }> {
	return [...shown(text).matchAll(/^(#+) (.+)$/gm)].map(([, signs = '', heading = '']) => ({
		level: signs.length,
		text: heading,
	}));
}

/** Targets of links and pictures, in their order. */
export function linksIn(text: string): string[] {
	return [...shown(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

export function boldIn(text: string): string[] {
	const prose = shown(text).replace(/`[^`\n]*`/g, '');
	return [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, label = '']) => label);
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
	const seen = new Map<string, number>();
	return headingsIn(text).map((heading) => {
		const anchor = heading.text
			.toLowerCase()
			.replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-');
		const times = seen.get(anchor) ?? 0;
		seen.set(anchor, times + 1);
		return times === 0 ? anchor : `${anchor}-${times}`;
	});
}

/** What is wrong with the target of a link, which means this file of the repository. */
export function targetFault(target: string, file: string, anchor: string | undefined): string[] {
	if (/^https?:/.test(target)) return [];
	if (!existsSync(join(root, file))) return [`${target}: no such file`];
	const missing = anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
	return missing ? [`${target}: no such heading`] : [];
}
