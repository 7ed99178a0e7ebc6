import { writeFile } from 'node:fs/promises';
import { demos } from './demo-data';
import { services } from './services';
import { openStore } from './store';
import { prepareCluster } from './store/cluster';
import { preparedAt, preparedFile, preparedOrigin } from './world/prepared';
import { Tenants } from './world/tenants';

/** Makes the files that let a start of the package skip what is the same each time; the build runs it. */
async function main(): Promise<void> {
	const { now } = Date;
	Date.now = () => preparedAt;
	const store = await openStore({});
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
	Date.now = now;
	await prepareCluster(tenants.emptySchema());
}

void main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.stack : error);
	process.exit(1);
});
