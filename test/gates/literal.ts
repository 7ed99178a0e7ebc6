import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { INodeType } from 'n8n-workflow';

import { builtFile, type Package } from './packages';

/** A node as the build made it. */
export interface BuiltNode {
	className: string;
	/** Path of its source inside the package (`nodes/X/X.node.ts`). */
	source: string;
	type: INodeType;
}

/** The package's nodes, loaded from the build. */
export function builtNodes(pack: Package): BuiltNode[] {
	return pack.manifest.n8n.nodes.map((path) => {
		const className = basename(path, '.node.js');
		const file = builtFile(pack, path);
		const module = createRequire(file)(file) as Record<string, new () => INodeType>;
		const Node = module[className];
		if (Node === undefined) throw new Error(`${path} exports no class ${className}.`);
		const source = path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		return { className, source, type: new Node() };
	});
}

/**
 * Replaces a node's source in an assembled folder by its finished description as a literal:
 * the rules for descriptions read literals only and would see nothing of a computed one.
 */
export async function writeLiteral(node: BuiltNode, folder: string): Promise<void> {
	const text = `import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

export class ${node.className} implements INodeType {
	description: INodeTypeDescription = ${JSON.stringify(node.type.description, undefined, '\t')};
}
`;
	await writeFile(join(folder, node.source), text);
}
