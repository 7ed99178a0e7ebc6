import { anything, integer, map, object, optional, type Read, text } from '../../input/readers';
import { invalid } from '../errors';
import { fieldOfType } from '../form';
import { type Body, inputErrors } from '../input';
import type { Design } from './design';
import { type CategoryNode, partOf } from './parts';

const DEPTH = 5;
const NODE = object({
	name: optional(text(1, 64)),
	index: integer(0, 2147483647),
	children: optional(map(anything)),
});

/** Categories after a change: a sent tree replaces the old one (docs/api: app.categories.update). */
export function changeCategories(design: Design, sent: Body<'app.categories.update'>): void {
	const before = partOf(design.parts, 'categories');
	const enabled = sent.enabled ?? before.enabled;
	const categories = sent.categories
		? readLevel(sent.categories, before.categories, 'categories', 1)
		: before.categories;
	design.parts.categories = { enabled, categories };
	const field = fieldOfType(design.fields, 'CATEGORY');
	if (field) field.enabled = enabled;
}

function readLevel(
	sent: Record<string, unknown>,
	before: Record<string, CategoryNode>,
	path: string,
	level: number,
): Record<string, CategoryNode> {
	const nodes: [string, CategoryNode][] = [];
	for (const [key, raw] of Object.entries(sent)) {
		const at = `${path}[${key}]`;
		const node = nodeOf(NODE(raw, at, inputErrors), key, before, level, at);
		const siblings = nodes.map(([, sibling]) => sibling);
		if (siblings.some(({ name }) => name === node.name)) {
			throw invalid(`${at}.name`, 'The name is used twice.');
		}
		if (siblings.some(({ index }) => index === node.index)) {
			throw invalid(`${at}.index`, 'The index is used twice.');
		}
		nodes.push([node.name, node]);
	}
	return Object.fromEntries(nodes);
}

function nodeOf(
	{ name, children, ...sent }: Read<typeof NODE>,
	key: string,
	before: Record<string, CategoryNode>,
	level: number,
	path: string,
): CategoryNode {
	const known = Object.hasOwn(before, key) ? before[key] : undefined;
	const node = {
		name: text(1, 64)(name ?? key, `${path}.name`, inputErrors),
		index: String(sent.index),
	};
	if (!known && node.name !== key) {
		throw invalid(`${path}.name`, 'The name of a new category has to equal its key.');
	}
	if (level === DEPTH) {
		if (children && Object.keys(children).length > 0) {
			throw invalid(`${path}.children`, `Categories have at most ${DEPTH} levels.`);
		}
		return { ...node, children: {} };
	}
	if (!children) throw inputErrors.missing(`${path}.children`);
	const below = readLevel(children, known?.children ?? {}, `${path}.children`, level + 1);
	return { ...node, children: below };
}
