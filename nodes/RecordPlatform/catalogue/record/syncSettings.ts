import type { ItemContext, Parameter, Prepared, AllItems } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { isBlank } from '../../../shared/input/text';
import { isDryRun, isOn, offSwitch } from '../../../shared/parameters';
import { filterOfWrite } from '../filter';
import { DELETION, deleteAtMost } from './deleteByConditions';
import { guardedCondition } from './foundRecords';

const deleting = { show: { deleteOthers: [true] } };

const OF_OTHERS: Record<string, Partial<Parameter>> = {
	filterBy: {
		displayName: 'Limit Deletion By',
		description:
			'How to select which of the other records may be deleted. Without conditions, all of them may be deleted.',
	},
	conditions: {
		description:
			'Conditions that a record must meet to be deleted. Without conditions, all other records may be deleted.',
	},
	query: {
		description: 'Query without limit or offset. If empty, all other records may be deleted.',
	},
};

const scope = filterOfWrite.map((one): Parameter => {
	const { displayOptions = {} } = one;
	const show = { ...displayOptions.show, ...deleting.show };
	return { ...one, ...OF_OTHERS[one.name], displayOptions: { ...displayOptions, show } };
});

/** The controls for deleting other records. */
export const syncControls: Parameter[] = [
	offSwitch({
		displayName: 'Delete Other Records',
		name: 'deleteOthers',
		description:
			'Whether to delete records that match no item. Nothing is deleted if an item is refused. A record that somebody changes in the meantime is kept.',
	}),
	...scope,
	{
		...deleteAtMost,
		displayOptions: deleting,
		description:
			'Maximum number of records to delete. If there are more, nothing is written or deleted.',
	},
];

/** The settings of the sync. Throws `InputError` if items have different ones: they are synced together. */
export async function syncSettingsOf(prepared: Prepared[], whole: AllItems): Promise<SyncSettings> {
	let settings: SyncSettings | undefined;
	for (const { index } of prepared) {
		const own = await settingsFor(whole.itemAt(index));
		settings ??= own;
		if (JSON.stringify(own) !== JSON.stringify(settings)) {
			throw new InputError(
				`Item ${index} has different deletion settings than the first item`,
				'All items are synced together. Use the same "Delete Other Records", conditions, "Delete at Most", and "Dry Run" for all of them',
			);
		}
	}
	return settings as SyncSettings;
}

const NO_CONDITION = new InputError(
	'"Query" has no condition, so all other records would be deleted',
	'Add a condition to the query, or leave it empty to delete all other records',
);

type SyncSettings = Awaited<ReturnType<typeof settingsFor>>;

async function settingsFor(item: ItemContext) {
	const deleteOthers = isOn(item, 'deleteOthers');
	const dryRun = isDryRun(item);
	if (!deleteOthers) return { deleteOthers, dryRun, condition: '', atMost: 0 };
	const condition = await guardedCondition(
		DELETION,
		item,
		'Select the records that may be deleted with conditions, and limit their number with "Delete at Most"',
	);
	// Left empty, it selects all; an order alone selects nothing.
	if (condition === '' && !isBlank(item.read('query'))) throw NO_CONDITION;
	return { deleteOthers, dryRun, condition, atMost: Number(item.read('atMost')) };
}
