import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { ItemView, Operation, Row } from '../../shared/catalogue';
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
import type { Change, Watch } from './watch';

/** By the values of "Trigger On", which workflows store. */
const watches: Record<string, Watch> = {
	event: watchEvents as Watch,
	message: watchMessages as Watch,
	notification: watchNotifications as Watch,
	organization: watchOrganizations as Watch,
	presence: watchPresence as Watch,
	user: watchUsers as Watch,
	workflowRequest: watchRequests as Watch,
};

/** What the trigger keeps in the workflow's static data. */
interface Kept {
	/** The service, the credential and the settings that it belongs to. */
	source: string;
	/** The user of the credential; missing for OAuth2, and in what earlier versions kept. */
	user?: string;
	seen: unknown;
}

/** What n8n calls at the poll times, and for a test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const triggerOn = String(context.getNodeParameter('triggerOn', 'event'));
	const watch = watches[triggerOn] ?? watchEvents;
	const operation: Operation = { ...watch.operation, parameters };
	const work = async ({ item, output }: Triggered) => {
		if (isManual(context)) return await output([rowOf(await sampleOf(watch as Watch, item))]);
		const time = new PollTime(context);
		const source = JSON.stringify([
			triggerOn,
			item.connection.baseUrl,
			credentialIds(item),
			watch.source(item),
		]);
		const kept = readState<Kept>(context);
		const { user } = item.connection as GroupwareConnection;
		const isSameUser = kept?.user === undefined || kept.user === user;
		const before = kept?.source === source && isSameUser ? kept.seen : undefined;
		const { changes, state } = await (watch as Watch).look(item, before);
		const rows = await output(changes.map(rowOf));
		time.check('watch less, e.g. fewer calendars or fewer days');
		writeState(context, { source, ...(user !== undefined && { user }), seen: state });
		return rows;
	};
	const once = async () => await runTrigger(context, groupware, operation, work);
	const items = isManual(context) ? await once() : await oneAtATime(context, once);
	return items && items.length > 0 ? [items] : null;
}

async function sampleOf(watch: Watch, item: ItemView): Promise<Change> {
	const sample = await watch.sample(item);
	if (sample) return sample;
	throw new InputError(
		watch.nothing,
		'Create an example in the service, then test again. Published workflows are not affected',
	);
}

function rowOf({ event, key, more, row }: Change): Row {
	return { ...row, json: { $event: event, $key: key, ...more, ...row.json } };
}

/** Another user sees other things. */
function credentialIds({ node }: ItemView): string[] {
	return Object.values(node.credentials ?? {}).map(({ id }) => id ?? '');
}
