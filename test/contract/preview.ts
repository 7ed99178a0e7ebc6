import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Schema } from './apiData';

const nodes = join(__dirname, '..', '..', 'nodes');

/** Where n8n looks for what an operation puts out, to show it before the first run. */
function fileOf(folder: string, key: string): string {
	return join(nodes, folder, '__schema__', 'v1.0.0', `${key.replace('.', '/')}.json`);
}

/** The preview of an operation (`resource.operation`); undefined where there is none. */
export function readPreview(folder: string, key: string): Schema | undefined {
	const file = fileOf(folder, key);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Schema) : undefined;
}

export function writePreview(folder: string, key: string, preview: Schema): void {
	const file = fileOf(folder, key);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(preview, undefined, '\t')}\n`);
}

/** The shape of output rows, without the keys that only this app or event has. */
export function previewOf(rows: object[], own: string[]): Schema {
	return { ...merged(rows.map((row) => shapeOf(row, own))), version: 1 };
}

function shapeOf(value: unknown, own: string[]): Schema {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) {
		return value.length === 0
			? { type: 'array' }
			: { type: 'array', items: merged(value.map((one) => shapeOf(one, own))) };
	}
	if (typeof value !== 'object') return { type: typeof value };
	const properties = Object.entries(value)
		.filter(([key]) => !own.includes(key))
		.map(([key, inner]) => [key, shapeOf(inner, own)] as const);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** One shape for several values; what is null in one of them is not known there. */
function merged(shapes: Schema[]): Schema {
	const known = shapes.filter(({ type }) => type !== 'null');
	const [first = { type: 'null' }] = known;
	if (first.type === 'object') {
		const all = known.map(({ properties }) => (properties ?? {}) as Record<string, Schema>);
		const keys = [...new Set(all.flatMap(Object.keys))];
		const properties = keys.map((key) => {
			const inner = all.flatMap((one) => (one[key] === undefined ? [] : [one[key]]));
			return [key, merged(inner)] as const;
		});
		return { type: 'object', properties: Object.fromEntries(properties) };
	}
	if (first.type === 'array') {
		const items = known.flatMap((one) => (one.items === undefined ? [] : [one.items as Schema]));
		return items.length === 0 ? { type: 'array' } : { type: 'array', items: merged(items) };
	}
	return first;
}

/** Where output has another shape than its preview promises; a null fits everywhere. */
export function misfits(preview: Schema, value: unknown, own: string[], path = ''): string[] {
	if (value === null || value === undefined || preview.type === 'null') return [];
	const actual = Array.isArray(value) ? 'array' : typeof value;
	if (preview.type !== actual)
		return [`${path || 'output'} is ${actual}, not ${String(preview.type)}`];
	if (Array.isArray(value)) {
		const items = preview.items as Schema | undefined;
		return items === undefined ? [] : value.flatMap((one) => misfits(items, one, own, `${path}[]`));
	}
	if (actual !== 'object') return [];
	const properties = (preview.properties ?? {}) as Record<string, Schema>;
	return Object.entries(value as object).flatMap(([key, inner]) => {
		if (own.includes(key)) return [];
		const known = properties[key];
		return known === undefined
			? [`${path}.${key} is not in the preview`]
			: misfits(known, inner, own, `${path}.${key}`);
	});
}
