import type { Fixtures } from '../fixtures/types';
import type { Ago } from './files';

/** What belongs to one person or to the administrator's settings. */
export function personal(ago: Ago): Fixtures {
	return {
		presenceStatuses: [
			{ code: 'meeting', name: 'In a meeting' },
			{ code: 'remote', name: 'Working remotely' },
		],
		todoCategories: [
			{ user: 'admin', name: 'Office' },
			{ user: 'admin', name: 'Later' },
			{ user: 'sato', name: '営業' },
		],
		todos: [
			{
				user: 'admin',
				subject: 'Renew the certificate',
				category: 'Office',
				dueDate: ago(-24 * 5),
				priority: 3,
			},
			{ user: 'admin', subject: 'Tidy the archive', priority: 1 },
			{ user: 'sato', subject: 'Call Example Trading', category: '営業', isCompleted: true },
		],
		notifications: [
			{
				module: 'grn.message',
				key: 'demo-drill',
				from: 'mori',
				to: ['admin', 'sato', 'ito', 'yamamoto'],
				title: 'Fire drill on Thursday',
				createdAt: ago(26),
			},
			{
				module: 'grn.workflow',
				key: 'demo-request',
				from: 'sato',
				to: ['admin'],
				title: 'Purchase: プロジェクター',
				createdAt: ago(20),
			},
			{
				module: 'grn.schedule',
				key: 'demo-event',
				from: 'admin',
				to: ['sato'],
				title: 'Reorganization draft',
				operation: 'modify',
				createdAt: ago(15),
			},
			{
				module: 'grn.space.discussion',
				key: 'demo-space',
				from: 'watanabe',
				to: ['admin'],
				title: 'New coffee machine',
				createdAt: ago(30),
				isRead: true,
			},
		],
		plugins: [
			{
				id: '2',
				isActive: false,
				appliedTo: [
					'LoginUser',
					{ type: 'USER', code: 'sato' },
					{ type: 'ORGANIZATION', code: 'sales' },
					{ type: 'ROLE', code: 'managers' },
				],
			},
		],
	};
}
