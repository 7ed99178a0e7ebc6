export const requestStatuses = [
	'UNPROCESSING',
	'IN_PROGRESS',
	'REJECTED',
	'WITHDRAWN',
	'SENT_BACK',
	'CANCELLED',
	'APPROVED',
	'COMPLETED',
] as const;

export type RequestStatus = (typeof requestStatuses)[number];

export const stepResults = ['APPROVED', 'REJECTED', 'SENT_BACK', 'CONFIRMED'] as const;

export type StepResult = (typeof stepResults)[number];

/** How an item holds its value in a request. */
export type ValueKind = 'text' | 'flag' | 'files' | 'dateTime' | 'route';

interface ItemKind {
	/** The type a request tells, which is another one for routes (workflow.form.get, notes). */
	dataType: string;
	kind: ValueKind;
}

const textItem = (dataType: string): ItemKind => ({ dataType, kind: 'text' });

/** Item types of a form; those without a kind hold nothing and are not in requests. */
export const formItemTypes: ReadonlyMap<string, ItemKind | undefined> = new Map([
	['SINGLE_LINE_TEXT', textItem('SINGLE_LINE_TEXT')],
	['MULTI_LINE_TEXT', textItem('MULTI_LINE_TEXT')],
	['DROP_DOWN', textItem('DROP_DOWN')],
	['RADIO_BUTTON', textItem('RADIO_BUTTON')],
	['CHECK_BOX', { dataType: 'CHECK_BOX', kind: 'flag' as const }],
	['NUMBER', textItem('NUMBER')],
	['CALC', textItem('CALC')],
	['DATE', textItem('DATE')],
	['DATETIME', { dataType: 'DATETIME', kind: 'dateTime' as const }],
	['FILE', { dataType: 'FILE', kind: 'files' as const }],
	['ROUTE_TRAVEL_EXPENSE', { dataType: 'ROUTE_NAVI', kind: 'route' as const }],
	['BLANK_LINE', undefined],
]);

export interface FormItem {
	/** Its code, or `$` and its number. */
	key: string;
	type: string;
	name: string;
}

/** An item of a request; of files it holds the ids. */
export interface StoredItem {
	key: string;
	name: string;
	type: string;
	value: unknown;
}

export interface StoredProcessor {
	/** Id of the user. */
	user: string;
	proxy?: string;
	result?: StepResult;
	comment: string;
	/** ISO; there once the processor has acted. */
	operatedAt?: string;
}

export interface StoredStep {
	key: string;
	id: number;
	name: string;
	requirement: 'ALL' | 'ONE';
	isApprovalStep: boolean;
	processors: StoredProcessor[];
}

export interface RequestRow {
	id: number;
	formId: number;
	formName: string;
	name: string;
	number: string;
	status: RequestStatus;
	urgent: boolean;
	applicant: string;
	proxy: string | null;
	createdAt: Date;
	items: StoredItem[];
	steps: StoredStep[];
}
