'use strict';

const { execFile, spawn } = require('node:child_process');
const { once } = require('node:events');
const { cp, mkdir, mkdtemp, readdir, readFile, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');
const { createInterface } = require('node:readline');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const execute = promisify(execFile);
const typescript = require.resolve('typescript/bin/tsc');
/** With `--noCheck`, types are left to `npm run lint`. */
const unchecked = process.argv.filter((argument) => argument === '--noCheck');
const tarballs = join(__dirname, '.build');

/** Each published package and the folder under nodes/ it is made of. */
const packages = [
	{ name: 'n8n-nodes-record-platform', service: 'RecordPlatform' },
	{ name: 'n8n-nodes-groupware', service: 'Groupware' },
];

/** The package made of sandbox/. */
const sandbox = { name: 'record-platform-sandbox' };

const folder = (pack) => join(__dirname, 'packages', pack.name);

function named(verb, pack, task) {
	task.displayName = `${verb} ${pack.name}`;
	return task;
}

const clean = (pack) =>
	named('clean', pack, () => rm(join(folder(pack), 'dist'), { recursive: true, force: true }));

const compile = (pack) =>
	named('compile', pack, async () => {
		const project = join(folder(pack), 'tsconfig.build.json');
		try {
			await execute(process.execPath, [typescript, '--project', project, ...unchecked]);
		} catch (error) {
			throw new Error(`${pack.name} does not compile:\n${error.stdout}`);
		}
	});

/** What n8n reads beside the compiled files: icons, search words, output previews. */
const assets = (pack) =>
	named('copy assets of', pack, () =>
		src(
			[
				`nodes/${pack.service}/**/*.{svg,png}`,
				`nodes/${pack.service}/**/*.node.json`,
				`nodes/${pack.service}/**/__schema__/**/*.json`,
				`credentials/${pack.service}*.{svg,png}`,
			],
			{ base: '.', encoding: false, allowEmpty: true },
		).pipe(dest(join(folder(pack), 'dist'))),
	);

const licence = (pack) =>
	named('copy licence to', pack, () => cp('LICENSE', join(folder(pack), 'LICENSE')));

/** A stray import would carry foreign folders into the package. */
const check = (pack) =>
	named('check', pack, async () => {
		const dist = join(folder(pack), 'dist');
		const files = await filesUnder(dist);
		const own = [
			`nodes/${pack.service}/`,
			'nodes/shared/',
			`credentials/${pack.service}`,
			'credentials/shared/',
		];
		const strays = files.filter((file) => !own.some((start) => file.startsWith(start)));
		if (strays.length > 0) {
			throw new Error(`${pack.name} would contain foreign files:\n${strays.join('\n')}`);
		}
		const manifest = JSON.parse(await readFile(join(folder(pack), 'package.json'), 'utf8'));
		const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		const missing = entries.filter((entry) => !files.includes(entry.slice('dist/'.length)));
		if (missing.length > 0) {
			throw new Error(
				`${pack.name} names files that the build did not make:\n${missing.join('\n')}`,
			);
		}
	});

const readme = (pack) =>
	named('copy README to', pack, () =>
		cp(join('sandbox', 'README.md'), join(folder(pack), 'README.md')),
	);

/** A database and demo data beside the code that reads them; otherwise each start would make them. */
const data = (pack) =>
	named('make data of', pack, () =>
		execute(process.execPath, [join(folder(pack), 'dist', 'prepare.js')]),
	);

/** What the pages of the sandbox bring to a browser. */
const pages = (pack) =>
	named('copy pages of', pack, () =>
		src('sandbox/face/*.{css,js}', { base: 'sandbox', encoding: false }).pipe(
			dest(join(folder(pack), 'dist')),
		),
	);

async function filesUnder(start) {
	const entries = await readdir(start, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(start, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const tarball = (pack) =>
	named('pack', pack, async () => {
		await mkdir(tarballs, { recursive: true });
		const packing = ['pack', '--json', '--ignore-scripts', '--loglevel=error'];
		const stdout = await npm([...packing, '--pack-destination', tarballs], folder(pack));
		const [made] = JSON.parse(stdout);
		const lines = made.files.map(({ path, size }) => `${String(size).padStart(9)}  ${path}`);
		const sizes = `${made.files.length} files, ${made.size} bytes packed, ${made.unpackedSize} bytes unpacked`;
		console.log([...lines, `${made.filename}: ${sizes}`].join('\n'));
	});

/** Installs the tarball in an empty folder, and starts the command that it brings. */
const tryOut = (pack) =>
	named('try', pack, async () => {
		const { name, version } = JSON.parse(
			await readFile(join(folder(pack), 'package.json'), 'utf8'),
		);
		const empty = await mkdtemp(join(tmpdir(), 'empty-'));
		try {
			const file = join(tarballs, `${name}-${version}.tgz`);
			await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', file], empty);
			const child = spawn(join(empty, 'node_modules', '.bin', name), ['--port', '0'], {
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			const ended = new Promise((done) => child.once('close', done));
			const [line] = await Promise.race([
				once(createInterface({ input: child.stdout }), 'line'),
				ended.then((code) => Promise.reject(new Error(`${name} ended with code ${code}`))),
			]);
			const { status } = await fetch(`${JSON.parse(line).url}/k/v1/apis.json`);
			child.kill('SIGTERM');
			await ended;
			if (status !== 200) throw new Error(`${name} answered ${status}`);
		} finally {
			await rm(empty, { recursive: true, force: true });
		}
	});

/** Runs npm in a folder and gives what it printed. */
async function npm(args, cwd) {
	const { npm_execpath: script } = process.env;
	const [file, before] = script ? [process.execPath, [script]] : ['npm', []];
	const options = { cwd, env: withoutOuterNpm(), maxBuffer: 64 * 1024 * 1024 };
	return (await execute(file, [...before, ...args], options)).stdout;
}

/** An npm that runs a script tells its folder to an npm inside it, which must use its own. */
function withoutOuterNpm() {
	const env = { ...process.env };
	delete env.npm_config_local_prefix;
	return env;
}

const buildOne = (pack) =>
	series(clean(pack), compile(pack), parallel(assets(pack), licence(pack)), check(pack));

const buildSandbox = series(
	clean(sandbox),
	compile(sandbox),
	parallel(data(sandbox), pages(sandbox), licence(sandbox), readme(sandbox)),
);

const buildNodes = parallel(...packages.map(buildOne));

exports.build = parallel(buildNodes, buildSandbox);
exports.packNodes = series(buildNodes, ...packages.map(tarball));
exports.pack = series(exports.build, ...[...packages, sandbox].map(tarball), tryOut(sandbox));
