import type { ItemView, Parameter, Prepared, Whole } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { filter } from '../filter';
import { conditionFor } from './foundRecords';

const deleting = { show: { deleteOthers: [true] } };

const OF_OTHERS: Record<string, Partial<Parameter>> = {
	filterBy: {
		displayName: 'Which May Be Deleted',
		description:
			'How to say which of the other records may be deleted; all of them when there are no conditions',
	},
	conditions: {
		description:
			'Conditions that another record must meet to be deleted; all others may be when there are none',
	},
	query: {
		description:
			'Query in the language of the service, without limit and offset. Empty: all other records may be deleted.',
	},
};

/** The conditions, shown while records are to be deleted: they say which ones may be. */
const scope = filter.map((parameter): Parameter => {
	const { displayOptions = {} } = parameter;
	const show = { ...displayOptions.show, ...deleting.show };
	return {
		...parameter,
		...OF_OTHERS[parameter.name],
		displayOptions: { ...displayOptions, show },
	};
});

/** What becomes of records that no item stands for, and whether anything is written at all. */
export const syncControls: Parameter[] = [
	{
		displayName: 'Delete Other Records',
		name: 'deleteOthers',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete records that none of the items stands for. Nothing is deleted when an item is refused; a record that somebody changes meanwhile is left.',
	},
	...scope,
	{
		displayName: 'Delete at Most',
		name: 'atMost',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		displayOptions: deleting,
		description:
			'Number of records that may be deleted. Where more would be, nothing is written or deleted, and the number is told.',
	},
	{
		displayName: 'Preview',
		name: 'preview',
		type: 'boolean',
		default: false,
		description:
			'Whether to put out what would be created, updated and deleted, and to write nothing',
	},
];

/** What the controls say. */
export interface SyncSettings {
	deleteOthers: boolean;
	condition: string;
	atMost: number;
	preview: boolean;
}

/** What to do with the app. Throws `Refusal` where items disagree: they are synced together. */
export async function settingsOf(prepared: Prepared[], whole: Whole): Promise<SyncSettings> {
	let settings: SyncSettings | undefined;
	for (const { index } of prepared) {
		const own = await settingsFor(whole.view(index));
		settings ??= own;
		if (JSON.stringify(own) !== JSON.stringify(settings)) {
			throw new Refusal(
				`Item ${index} says otherwise than the first item what is to be deleted`,
				'Items are synced together. Delete Other Records, its conditions, Delete at Most and Preview must be the same for all of them',
			);
		}
	}
	return settings as SyncSettings;
}

async function settingsFor(item: ItemView): Promise<SyncSettings> {
	const deleteOthers = item.read('deleteOthers', false) === true;
	const preview = item.read('preview', false) === true;
	if (!deleteOthers) return { deleteOthers, preview, condition: '', atMost: 0 };
	const condition = await conditionFor(
		'a deletion',
		item,
		'Say by conditions which records may be deleted, and by Delete at Most how many',
	);
	const atMost = Number(item.read('atMost', 100));
	return { deleteOthers, preview, condition, atMost: Number.isNaN(atMost) ? 0 : atMost };
}
