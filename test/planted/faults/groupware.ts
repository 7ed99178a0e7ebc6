import { type FaultGroup, group } from '../fault';

const GROUPWARE = 'nodes/Groupware';

export const groupware: FaultGroup[] = [
	group('event', 'test/workflow/groupware/event-update', 'two executions at once', {
		[`${GROUPWARE}/catalogue/event/update.ts`]: {
			'what another update undid stays undone': ['if (lost.length === 0) break;', 'break;'],
		},
	}),
	group('sign-in', 'test/contract/readOnly', 'takes the setting', {
		[`${GROUPWARE}/connection.ts`]: {
			'a credential that only reads writes':
				'...(Boolean(credential.readOnly) && { readOnly: true }),',
		},
	}),
	group('list', 'test/workflow/groupware/connection', 'go on after a hundred', {
		[`${GROUPWARE}/methods/listSearch.ts`]: {
			'a list of people ends after a page':
				'...(body.hasNext === true && { paginationToken: String(offset + ROWS) }),',
		},
	}),
];
