import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const nodes = join(__dirname, '..', '..', 'nodes');

/** A node's search words, and its page of the guide, as n8n reads them. */
const codexOf = (file: string) =>
	JSON.parse(readFileSync(join(nodes, file), 'utf8')) as {
		alias: string[];
		resources: { primaryDocumentation: [{ url: string }] };
	};

const GROUPWARE = [
	...['garoon', 'cybozu', 'groupware', 'reservation', 'meeting room', 'approval'],
	...['ガルーン', 'グループウェア', '予定表', '会議室', '承認'],
];

const RECORD_PLATFORM = [
	...['kintone', 'cybozu', 'database', 'spreadsheet', 'approval'],
	...['キントーン', 'データベース', '表計算', '承認'],
];

const GROUPWARE_ADMIN = ['garoon', 'cybozu', 'administration', 'ガルーン', '管理', '施設'];

const RECORD_PLATFORM_ADMIN = [
	...['kintone', 'cybozu', 'administration', 'permission', 'deploy', 'plugin'],
	...['キントーン', '管理', 'アクセス権'],
];

it.each([
	['Groupware/Groupware.node.json', GROUPWARE],
	['Groupware/GroupwareAdmin.node.json', GROUPWARE_ADMIN],
	['Groupware/GroupwareTrigger.node.json', GROUPWARE],
	['RecordPlatform/RecordPlatform.node.json', RECORD_PLATFORM],
	['RecordPlatform/RecordPlatformAdmin.node.json', RECORD_PLATFORM_ADMIN],
	['RecordPlatform/RecordPlatformTrigger.node.json', RECORD_PLATFORM],
])('%s is found by what people search for, and opens the guide', (file, wanted) => {
	const { alias: words, resources } = codexOf(file);
	const guide = new URL(resources.primaryDocumentation[0].url).pathname;
	expect(existsSync(join(nodes, '..', guide))).toBe(true);
	expect(wanted.filter((word) => !words.includes(word))).toEqual([]);
	expect(new Set(words).size).toBe(words.length);
});

it.each(['GroupwareApi', 'GroupwareOAuth2Api'])('the credential %s names Garoon', (name) => {
	expect(displayNameOf(name)).toContain('Garoon');
});

it.each(['RecordPlatformApi', 'RecordPlatformOAuth2Api'])(
	'the credential %s names kintone',
	(name) => expect(displayNameOf(name).toLowerCase()).toContain('kintone'),
);

function displayNameOf(name: string): string {
	const file = join(__dirname, '..', '..', 'credentials', `${name}.credentials.ts`);
	return /displayName = '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}
