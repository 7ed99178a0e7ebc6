'use strict';

const { execFile } = require('node:child_process');
const { cp, mkdir, readdir, readFile, rm } = require('node:fs/promises');
const { join, relative } = require('node:path');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const execute = promisify(execFile);
const typescript = require.resolve('typescript/bin/tsc');
const tarballs = join(__dirname, '.build');

/** Each published package and the folder under nodes/ it is made of. */
const packages = [
	{ name: 'n8n-nodes-record-platform', service: 'RecordPlatform' },
	{ name: 'n8n-nodes-groupware', service: 'Groupware' },
];

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
			await execute(process.execPath, [typescript, '--project', project]);
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
		const own = [`nodes/${pack.service}/`, 'nodes/shared/', `credentials/${pack.service}`];
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

async function filesUnder(start) {
	const entries = await readdir(start, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(start, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

const tarball = (pack) =>
	named('pack', pack, async () => {
		await mkdir(tarballs, { recursive: true });
		const npm = process.env.npm_execpath;
		const [file, before] = npm ? [process.execPath, [npm]] : ['npm', []];
		const { stdout } = await execute(
			file,
			[
				...before,
				'pack',
				'--json',
				'--ignore-scripts',
				'--loglevel=error',
				'--pack-destination',
				tarballs,
			],
			{ cwd: folder(pack), env: withoutOuterNpm(), maxBuffer: 64 * 1024 * 1024 },
		);
		const [made] = JSON.parse(stdout);
		const lines = made.files.map(({ path, size }) => `${String(size).padStart(9)}  ${path}`);
		const sizes = `${made.files.length} files, ${made.size} bytes packed, ${made.unpackedSize} bytes unpacked`;
		console.log([...lines, `${made.filename}: ${sizes}`].join('\n'));
	});

/** An npm that runs a script tells its folder to an npm inside it, which must use its own. */
function withoutOuterNpm() {
	const env = { ...process.env };
	delete env.npm_config_local_prefix;
	return env;
}

const buildOne = (pack) =>
	series(clean(pack), compile(pack), parallel(assets(pack), licence(pack)), check(pack));

exports.build = parallel(...packages.map(buildOne));
exports.pack = series(exports.build, ...packages.map(tarball));
