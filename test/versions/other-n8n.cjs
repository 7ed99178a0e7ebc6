'use strict';

// Node loads this first (`--require`). Our code then gets the n8n in N8N_FOLDER in place of the repository's.
const { createRequire, Module } = require('node:module');
const { join } = require('node:path');

const folder = process.env.N8N_FOLDER;
const fromFolder = createRequire(join(folder, 'x.js'));
const { _load: load } = Module;
/** What tests set and earlier n8n lacks. */
const missing = { setSafeRegexEngine() {}, configureGlobalAxiosDefaults() {} };

Module._load = (name, parent, ...more) => {
	const isOfN8n = /^(n8n-(core|workflow)|@n8n\/(di|backend-network)|reflect-metadata)$/.test(name);
	if (!isOfN8n || parent?.filename?.startsWith(folder)) return load(name, parent, ...more);
	if (name === '@n8n/backend-network' && !canResolve(name)) return missing;
	const found = fromFolder(name);
	return name === 'n8n-workflow' ? { ...missing, ...found } : found;
};

function canResolve(name) {
	try {
		return fromFolder.resolve(name);
	} catch {
		return false;
	}
}
