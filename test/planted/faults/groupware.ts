import { type FaultGroup, group } from '../fault';

const GROUPWARE = 'nodes/Groupware';

const workflow = (...names: string[]) =>
	names.map((name) => `test/workflow/groupware/${name}.test.ts`);

export const groupware: FaultGroup[] = [
	group('event', workflow('event-update'), 'two executions at once', {
		[`${GROUPWARE}/catalogue/event/update.ts`]: {
			'what another update undid stays undone': ['if (lost.length === 0) break;', 'break;'],
		},
	}),
	group('sign-in', ['test/contract/readOnly.test.ts'], 'takes the setting', {
		[`${GROUPWARE}/connection.ts`]: {
			'a credential that only reads writes':
				'...(Boolean(credential.readOnly) && { readOnly: true }),',
		},
	}),
	group('list', workflow('connection'), 'go on after a hundred', {
		[`${GROUPWARE}/methods/listSearch.ts`]: {
			'a list of people ends after a page':
				'...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),',
		},
	}),
];
