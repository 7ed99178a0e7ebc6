import { type FaultGroup, inFile } from '../fault';

const TRANSPORT = 'nodes/shared/transport';
const RUN = 'nodes/shared/run';

const units = (...names: string[]) => names.map((name) => `test/units/shared/${name}.test.ts`);

export const shared: FaultGroup[] = [
	{
		area: 'transport',
		tests: units('outcomes'),
		faults: [
			...inFile(
				`${TRANSPORT}/retry.ts`,
				[
					'a write whose answer was lost is sent again',
					"return failure.kind === 'network' && spec.repeatable;",
					"return failure.kind === 'network';",
				],
				['the time to come again is ignored', 'if (asked !== undefined)', 'if (asked === null)'],
			),
			...inFile(
				`${TRANSPORT}/failure.ts`,
				[
					"a gateway's page after a write counts as refused",
					"turnedAway(reply) ? 'refused' : withoutReply(spec)",
					"turnedAway(reply) ? 'refused' : 'refused'",
				],
				['a timeout of a gateway counts as refused', ' && status !== 408', ''],
				[
					'a canceled write that was sent counts as not sent',
					"'cancelled', outcome: withoutReply(spec)",
					"'cancelled', outcome: 'notSent'",
				],
			),
		],
	},
	{
		area: 'transport',
		tests: units('session'),
		faults: inFile(
			`${TRANSPORT}/session.ts`,
			[
				"a gateway's JSON counts as the answer of a write",
				'return repeatable || !FOREIGN',
				'return true || !FOREIGN',
			],
			['a wrong password is tried for each item', 'if (refused) return', 'if (false) return'],
		),
	},
	{
		area: 'transport',
		tests: units('outcomes'),
		faults: [
			...inFile(
				`${TRANSPORT}/options.ts`,
				[
					'a redirect gets the credential',
					'disableFollowRedirect: true',
					'disableFollowRedirect: false',
				],
				[
					'a body has another content type',
					"'Content-Type': 'application/json'",
					"'Content-Type': 'text/plain'",
				],
				['the method of a long read is lost', "'X-HTTP-Method-Override': spec.method", ''],
				['a timeout is in milliseconds', 'sender.timeoutSeconds * 1000', 'sender.timeoutSeconds'],
			),
			...inFile(`${TRANSPORT}/options.ts`, [
				'entries of a list have the same index',
				'`${key}[${index}]`',
				'`${key}[0]`',
			]),
		],
	},
	{
		area: 'transport',
		tests: units('limiter'),
		faults: inFile(
			`${TRANSPORT}/limiter.ts`,
			[
				'one request more than allowed is sent',
				'this.running >= this.limit',
				'this.running > this.limit',
			],
			['a busy service gets as many requests', 'Math.floor(limit / 2)', 'limit'],
			['a run counts only its own requests', '? running / limit', '? 1 / limit'],
			['a service that tells nothing gets more', 'Math.min(FEW, limit + 1);', 'MOST;'],
		),
	},
	{
		area: 'files',
		tests: units('file-streams'),
		faults: [
			...inFile(`${TRANSPORT}/multipart.ts`, [
				'the last byte of a file is lost',
				'bytes.subarray(at, at + PIECE)',
				'bytes.subarray(at, Math.min(at + PIECE, bytes.length - 1))',
			]),
			...inFile(`${TRANSPORT}/download.ts`, [
				'a file that ends too early counts as complete',
				'if (bytes < told) throw',
				'if (bytes < 0) throw',
			]),
		],
	},
	{
		area: 'run',
		tests: units('writing'),
		faults: inFile(`${RUN}/batching.ts`, [
			'two changes of a record are in one request',
			'if (key !== undefined) seen.set(key, turn + 1);',
			'',
		]),
	},
	{
		area: 'run',
		tests: units('batches-together'),
		faults: inFile(`${RUN}/groupItems.ts`, [
			'a record is changed although one of its items was refused',
			'shared.divisible ? [] :',
			'true ? [] :',
		]),
	},
	{
		area: 'run',
		tests: units('batches-together'),
		faults: inFile(
			`${RUN}/prefetch.ts`,
			[
				'prefetched elements change places',
				'return left.sort((a, b) => a.index - b.index);',
				'return left;',
			],
			['a conflict is not prepared again', 'conflicts < MOST_TIMES_ANEW', 'conflicts < 0'],
		),
	},
	{
		area: 'run',
		tests: units('writing'),
		faults: inFile(`${RUN}/writeOptions.ts`, [
			'items with different options run together',
			'if (others.length === 0) continue;',
			'continue;',
		]),
	},
	{
		area: 'run',
		tests: units('batches'),
		faults: [
			...inFile(`${RUN}/batching.ts`, [
				'a batch has one element too many',
				'chunks(group, max)',
				'chunks(group, max + 1)',
			]),
			...inFile(
				`${RUN}/batch.ts`,
				[
					'all or nothing takes several transactions',
					'if (batches.length <= bulk.max) return undefined;',
					'return undefined;',
				],
				['a dry run sends', 'if (options.dryRun) return await', 'if (false) return await'],
			),
			...inFile(`${RUN}/narrow.ts`, ['the first step is blamed', 'step[refused.index]', 'step[0]']),
		],
	},
	{
		area: 'run',
		tests: units('results'),
		faults: inFile(
			`${RUN}/results.ts`,
			['a row belongs to no item', '({ json, pairedItem })', '({ json })'],
			[
				'an error names the next item',
				'error.context.itemIndex = item;',
				'error.context.itemIndex = item + 1;',
			],
			[
				'an item that was not sent is left out',
				'(first && notSent(item, first, reason))',
				'undefined',
			],
			['unchanged items count as written', 'well.filter((item) => !this.unsent.has(item))', 'well'],
		),
	},
	{
		area: 'run',
		tests: units('paginate'),
		faults: inFile(
			`${RUN}/paginate.ts`,
			['a limit is not honored', 'if (++rows > most) return all;', ''],
			['a list ends after its first page', 'if (total >= wanted) break;', 'break;'],
			[
				'pages come as they were received',
				'of pages.sort((a, b) => a.place - b.place))',
				'of pages)',
			],
		),
	},
	{
		area: 'run',
		tests: units('each'),
		faults: inFile(
			`${RUN}/perItem.ts`,
			[
				'changes of one target run at the same time',
				"if (spec.repeatable || target === 'new') return undefined;",
				'return undefined;',
			],
			['background work is not waited for', 'run.until?.wanted(item)', 'false'],
			['a run goes on after it was stopped', 'one, () => results.ended', 'one, () => false'],
		),
	},
	{
		area: 'request',
		tests: units('request'),
		faults: inFile(
			'nodes/shared/request.ts',
			[
				'a value in a path is not encoded',
				'return encodeURIComponent(String(value));',
				'return String(value);',
			],
			['a field that is empty is sent', '|| !isBlank(sent)) put(', '|| true) put('],
		),
	},
	{
		area: 'request',
		tests: units('input/gate'),
		faults: [
			...inFile(
				'nodes/shared/input/gate.ts',
				['a required parameter is empty', 'if (required === true) return true;', ''],
				['a switch takes any text', "type === 'boolean' && typeof value !== 'boolean'", 'false'],
				['a choice that is not offered is sent', 'choices && unknown !== undefined', 'false'],
				[
					'a hidden parameter is sent',
					"one.name === name && shown(one, (other) => siblingValue(other.replace('/', ''), index)),",
					'one.name === name,',
				],
				['what was refused is read', 'if (fault) throw fault.error;', ''],
				[
					'a blank expression selects everything',
					'return isExpression(stored) &&',
					'return false &&',
				],
				[
					'rows are not checked',
					"{ ...within(place, name), kind: 'row' }",
					"{ ...within(place, name), kind: 'row', faults: [] }",
				],
			),
			...inFile('nodes/shared/text.ts', [
				'text that no service can store is sent',
				'/\\0|\\p{Surrogate}/u.exec(value)',
				'null',
			]),
			...inFile('nodes/shared/input/unwrap.ts', [
				'a list of one is compared as a list',
				'if (!Array.isArray(value)) return value;',
				'if (value !== null) return value;',
			]),
		],
	},
	{
		area: 'request',
		tests: ['test/contract/readOnly.test.ts'],
		run: 'with a dry run',
		faults: inFile('nodes/shared/request.ts', [
			'a read-only credential writes',
			'if (!connection.readOnly) return;',
			'return;',
		]),
	},
	{
		area: 'sign-in',
		tests: ['test/units/Groupware/connection.test.ts'],
		faults: inFile('nodes/shared/address.ts', [
			'a password in a URL is repeated in the error',
			"'The base URL of the credential must not",
			"text + ' must not",
		]),
	},
	{
		area: 'sign-in',
		tests: ['test/units/RecordPlatform/address.test.ts'],
		faults: inFile('nodes/shared/address.ts', [
			'a password is sent without encryption',
			"if (url.protocol === 'http:' && isVendorHost(url.href)) url.protocol = 'https:';",
			'',
		]),
	},
	{
		area: 'description',
		tests: ['test/contract/catalogue.test.ts'],
		faults: [
			...inFile('nodes/RecordPlatform/service.ts', [
				'a resource is not offered',
				'\t\tcommentResource,\n',
				'',
			]),
			...inFile('nodes/shared/describe.ts', [
				'an operation is not offered',
				'options: resource.operations.map(',
				'options: resource.operations.slice(1).map(',
			]),
		],
	},
	{
		area: 'description',
		tests: units('rest'),
		faults: inFile('nodes/shared/describe.ts', [
			'a parameter is shown for all operations',
			'operation: [operation.value],',
			'',
		]),
	},
	{
		area: 'error',
		tests: units('results'),
		faults: inFile(
			'nodes/shared/messages.ts',
			['an item number is one too high', 'return `item ${first}`;', 'return `item ${first + 1}`;'],
			['an unknown outcome is told as none', "if (outcome === 'unknown') {", 'if (false) {'],
			['all items of a request are blamed', 'return named.length > 0 ? [', 'return false ? ['],
		),
	},
];
