import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export interface OtherEvent {
	id: string;
	title: string;
	start: number;
	end: number;
	created: number;
	updated: number;
	description: string;
	categories: string[];
	isDeleted: boolean;
}

/** A calendar of another service, which n8n's own nodes would reach over the internet. */
export class OtherCalendar {
	readonly events = new Map<string, OtherEvent>();
	/** What nodes have written. */
	writes: string[] = [];
	/** Milliseconds between its clock and that of the machine. */
	ahead = 0;

	now = () => Date.now() + this.ahead;

	put(id: string, change: Partial<OtherEvent>): OtherEvent {
		const empty = { id, title: '', start: 0, end: 0, description: '', categories: [] };
		const before = this.events.get(id) ?? { ...empty, created: this.now(), isDeleted: false };
		const event = { ...before, ...change, updated: this.now() };
		this.events.set(id, event);
		return event;
	}
}

/** Puts an event out as a node of n8n does. */
type Row = (event: OtherEvent) => IDataObject;
const utc = (at: number) => new Date(at).toISOString();

export const googleRow: Row = ({ id, title, start, end, created, updated, ...event }) => ({
	...{ kind: 'calendar#event', id, status: event.isDeleted ? 'cancelled' : 'confirmed' },
	...{ created: utc(created), updated: utc(updated) },
	...(title !== '' && { summary: title }),
	...(event.description !== '' && { description: event.description }),
	organizer: { email: 'sato@example.com', self: true },
	start: { dateTime: utc(start), timeZone: 'Asia/Tokyo' },
	end: { dateTime: utc(end), timeZone: 'Asia/Tokyo' },
});

export const outlookRow: Row = ({ id, title, start, end, created, updated, categories }) => ({
	...{ id, createdDateTime: utc(created), lastModifiedDateTime: utc(updated), categories },
	...{ subject: title, type: 'singleInstance', isAllDay: false, isCancelled: false },
	start: { dateTime: `${utc(start).slice(0, -1)}0000`, timeZone: 'UTC' },
	end: { dateTime: `${utc(end).slice(0, -1)}0000`, timeZone: 'UTC' },
});

const read = [
	...['operation', 'eventId', 'subject', 'start', 'end', 'startDateTime', 'endDateTime'],
	...['timeMin', 'timeMax', 'filters', 'additionalFields', 'updateFields'],
];

/** A node that does with the calendar what one of n8n does; without a calendar, a trigger. */
export function calendarNode(row: Row, calendar?: () => OtherCalendar): INodeType {
	return {
		description: {
			...{ displayName: 'Calendar', name: 'calendar', description: 'Calendar', group: [] },
			...{ version: [1, 1.3, 2], defaults: {}, outputs: [NodeConnectionTypes.Main] },
			inputs: calendar ? [NodeConnectionTypes.Main] : [],
			properties: read.map((name) => ({ displayName: name, name, type: 'json', default: '' })),
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const answered = ({ json }: INodeExecutionData, item: number) => {
				if (calendar === undefined) return [json];
				const given = read.map((name) => [name, this.getNodeParameter(name, item, '')]);
				try {
					return answer(calendar(), row, Object.fromEntries(given) as IDataObject);
				} catch (error) {
					if (!this.continueOnFail()) throw error;
					return [{ error: (error as Error).message }];
				}
			};
			const rows = this.getInputData().map((one, item) =>
				answered(one, item).map((json) => ({ json, pairedItem: { item } })),
			);
			return [rows.flat()];
		},
	};
}

function answer(calendar: OtherCalendar, row: Row, parameters: IDataObject): IDataObject[] {
	const { operation, eventId, filters, additionalFields, updateFields, ...direct } = parameters;
	const all = { ...direct, ...(additionalFields as object), ...(updateFields as object) };
	const given = all as Record<string, string>;
	const time = (text?: string) =>
		DateTime.fromISO(text ?? '', { zone: 'utc' }).toMillis() || undefined;
	const start = time(given.start || given.startDateTime);
	const end = time(given.end || given.endDateTime);
	if (operation === 'getAll') {
		const [, begun] = /'(.+)'/.exec(String((filters as IDataObject).custom)) ?? [];
		const [from, to] = [time(given.timeMin || begun) ?? start, time(given.timeMax) ?? end];
		const all = [...calendar.events.values()].filter(({ isDeleted }) => !isDeleted);
		return all.filter((one) => one.end > (from ?? 0) && one.start < (to ?? Infinity)).map(row);
	}
	const id = given.id ?? `other${calendar.events.size}`;
	const key = operation === 'create' ? id : String((eventId as IDataObject).value ?? eventId);
	const event = calendar.events.get(key);
	// Google goes on to give events that were deleted.
	const isThere = event !== undefined && (row === googleRow || !event.isDeleted);
	if (isThere === (operation === 'create')) throw new Error('Not found, or there already');
	if (operation === 'get' && event) return [row(event)];
	calendar.writes.push(`${String(operation)} ${key}`);
	const { description, categories, summary: title = given.subject || undefined } = given;
	const change = Object.entries({ title, description, categories, start, end });
	const known = Object.fromEntries(change.filter(([, value]) => value !== undefined));
	const written = calendar.put(key, operation === 'delete' ? { isDeleted: true } : known);
	return [operation === 'delete' ? { success: true } : row(written)];
}
