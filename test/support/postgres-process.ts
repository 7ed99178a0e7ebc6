// `tsx postgres-process.ts FOLDER` starts a PostgreSQL server in the folder, says how to reach it, and stays.
import { join } from 'node:path';

import { postgresMember } from '../../start/postgres';
import { freePort } from '../../start/processes';

void (async () => {
	const [folder = ''] = process.argv.slice(2);
	const port = await freePort(0);
	const log = join(folder, 'postgresql.log');
	const options = { folder: join(folder, 'postgresql'), port, log, say: () => undefined };
	const { member, database } = await postgresMember(options);
	await member.start();
	console.log(JSON.stringify({ database, server: member.running.pid }));
})();
