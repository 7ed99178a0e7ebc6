import type { SpaceFixture } from '../fixtures/types';
import { type Ago, imageFile, textFile } from './files';

/** One for everyone, one to look into but not to write in, one that only its members know. */
export function spaces(ago: Ago): SpaceFixture[] {
	return [
		{
			name: 'Company news',
			category: 'Company',
			creator: 'mori',
			members: [{ type: 'ROLE', code: 'everyone' }],
			createdAt: ago(24 * 60),
			discussions: [
				{
					title: 'Opening hours at the turn of the year',
					body: 'The office is closed from December 29 to January 3.',
					createdAt: ago(24 * 4),
					comments: [{ body: 'Thank you!', creator: 'brown', createdAt: ago(24 * 3) }],
					files: [textFile('calendar.csv', 'day,open\r\n12-28,yes\r\n12-29,no\r\n')],
				},
				{
					title: 'New coffee machine',
					body: '<p>On the <b>third</b> floor.</p>',
					isHtmlBody: true,
					creator: 'watanabe',
					createdAt: ago(30),
				},
			],
		},
		{
			name: 'Project Alpha',
			category: 'Projects',
			creator: 'tanaka',
			members: [
				{ type: 'ROLE', code: 'project-alpha' },
				{ type: 'ORGANIZATION', code: 'development' },
			],
			createdAt: ago(24 * 30),
			discussions: [
				{
					title: 'Screens',
					body: 'First drafts are attached.',
					creator: 'kobayashi',
					createdAt: ago(24 * 2),
					comments: [{ body: 'The second one.', creator: 'chen' }],
					files: [imageFile('draft-1.png'), imageFile('draft-2.png')],
				},
			],
		},
		{
			name: 'Hiring',
			isPublic: false,
			category: 'Company',
			creator: 'mori',
			members: [{ type: 'USER', code: 'yamamoto' }],
			createdAt: ago(24 * 15),
			discussions: [
				{
					title: 'Candidates',
					body: 'Please say what you think of them.',
					createdAt: ago(24),
					files: [textFile('notes.txt', 'Two interviews this week\n')],
				},
			],
		},
	];
}
