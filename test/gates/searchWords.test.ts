import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const nodes = join(__dirname, '..', '..', 'nodes');

/** The search words of a node, as n8n's node panel reads them. */
function wordsOf(file: string): string[] {
	return (JSON.parse(readFileSync(join(nodes, file), 'utf8')) as { alias: string[] }).alias;
}

const GROUPWARE = [
	...['garoon', 'cybozu', 'groupware', 'reservation', 'meeting room', 'approval'],
	...['ガルーン', 'グループウェア', '予定表', '会議室', '承認'],
];

const RECORD_PLATFORM = [
	...['kintone', 'cybozu', 'database', 'spreadsheet', 'approval'],
	...['キントーン', 'データベース', '表計算', '承認'],
];

it.each([
	['Groupware/Groupware.node.json', GROUPWARE],
	['Groupware/GroupwareTrigger.node.json', GROUPWARE],
	['RecordPlatform/RecordPlatform.node.json', RECORD_PLATFORM],
	['RecordPlatform/RecordPlatformTrigger.node.json', RECORD_PLATFORM],
])('%s is found by what people search for', (file, wanted) => {
	const words = wordsOf(file);
	expect(wanted.filter((word) => !words.includes(word))).toEqual([]);
	expect(new Set(words).size).toBe(words.length);
});

it.each(['GroupwareApi', 'GroupwareOAuth2Api'])('the credential %s names Garoon', (name) => {
	expect(displayNameOf(name)).toContain('Garoon');
});

it.each(['RecordPlatformApi', 'RecordPlatformOAuth2Api'])(
	'the credential %s names kintone',
	(name) => {
		expect(displayNameOf(name).toLowerCase()).toContain('kintone');
	},
);

function displayNameOf(name: string): string {
	const file = join(__dirname, '..', '..', 'credentials', `${name}.credentials.ts`);
	return /displayName = '([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}
