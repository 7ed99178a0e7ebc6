import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';

import { Member } from '../member';
import { start } from '../processes';
import type { Say } from '../progress';
import type { ClusterFolder } from './folder';

/** Redis of the cluster: n8n's queue. */
export interface Queue {
	host: string;
	port: number;
	password: string;
}

/** Throws with the name of its package if it is not installed. */
export function findRedis(): string {
	const found = (process.env.PATH ?? '')
		.split(delimiter)
		.map((folder) => join(folder, 'redis-server'))
		.find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error('Redis must be installed. On Debian: apt install redis-server');
}

export async function redisMember(
	program: string,
	folder: ClusterFolder,
	queue: Queue,
	say: Say,
): Promise<Member> {
	await mkdir(folder.redis, { recursive: true, mode: 0o700 });
	const file = join(folder.redis, 'redis.conf');
	const lines = [
		`bind ${queue.host}`,
		`port ${queue.port}`,
		// Others on this machine can read arguments, so the password is not one.
		`requirepass ${queue.password}`,
		`dir "${folder.redis}"`,
		// What waits in the queue is still there after a restart.
		'appendonly yes',
		'daemonize no',
	];
	await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
	return new Member({
		name: 'Redis',
		launch: () => start(program, [file], { stdio: ['ignore', 'pipe', 'pipe'] }),
		isReady: async () => await answers(queue),
		log: join(folder.logs, 'redis.log'),
		say,
	});
}

async function answers({ host, port, password }: Queue): Promise<boolean> {
	return await new Promise((done) => {
		const socket = connect(port, host);
		let text = '';
		const give = (answer: boolean) => {
			socket.destroy();
			done(answer);
		};
		socket.setTimeout(1_000, () => give(false));
		socket.once('error', () => give(false));
		socket.once('close', () => give(false));
		socket.on('data', (chunk) => {
			text += chunk.toString();
			if (text.includes('+PONG')) give(true);
			else if (/^-/m.test(text)) give(false);
		});
		socket.write(`AUTH ${password}\r\nPING\r\n`);
	});
}
