import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { ItemContext, Operation, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import {
	isManual,
	oneAtATime,
	PollTime,
	readState,
	runTrigger,
	type Triggered,
	writeState,
} from '../../shared/trigger';
import type { GroupwareConnection } from '../connection';
import { groupware } from '../service';
import { watchOrganizations, watchUsers } from './directory';
import { watchEvents } from './events';
import { watchMessages } from './messages';
import { watchNotifications } from './notifications';
import { parameters } from './parameters';
import { watchPresence } from './presence';
import { watchRequests } from './requests';
import type { Change, TriggerSource } from './source';

/** By the values of "Trigger On", which workflows store. */
const watches: Record<string, TriggerSource> = {
	event: watchEvents as TriggerSource,
	message: watchMessages as TriggerSource,
	notification: watchNotifications as TriggerSource,
	organization: watchOrganizations as TriggerSource,
	presence: watchPresence as TriggerSource,
	user: watchUsers as TriggerSource,
	workflowRequest: watchRequests as TriggerSource,
};

/** What the trigger keeps in the workflow's static data. */
interface Kept {
	/** The service, its user, and what is watched. */
	source: string;
	seen: unknown;
}

/** What n8n calls at the poll times, and for a test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const triggerOn = String(context.getNodeParameter('triggerOn', 'event'));
	const watch = watches[triggerOn] ?? (watchEvents as TriggerSource);
	const operation: Operation = { ...watch.operation, parameters };
	const work = async ({ item, output }: Triggered) => {
		if (isManual(context)) return await output([changeRow(await sampleOf(watch, item))]);
		const time = new PollTime(context);
		const source = JSON.stringify([triggerOn, ...userOf(item), watch.source(item)]);
		const kept = readState<Kept>(context);
		const before = kept?.source === source ? kept.seen : undefined;
		const { changes, state } = await watch.poll(item, before);
		const rows = await output(changes.map(changeRow));
		time.check('watch less, e.g. fewer calendars or fewer days');
		writeState(context, { source, seen: state });
		return rows;
	};
	const once = async () => await runTrigger(context, groupware, operation, work);
	const items = isManual(context) ? await once() : await oneAtATime(context, once);
	return items && items.length > 0 ? [items] : null;
}

async function sampleOf(watch: TriggerSource, item: ItemContext): Promise<Change> {
	const sample = await watch.sample(item);
	if (sample) return sample;
	throw new InputError(
		watch.nothing,
		'Create an example in the service, then test again. Published workflows are not affected',
	);
}

function changeRow({ event, key, more, row }: Change): Row {
	return { ...row, json: { $event: event, $key: key, ...more, ...row.json } };
}

/** Another user sees other things. With OAuth2, only the credential tells who it is. */
function userOf({ connection, node }: ItemContext): string[] {
	const credentials = Object.values(node.credentials ?? {}).map(({ id }) => id ?? '');
	return [connection.baseUrl, ...credentials, (connection as GroupwareConnection).user ?? ''];
}
