import 'reflect-metadata';

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configureGlobalAxiosDefaults } from '@n8n/backend-network';
import { type RegexEngine, setSafeRegexEngine } from 'n8n-workflow';

/** n8n keeps its key and binary data here; the folder goes with the process. Import this first. */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-headless-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = randomUUID();
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
configureGlobalAxiosDefaults();

/** n8n stops a pattern after 250 ms, and on a busy machine even a short one can wait that long. */
const withoutLimit: RegexEngine = {
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
};
setSafeRegexEngine(withoutLimit);
