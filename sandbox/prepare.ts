import crypto from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { demos } from './demo-data';
import { services } from './services';
import { openStore } from './store';
import { prepareCluster } from './store/cluster';
import { preparedAt, preparedFile, preparedOrigin } from './tenants/prepared';
import { Tenants } from './tenants/tenants';

/** Makes the files that let a start of the package skip what is the same each time; the build runs it. */
async function main(): Promise<void> {
	const store = await openStore({});
	stopChance();
	const tenants = new Tenants(store, services, {
		origin: () => preparedOrigin,
		features: { wideCourse: true, previewFeatures: true },
		empty: false,
		demo: 'en',
	});
	for (const demo of demos) {
		await writeFile(preparedFile(demo), JSON.stringify(await tenants.prepare(demo)));
	}
	await store.close();
	await prepareCluster(tenants.emptySchema());
}

/** Two builds of the same sources give the same bytes: time stands, and each run draws the same random bytes. */
function stopChance(): void {
	globalThis.Date = new Proxy(Date, {
		construct: (target, values: [], made) =>
			Reflect.construct(target, values.length > 0 ? values : [preparedAt], made) as Date,
	});
	Date.now = () => preparedAt;
	let drawn = 0;
	const draw = (size: number): Buffer => {
		drawn += 1;
		return crypto.createHash('shake256', { outputLength: size }).update(String(drawn)).digest();
	};
	const uuid = (hex: string) => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
	Object.assign(crypto, { randomBytes: draw, randomUUID: () => uuid(draw(16).toString('hex')) });
	// PostgreSQL's own. How often it draws depends on what an earlier build has kept.
	const fill = <Bytes extends NodeJS.ArrayBufferView | null>(bytes: Bytes): Bytes => {
		if (bytes) new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).fill(1);
		return bytes;
	};
	Object.assign(crypto, { randomFillSync: fill });
	crypto.webcrypto.getRandomValues = fill;
}

void main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.stack : error);
	process.exit(1);
});
