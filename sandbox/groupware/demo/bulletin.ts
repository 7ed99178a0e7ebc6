import type { Fixtures } from '../fixtures/types';
import { type Ago, textFile } from './files';

/** One topic for everyone, one with a file that another user can change, and a draft. */
export function bulletin(ago: Ago): Pick<Fixtures, 'bulletinCategories' | 'topics'> {
	return {
		bulletinCategories: [
			{ name: 'Company', description: 'News for everyone' },
			{ name: 'Branches', parent: 'Company' },
		],
		topics: [
			{
				category: 'Company',
				subject: 'Opening hours at the turn of the year',
				creator: 'mori',
				body: 'The office is closed from December 29 to January 3.',
				acknowledgement: true,
				createdAt: ago(24 * 4),
			},
			{
				category: 'Branches',
				subject: 'New phone numbers in Osaka',
				creator: 'mori',
				sender: 'General Affairs',
				operators: ['watanabe'],
				createdAt: ago(30),
				files: [textFile('numbers.csv', 'name,number\r\nReception,06-0000-0000\r\n')],
			},
			{ category: 'Company', subject: 'Summer party', creator: 'mori', isDraft: true },
		],
	};
}
