import type { IDataObject } from 'n8n-workflow';

/** What makes one operation run, and what makes its second item fail. */
export interface Case {
	parameters: () => IDataObject;
	/** Two incoming items that succeed. */
	good: () => Promise<IDataObject[]>;
	/** The second item again, wrong. */
	bad: IDataObject;
	/** What the error says: the service's code where it was asked. */
	says: RegExp;
	/** True where one transaction holds both items. */
	together?: boolean;
	/** The items bring a file; its content, where it matters. */
	binary?: boolean | (() => Buffer);
}
