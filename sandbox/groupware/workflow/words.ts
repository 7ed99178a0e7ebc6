import type { Account } from '../../types';
import type { RequestStatus, StepResult, StoredStep } from './model';

/** What the service tells in the caller's language. */

type Words = Readonly<Record<Account['locale'], string>>;

export const statusWords: Readonly<Record<RequestStatus, Words>> = {
	UNPROCESSING: { en: 'Unprocessed', ja: '未処理', zh: '未处理' },
	IN_PROGRESS: { en: 'In progress', ja: '進行中', zh: '进行中' },
	REJECTED: { en: 'Rejected', ja: '却下', zh: '驳回' },
	WITHDRAWN: { en: 'Withdrawn', ja: '取り戻し', zh: '撤回' },
	SENT_BACK: { en: 'Sent back', ja: '差し戻し', zh: '退回' },
	CANCELLED: { en: 'Cancelled', ja: '取り消し', zh: '取消' },
	APPROVED: { en: 'Approved', ja: '承認', zh: '批准' },
	COMPLETED: { en: 'Completed', ja: '完了', zh: '完成' },
};

export const resultWords: Readonly<Record<StepResult, Words>> = {
	APPROVED: { en: 'Approved', ja: '承認', zh: '批准' },
	REJECTED: { en: 'Rejected', ja: '却下', zh: '驳回' },
	SENT_BACK: { en: 'Sent back', ja: '差し戻し', zh: '退回' },
	CONFIRMED: { en: 'Confirmed', ja: '確認', zh: '确认' },
};

export const requirementWords: Readonly<Record<StoredStep['requirement'], Words>> = {
	ALL: { en: 'Everyone', ja: '全員', zh: '全员' },
	ONE: { en: 'Any one', ja: '誰か一人', zh: '任意一人' },
};
