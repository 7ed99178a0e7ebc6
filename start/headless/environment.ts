import 'reflect-metadata';

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configureGlobalAxiosDefaults } from '@n8n/backend-network';

/** n8n keeps its key and binary data here; the folder goes with the process. Import this first. */
export const userFolder = mkdtempSync(join(tmpdir(), 'n8n-headless-'));

process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = randomUUID();
process.once('exit', () => rmSync(userFolder, { recursive: true, force: true }));
configureGlobalAxiosDefaults();
