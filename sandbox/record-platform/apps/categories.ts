import { isObject } from '../../input/readers';
import { invalid, ServiceError } from '../errors';
import { fieldOfType } from '../form';
import { Parameters } from '../parameters';
import type { Design } from './design';
import { type CategoryNode, partOf } from './parts';

const DEPTH = 5;

/** Categories after a change: a sent tree replaces the old one (docs/api: app.categories.update). */
export function changeCategories(design: Design, given: Parameters): void {
	const before = partOf(design.parts, 'categories');
	const enabled = given.optionalBoolean('enabled') ?? before.enabled;
	const sent = given.object('categories');
	const categories = sent
		? readLevel(sent, before.categories, given.path('categories'), 1)
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
		if (!isObject(raw)) throw new ServiceError('CB_IJ01');
		const given = new Parameters(raw, `${path}[${key}].`);
		const node = readNode(given, key, before, level);
		const siblings = nodes.map(([, sibling]) => sibling);
		if (siblings.some(({ name }) => name === node.name)) {
			throw invalid(given.path('name'), 'The name is used twice.');
		}
		if (siblings.some(({ index }) => index === node.index)) {
			throw invalid(given.path('index'), 'The index is used twice.');
		}
		nodes.push([node.name, node]);
	}
	return Object.fromEntries(nodes);
}

function readNode(
	given: Parameters,
	key: string,
	before: Record<string, CategoryNode>,
	level: number,
): CategoryNode {
	const known = Object.hasOwn(before, key) ? before[key] : undefined;
	const name = given.optionalText('name', { maximum: 64 }) ?? key;
	if (name === '') given.missing('name');
	if (name.length > 64) throw invalid(given.path('name'), 'Enter less than 65 characters.');
	if (!known && name !== key) {
		throw invalid(given.path('name'), 'The name of a new category has to equal its key.');
	}
	if (!given.has('index')) given.missing('index');
	const index = String(given.integer('index', { minimum: 0, maximum: 2147483647, default: 0 }));
	const children = given.object('children');
	if (level === DEPTH) {
		if (children && Object.keys(children).length > 0) {
			throw invalid(given.path('children'), `Categories have at most ${DEPTH} levels.`);
		}
		return { name, index, children: {} };
	}
	if (!children) return given.missing('children');
	const path = given.path('children');
	return { name, index, children: readLevel(children, known?.children ?? {}, path, level + 1) };
}
