'use strict';

/** The embedded database of the sandbox alone, as the sandbox opens it. */
const { openPglite } = require(process.argv[2]);

openPglite()
	.then((database) => database.transaction((session) => session.query('select 1')))
	.then(() => console.log('{}'));
