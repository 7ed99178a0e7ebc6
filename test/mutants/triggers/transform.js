'use strict';

const { join } = require('node:path');
const { default: tsJest } = require('ts-jest');

const { file, from, to } = JSON.parse(process.env.BREAKAGE);
const broken = join(__dirname, '../../..', file);

/** The source as it is, or with the breakage in it. */
const sourceOf = (source, path) => (path === broken ? source.replace(from, () => to) : source);

module.exports = {
	createTransformer() {
		const inner = tsJest.createTransformer();
		return {
			process: (source, path, options) => inner.process(sourceOf(source, path), path, options),
			getCacheKey: (source, path, options) =>
				inner.getCacheKey(sourceOf(source, path), path, options),
		};
	},
};
