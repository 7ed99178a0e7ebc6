import type { TestSandbox } from './sandbox';

/** What was made, by the ids that the API tells. */
export interface Fixtures {
	forms: Array<{ id: string; items: string[] }>;
	requests: Array<{ id: string; files: string[] }>;
	messages: Array<{ id: string; files: string[] }>;
	spaces: Array<{ id: string; discussions: Array<{ id: string; files: string[] }> }>;
	bulletinCategories: Array<{ id: string }>;
	topics: Array<{ id: string; files: string[] }>;
	todoCategories: Array<{ id: string }>;
	todos: Array<{ id: string }>;
}

export const textFile = (name: string, text = 'some text') => ({
	name,
	content: Buffer.from(text).toString('base64'),
});

const form = {
	name: 'Leave',
	items: [
		{ type: 'NUMBER', name: 'Days', code: 'days' },
		{ type: 'FILE', name: 'Proof', code: 'proof' },
	],
};

/**
 * A form, a request with a file, a message with files, a space with a discussion with files, a
 * category with a topic and a draft, to-dos.
 */
export async function addFixtures(
	sandbox: Pick<TestSandbox, 'control'>,
	reader = 'admin',
): Promise<Fixtures> {
	const files = [textFile('a.txt'), textFile('b.txt', 'another')];
	return (await sandbox.control('groupware', {
		forms: [form],
		requests: [
			{
				form: form.name,
				name: 'Two days off',
				status: 'IN_PROGRESS',
				applicant: 'sato',
				items: { days: '2', proof: [textFile('proof.txt')] },
				steps: [
					{
						code: 'manager',
						name: 'Manager',
						processors: [
							{ user: 'mori', result: 'APPROVED', operatedAt: '2026-11-02T10:00:00+09:00' },
						],
					},
					{ code: 'office', name: 'Office', processors: [{ user: 'ito' }] },
				],
			},
		],
		messages: [
			{
				sender: 'sato',
				title: 'Shift',
				body: 'Who comes?',
				recipients: [reader, 'ito'],
				acknowledgedBy: ['ito'],
				updater: 'sato',
				files,
			},
		],
		spaces: [
			{
				name: 'Team',
				creator: reader,
				members: [{ type: 'ORGANIZATION', code: 'sales' }],
				discussions: [{ title: 'First', body: 'Hello', comments: [{ body: 'Hi' }], files }],
			},
		],
		bulletinCategories: [{ name: 'News' }],
		topics: [
			{ category: 'News', subject: 'Closed on Friday', creator: reader, operators: ['ito'], files },
			{ category: 'News', subject: 'Party', creator: reader, isDraft: true },
		],
		todoCategories: [{ user: reader, name: 'Home' }],
		todos: [{ user: reader, subject: 'Call', category: 'Home', dueDate: '2026-12-01T09:00:00Z' }],
		notifications: [
			{ module: 'grn.schedule', key: '1', from: 'ito', to: [reader], title: 'Moved' },
		],
	})) as Fixtures;
}

/** The first of a list that must have one. */
export function first<T>(list: readonly T[]): T {
	const [one] = list;
	if (one === undefined) throw new Error('The list is empty');
	return one;
}
