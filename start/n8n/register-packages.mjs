// Runs under n8n's own Node: `node register-packages.mjs DATABASE PACKAGES_JSON` writes the rows
// that n8n's installer writes, so that Settings → Community nodes lists the packages.
import { DatabaseSync } from 'node:sqlite';

const [database, json] = process.argv.slice(2);
const db = new DatabaseSync(database, { timeout: 10_000 });

const savePackage = db.prepare(
	`INSERT INTO installed_packages ("packageName", "installedVersion", "authorName", "authorEmail")
	 VALUES (?, ?, ?, ?)
	 ON CONFLICT ("packageName") DO UPDATE SET "installedVersion" = excluded."installedVersion",
	 "authorName" = excluded."authorName", "authorEmail" = excluded."authorEmail"`,
);
const forgetNodes = db.prepare('DELETE FROM installed_nodes WHERE "package" = ?');
const saveNode = db.prepare(
	'INSERT INTO installed_nodes ("name", "type", "latestVersion", "package") VALUES (?, ?, ?, ?)',
);

db.exec('BEGIN IMMEDIATE');
for (const { name, version, author, nodes } of JSON.parse(json)) {
	savePackage.run(name, version, author?.name ?? null, author?.email ?? null);
	forgetNodes.run(name);
	for (const node of nodes) saveNode.run(node.displayName, node.type, node.version, name);
}
db.exec('COMMIT');
db.close();
