import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from './listen';

/** A certificate for localhost, good for a month, made by the machine's openssl command; throws where there is none. */
export async function selfMadeCertificate(): Promise<Certificate> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-certificate-'));
	const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
	try {
		await promisify(execFile)('openssl', [
			...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
			...['-subj', '/CN=localhost', '-days', '30', '-out', cert, '-keyout', key],
			...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1'],
		]);
		return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		throw new Error(
			'A self-made certificate needs the openssl command; give a certificate and its key instead',
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
