import type { MessageFixture } from '../fixtures/types';
import { type Ago, imageFile, textFile } from './files';

/** The first is one to acknowledge, with files; the second nobody but its sender sees. */
export function messages(ago: Ago): MessageFixture[] {
	return [
		{
			sender: 'sato',
			title: 'Price list for the next quarter',
			body: 'Please check the prices of your customers until Friday.',
			recipients: ['suzuki', 'tanaka', 'chen'],
			acknowledgement: true,
			acknowledgedBy: ['suzuki'],
			operatorType: 'SELECT_USERS',
			operators: ['suzuki'],
			createdAt: ago(50),
			updatedAt: ago(30),
			updater: 'suzuki',
			files: [
				textFile('prices.csv', 'article,price\r\nPen,120\r\nNotebook,350\r\n'),
				imageFile('cover.png'),
			],
		},
		{
			sender: 'sato',
			title: 'Ideas for the summer party',
			recipients: ['mori'],
			isDraft: true,
			createdAt: ago(28),
		},
		{
			sender: 'mori',
			title: 'Fire drill on Thursday',
			body: '<p>We meet at <b>10:00</b> in front of the building.</p>',
			isHtmlBody: true,
			recipients: ['admin', 'sato', 'ito', 'yamamoto'],
			operatorType: 'ALL_TO_RECIPIENTS',
			createdAt: ago(26),
		},
		{
			sender: 'watanabe',
			title: '来週のシフトについて',
			body: '月曜日を交代していただけますか。',
			recipients: ['ito'],
			createdAt: ago(6),
			files: [textFile('シフト表.txt', '月 渡辺\n火 伊藤\n')],
		},
	];
}
