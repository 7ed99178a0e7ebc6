import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { BY_USE } from './invariants';
import { builtFile, type Package } from './packages';

/** A class of the package as the build made it. */
export interface Built<Type> {
	className: string;
	file: string;
	/** Path of its source inside the package (`nodes/RecordPlatform/RecordPlatform.node.ts`). */
	source: string;
	type: Type;
}

export function builtNodes(pack: Package): Array<Built<INodeType>> {
	return pack.manifest.n8n.nodes.map((path) => load(pack, path, '.node.js'));
}

export function builtCredentials(pack: Package): Array<Built<ICredentialType>> {
	return pack.manifest.n8n.credentials.map((path) => load(pack, path, '.credentials.js'));
}

/** n8n's own way: the class is named as its file. */
function load<Type>(pack: Package, path: string, ending: string): Built<Type> {
	const className = basename(path, ending);
	const file = builtFile(pack, path);
	const Class = (createRequire(file)(file) as Record<string, new () => Type>)[className];
	if (Class === undefined) throw new Error(`${path} exports no class ${className}.`);
	const source = path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
	return { className, file, source, type: new Class() };
}

/**
 * Replaces a node's source in an assembled folder by its finished description as a literal:
 * the rules for descriptions read literals only and would see nothing of a computed one.
 */
export async function writeLiteral(node: Built<INodeType>, folder: string): Promise<void> {
	const text = `import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

export class ${node.className} implements INodeType {
	description: INodeTypeDescription = ${literal(sorted(node.type.description))};
${node.type.webhookMethods ? '\n\twebhookMethods = { default: { async checkExists() {}, async create() {}, async delete() {} } };\n' : ''}}
`;
	await writeFile(join(folder, node.source), text);
}

/** Some dropdowns are in the order of use; a rule wants them by name. */
function sorted(description: INodeTypeDescription): object {
	return JSON.parse(JSON.stringify(description), (_key, value: INodeProperties | null) => {
		if (!value || !BY_USE.has(value.displayName) || !value.options) return value;
		const options = [...(value.options as INodePropertyOptions[])];
		return { ...value, options: options.sort((a, b) => a.name.localeCompare(b.name, 'en')) };
	}) as object;
}

/** As a person would write it: rules know keys without quotes and n8n's constants only. */
function literal(description: object): string {
	return JSON.stringify(description, undefined, '\t')
		.replace(/^(\t+)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
		.replace(/^\t(inputs|outputs): \[\s*"main"\s*\]/gm, '\t$1: [NodeConnectionTypes.Main]');
}
