'use strict';

/** Loaded before a program that is measured: tells at any message what it took so far. */
process.on('message', () => {
	const { user, system } = process.cpuUsage();
	process.send({ cpuMs: (user + system) / 1000, resident: process.memoryUsage.rss() });
});
