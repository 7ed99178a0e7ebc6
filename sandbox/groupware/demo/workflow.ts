import type { FormFixture, RequestFixture, StepFixture } from '../fixtures/types';
import { type Ago, imageFile, textFile } from './files';

export const forms: readonly FormFixture[] = [
	{
		name: 'Business trip',
		items: [
			{ type: 'SINGLE_LINE_TEXT', name: 'Destination', code: 'destination' },
			{ type: 'MULTI_LINE_TEXT', name: 'Purpose', code: 'purpose' },
			{ type: 'DATE', name: 'Departure', code: 'departure' },
			{ type: 'DATETIME', name: 'Return', code: 'return' },
			{ type: 'RADIO_BUTTON', name: 'Transport', code: 'transport' },
			{ type: 'CHECK_BOX', name: 'Stay overnight', code: 'overnight' },
			{ type: 'BLANK_LINE', name: '' },
			{ type: 'ROUTE_TRAVEL_EXPENSE', name: 'Route', code: 'route' },
			{ type: 'NUMBER', name: 'Hotel', code: 'hotel' },
			{ type: 'CALC', name: 'Total', code: 'total' },
			{ type: 'FILE', name: 'Documents' },
		],
	},
	{
		name: 'Purchase',
		items: [
			{ type: 'SINGLE_LINE_TEXT', name: 'Article', code: 'article' },
			{ type: 'DROP_DOWN', name: 'Department', code: 'department' },
			{ type: 'NUMBER', name: 'Amount', code: 'amount' },
			{ type: 'FILE', name: 'Quotation', code: 'quotation' },
		],
	},
];

/** One in every state, the oldest first; the first one has files. */
export function requests(ago: Ago): RequestFixture[] {
	return [
		{
			form: 'Business trip',
			name: 'Trade fair in Osaka',
			status: 'COMPLETED',
			applicant: 'suzuki',
			createdAt: ago(24 * 20),
			items: {
				destination: 'Osaka',
				purpose: 'Our stand at the trade fair.\nTwo days.',
				departure: dayOf(ago(24 * 16)),
				return: { date: dayOf(ago(24 * 15)), time: '19:30' },
				transport: 'Train',
				overnight: true,
				route: { route: 'Tokyo - Shin-Osaka', expense: '13870' },
				hotel: '9800',
				total: '37540',
				$11: [
					textFile('program.txt', '10:00 Opening\n12:00 Lunch\n17:00 End\n'),
					imageFile('map.png'),
				],
			},
			steps: [
				approval('manager', 'sato', 'APPROVED', ago(24 * 19), 'Good luck!'),
				circulation('mori', ago(24 * 18)),
			],
		},
		{
			form: 'Business trip',
			name: 'Customer visit in Nagoya',
			status: 'APPROVED',
			applicant: 'tanaka',
			proxy: 'suzuki',
			createdAt: ago(24 * 12),
			items: {
				destination: 'Nagoya',
				purpose: 'Yearly talk with Example Trading',
				departure: dayOf(ago(24 * 4)),
				transport: 'Car',
				total: '6200',
			},
			steps: [
				approval('manager', 'sato', 'APPROVED', ago(24 * 11)),
				{ ...circulation('mori'), code: 'accounting' },
			],
		},
		purchase('Standing desk', 'Development', '68000', {
			status: 'REJECTED',
			applicant: 'kobayashi',
			createdAt: ago(24 * 10),
			steps: [approval('manager', 'yamamoto', 'REJECTED', ago(24 * 9), 'Next year')],
		}),
		purchase('Label printer', 'General Affairs', '21000', {
			status: 'SENT_BACK',
			applicant: 'mori',
			createdAt: ago(24 * 8),
			steps: [approval('manager', 'admin', 'SENT_BACK', ago(24 * 7), 'Please add a quotation')],
		}),
		purchase('Camera', 'Sales', '120000', {
			status: 'WITHDRAWN',
			applicant: 'suzuki',
			createdAt: ago(24 * 6),
			steps: [approval('manager', 'sato')],
		}),
		purchase('Tablet', 'Support', '54000', {
			status: 'CANCELLED',
			applicant: 'watanabe',
			createdAt: ago(24 * 5),
			steps: [approval('manager', 'ito')],
		}),
		purchase('Two monitors', 'Development', '83000', {
			status: 'IN_PROGRESS',
			applicant: 'garcia',
			isUrgent: true,
			createdAt: ago(24 * 3),
			steps: [
				approval('manager', 'yamamoto', 'APPROVED', ago(24 * 2)),
				approval(undefined, 'mori'),
			],
			items: {
				quotation: [textFile('quotation.csv', 'article,price\r\nMonitor 27,41500\r\n')],
			},
		}),
		purchase('プロジェクター', 'Sales', '98000', {
			status: 'UNPROCESSING',
			applicant: 'sato',
			createdAt: ago(20),
			steps: [approval('manager', 'admin'), approval(undefined, 'mori')],
		}),
	];
}

const dayOf = (moment: string) => moment.slice(0, 10);

function purchase(
	article: string,
	department: string,
	amount: string,
	{ items, ...rest }: Omit<RequestFixture, 'form' | 'name'>,
): RequestFixture {
	return {
		...rest,
		form: 'Purchase',
		name: `Purchase: ${article}`,
		items: { article, department, amount, ...items },
	};
}

function approval(
	code: string | undefined,
	user: string,
	result?: 'APPROVED' | 'REJECTED' | 'SENT_BACK',
	operatedAt?: string,
	comment?: string,
): StepFixture {
	return {
		...(code !== undefined && { code }),
		name: code === undefined ? 'Accounting' : 'Manager',
		processors: [
			{
				user,
				...(result && { result }),
				...(operatedAt !== undefined && { operatedAt }),
				...(comment !== undefined && { comment }),
			},
		],
	};
}

function circulation(user: string, operatedAt?: string): StepFixture {
	return {
		name: 'Accounting',
		isApprovalStep: false,
		requirement: 'ONE',
		processors: [
			{
				user,
				...(operatedAt !== undefined && { result: 'CONFIRMED' as const, operatedAt }),
			},
		],
	};
}
