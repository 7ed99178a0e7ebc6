import { said } from './language';

/** Codes of the built-in fields of apps that tests make, in the language of their accounts. */
const codes = {
	en: {
		recordNumber: 'Record_number',
		creator: 'Created_by',
		createdTime: 'Created_datetime',
		modifier: 'Updated_by',
		updatedTime: 'Updated_datetime',
		status: 'Status',
		assignee: 'Assignee',
		categories: 'Categories',
	},
	ja: {
		recordNumber: 'レコード番号',
		creator: '作成者',
		createdTime: '作成日時',
		modifier: '更新者',
		updatedTime: '更新日時',
		status: 'ステータス',
		assignee: '作業者',
		categories: 'カテゴリー',
	},
};

export const builtIn = said(codes.en, codes.ja);
