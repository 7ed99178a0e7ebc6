import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { npm } from '../../start/install';
import { installed } from '../../start/layout';
import type { Version } from './versions';

/** Installs the packages of a version, unless they are there, and gives their folder. */
export async function install({ n8n, packages }: Version): Promise<string> {
	const folder = join(installed, 'versions', n8n);
	const manifest = JSON.stringify({
		name: 'other-n8n',
		private: true,
		dependencies: packages,
	});
	const complete = join(folder, '.complete');
	if (existsSync(complete) && (await readFile(complete, 'utf8')) === manifest) return folder;
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), manifest);
	await npm(folder, ['install', '--ignore-scripts', '--legacy-peer-deps']);
	await writeFile(complete, manifest);
	return folder;
}
