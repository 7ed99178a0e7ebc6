import { DateTime } from 'luxon';
import { ApiFailure } from './api';
import { timeOf, type Event, type Named } from './calendar';
import { Facts, Form, Refusal, Select, type Choice, type Page } from './layout';
import type { Visitor } from './visitor';

const LOCAL = "yyyy-MM-dd'T'HH:mm";

/** An event as its form has it: times without a zone, in that of the account. */
interface EventInput {
	subject: string;
	notes: string;
	start: string;
	end: string;
	isAllDay: boolean;
	/** `USER:5`, `ORGANIZATION:2`. */
	attendees: string[];
	facilities: string[];
}

/** The form of a new event on a day of the query, or of the event that it names. */
export async function eventForm(visitor: Visitor, prefix: string): Promise<Page> {
	const found = await foundEvent(visitor, prefix);
	return await formPage(
		visitor,
		prefix,
		found ? inputOf(visitor, found) : newEvent(visitor),
		found,
	);
}

async function foundEvent(visitor: Visitor, prefix: string): Promise<Event | undefined> {
	const id = visitor.query.get('event');
	if (id === null) return undefined;
	return await visitor.get<Event>(`${prefix}/api/v1/schedule/events/${encodeURIComponent(id)}`);
}

function newEvent({ account, tenant, query }: Visitor): EventInput {
	const zone = account.timeZone;
	const now = DateTime.fromJSDate(tenant.clock.now(), { zone });
	const day = DateTime.fromISO(query.get('date') ?? '', { zone });
	const start = (day.isValid ? day.set({ hour: now.hour }) : now)
		.startOf('hour')
		.plus({ hours: 1 });
	return {
		subject: '',
		notes: '',
		start: start.toFormat(LOCAL),
		end: start.plus({ hours: 1 }).toFormat(LOCAL),
		isAllDay: false,
		attendees: [`USER:${account.id}`],
		facilities: [],
	};
}

function inputOf({ account }: Visitor, event: Event): EventInput {
	const local = (iso = '') => DateTime.fromISO(iso, { zone: account.timeZone }).toFormat(LOCAL);
	return {
		subject: event.subject,
		notes: event.notes,
		start: local(event.start?.dateTime),
		end: local((event.end ?? event.start)?.dateTime),
		isAllDay: event.isAllDay === true,
		attendees: event.attendees.map(({ type = 'USER', id }) => `${type}:${id}`),
		facilities: event.facilities.map(({ id }) => id),
	};
}

function sentIn({ form }: Visitor): EventInput {
	const text = (name: string) => (form.get(name) ?? '').replace(/\r\n/g, '\n');
	return {
		subject: text('subject'),
		notes: text('notes'),
		start: text('start'),
		end: text('end'),
		isAllDay: form.has('isAllDay'),
		attendees: form.getAll('attendees'),
		facilities: form.getAll('facilities'),
	};
}

async function formPage(
	visitor: Visitor,
	prefix: string,
	input: EventInput,
	found: Event | undefined,
	failure?: ApiFailure,
): Promise<Page> {
	const { texts } = visitor;
	const list = async (path: string) =>
		await visitor.get<Record<string, Named[]>>(`${prefix}/api/v1/${path}`, { limit: 500 });
	const named = (type: string, all: Named[] = []) =>
		all.map(({ id, name }): Choice => [`${type}${id}`, name]);
	const { users } = await list('base/users');
	const { organizations } = await list('base/organizations');
	const { facilities } = await list('schedule/facilities');
	const people = [...named('USER:', users), ...named('ORGANIZATION:', organizations)];
	const time = (name: 'start' | 'end', label: string) => (
		<input type="datetime-local" name={name} aria-label={label} value={input[name]} />
	);
	const to = found ? `${prefix}/schedule/modify?event=${found.id}` : `${prefix}/schedule/add`;
	return {
		title: found ? `${found.subject}: ${texts.edit}` : texts.addEvent,
		...(failure && { status: failure.status }),
		content: (
			<Form visitor={visitor} to={to} button={texts.save}>
				<Refusal failure={failure} />
				<Facts
					facts={[
						[
							texts.subject,
							<input name="subject" aria-label={texts.subject} value={input.subject} />,
						],
						[texts.start, time('start', texts.start)],
						[texts.end, time('end', texts.end)],
						[
							texts.allDay,
							<input
								type="checkbox"
								name="isAllDay"
								aria-label={texts.allDay}
								checked={input.isAllDay}
							/>,
						],
						[
							texts.attendees,
							<Select
								name="attendees"
								label={texts.attendees}
								choices={people}
								chosen={input.attendees}
								several
							/>,
						],
						[
							texts.facilities,
							<Select
								name="facilities"
								label={texts.facilities}
								choices={named('', facilities)}
								chosen={input.facilities}
								several
							/>,
						],
						[
							texts.notes,
							<textarea name="notes" aria-label={texts.notes} rows={4}>
								{input.notes}
							</textarea>,
						],
					]}
				/>
			</Form>
		),
	};
}

/** Adds or changes an event; gives where it is shown, or the form again with what the service says. */
export async function saveEvent(visitor: Visitor, prefix: string): Promise<Page | string> {
	const found = await foundEvent(visitor, prefix);
	const input = sentIn(visitor);
	const before = found && inputOf(visitor, found);
	const path = `${prefix}/api/v1/schedule/events`;
	const shown = (id: string) => `${prefix}/schedule/view?event=${id}`;
	try {
		const change = changeOf(visitor, input, before);
		if (found === undefined) {
			const event = { eventType: 'REGULAR', ...change };
			return shown((await visitor.send<Named>('POST', path, event)).id);
		}
		if (Object.keys(change).length > 0) {
			await visitor.send('PATCH', `${path}/${found.id}`, change);
		}
		return shown(found.id);
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		return await formPage(visitor, prefix, input, found, error);
	}
}

/** What the form has and the event does not, as the API takes it. */
function changeOf({ account }: Visitor, input: EventInput, before?: EventInput): object {
	const { timeZone } = account;
	const differs = (...names: Array<keyof EventInput>) =>
		names.some((name) => String(input[name]) !== String(before?.[name]));
	const instant = (text: string, whole: (day: DateTime) => DateTime) => {
		const time = DateTime.fromISO(text, { zone: timeZone });
		const exact = input.isAllDay ? whole(time) : time;
		return { dateTime: exact.isValid ? timeOf(exact) : text, timeZone };
	};
	return {
		...(differs('subject') && { subject: input.subject }),
		...(differs('notes') && { notes: input.notes }),
		...(differs('start', 'end', 'isAllDay') && {
			isAllDay: input.isAllDay,
			start: instant(input.start, (day) => day.startOf('day')),
			end: instant(input.end, (day) => day.endOf('day')),
		}),
		...(differs('attendees') && {
			attendees: input.attendees.map((one) => {
				const [type, id] = one.split(':');
				return { type, id };
			}),
		}),
		...(differs('facilities') && { facilities: input.facilities.map((id) => ({ id })) }),
	};
}
