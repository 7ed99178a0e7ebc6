import { type FaultGroup, inFile } from '../fault';

const GROUPWARE = 'nodes/Groupware';

const workflow = (...names: string[]) =>
	names.map((name) => `test/workflow/groupware/${name}.test.ts`);

export const groupware: FaultGroup[] = [
	{
		area: 'event',
		tests: workflow('event-update'),
		run: 'two executions at once',
		faults: inFile(`${GROUPWARE}/catalogue/event/update.ts`, [
			'what another update undid stays undone',
			'if (lost.length === 0) break;',
			'break;',
		]),
	},
	{
		area: 'sign-in',
		tests: ['test/contract/readOnly.test.ts'],
		run: 'takes the setting',
		faults: inFile(`${GROUPWARE}/connection.ts`, [
			'a credential that only reads writes',
			'...(Boolean(credential.readOnly) && { readOnly: true }),',
			'',
		]),
	},
	{
		area: 'list',
		tests: workflow('connection'),
		run: 'go on after a hundred',
		faults: inFile(`${GROUPWARE}/methods/listSearch.ts`, [
			'a list of people ends after a page',
			'...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),',
			'',
		]),
	},
];
