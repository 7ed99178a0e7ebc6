import { DateTime } from 'luxon';
import { ApiFailure } from './api';
import { timeOf, type Event, type Named } from './calendar';
import { Facts, Form, linesOf, Refusal, Select, type Choice, type Page } from './layout';
import type { Visitor } from './visitor';

const LOCAL = "yyyy-MM-dd'T'HH:mm";

const names = ['subject', 'notes', 'start', 'end', 'isAllDay', 'attendees', 'facilities'] as const;

/** What the controls of an event hold: times without a zone, in that of the account, and `USER:5`. */
type Input = Record<(typeof names)[number], string[]>;

/** The form of a new event, or of the one that the query names. */
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

/** The next whole hour. */
function newEvent({ account, tenant }: Visitor): Input {
	const now = DateTime.fromJSDate(tenant.clock.now(), { zone: account.timeZone });
	const start = now.startOf('hour').plus({ hours: 1 });
	return {
		...{ subject: [''], notes: [''], isAllDay: [], facilities: [] },
		start: [start.toFormat(LOCAL)],
		end: [start.plus({ hours: 1 }).toFormat(LOCAL)],
		attendees: [`USER:${account.id}`],
	};
}

function inputOf({ account }: Visitor, event: Event): Input {
	const local = (iso = '') => [DateTime.fromISO(iso, { zone: account.timeZone }).toFormat(LOCAL)];
	return {
		subject: [event.subject],
		notes: [event.notes],
		start: local(event.start?.dateTime),
		end: local((event.end ?? event.start)?.dateTime),
		isAllDay: event.isAllDay ? ['on'] : [],
		attendees: event.attendees.map(({ type = 'USER', id }) => `${type}:${id}`),
		facilities: event.facilities.map(({ id }) => id),
	};
}

async function formPage(
	visitor: Visitor,
	prefix: string,
	input: Input,
	found: Event | undefined,
	failure?: ApiFailure,
): Promise<Page> {
	const { texts } = visitor;
	const list = async (path: string, type = '') => {
		const all = await visitor.get<Record<string, Named[]>>(`${prefix}/api/v1/${path}`, {
			limit: 500,
		});
		return Object.values(all)
			.filter(Array.isArray)
			.flatMap((some) => some.map(({ id, name }): Choice => [type + id, name]));
	};
	const people = [
		...(await list('base/users', 'USER:')),
		...(await list('base/organizations', 'ORGANIZATION:')),
	];
	const several = (name: 'attendees' | 'facilities', choices: Choice[]) => (
		<Select name={name} label={texts[name]} choices={choices} chosen={input[name]} several />
	);
	const line = (name: 'subject' | 'start' | 'end', type: string) => (
		<input type={type} name={name} aria-label={texts[name]} value={input[name][0]} />
	);
	return {
		title: found ? `${found.subject}: ${texts.edit}` : texts.addEvent,
		...(failure && { status: failure.status }),
		content: (
			<Form
				visitor={visitor}
				to={`${prefix}/schedule/${found ? `modify?event=${found.id}` : 'add'}`}
				button={texts.save}
			>
				<Refusal failure={failure} />
				<Facts
					facts={[
						[texts.subject, line('subject', 'text')],
						[texts.start, line('start', 'datetime-local')],
						[texts.end, line('end', 'datetime-local')],
						[
							texts.allDay,
							<input type="checkbox" name="isAllDay" checked={input.isAllDay.length > 0} />,
						],
						[texts.attendees, several('attendees', people)],
						[texts.facilities, several('facilities', await list('schedule/facilities'))],
						[
							texts.notes,
							<textarea name="notes" aria-label={texts.notes} rows={4}>
								{input.notes[0]}
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
	const sent = names.map((name) => [name, linesOf(visitor.form, name)]);
	const input = Object.fromEntries(sent) as Input;
	const path = `${prefix}/api/v1/schedule/events`;
	const change = changeOf(visitor, input, found && inputOf(visitor, found));
	try {
		let { id } = found ?? {};
		if (id === undefined) {
			({ id } = await visitor.send<Named>('POST', path, { eventType: 'REGULAR', ...change }));
		} else if (Object.keys(change).length > 0) {
			await visitor.send('PATCH', `${path}/${id}`, change);
		}
		return `${prefix}/schedule/view?event=${id}`;
	} catch (error) {
		if (!(error instanceof ApiFailure)) throw error;
		return await formPage(visitor, prefix, input, found, error);
	}
}

/** What the form has and the event does not, as the API takes it. */
function changeOf({ account }: Visitor, input: Input, before?: Input): object {
	const { timeZone } = account;
	const differs = (...some: Array<keyof Input>) =>
		some.some((name) => String(input[name]) !== String(before?.[name]));
	const isAllDay = input.isAllDay.length > 0;
	const instant = ([text = '']: string[], whole: 'startOf' | 'endOf') => {
		const time = DateTime.fromISO(text, { zone: timeZone });
		const exact = isAllDay ? time[whole]('day') : time;
		return { dateTime: exact.isValid ? timeOf(exact) : text, timeZone };
	};
	const attendees = input.attendees.map((one) => {
		const [type, id] = one.split(':');
		return { type, id };
	});
	return {
		...(differs('subject') && { subject: input.subject[0] }),
		...(differs('notes') && { notes: input.notes[0] }),
		...(differs('start', 'end', 'isAllDay') && {
			isAllDay,
			start: instant(input.start, 'startOf'),
			end: instant(input.end, 'endOf'),
		}),
		...(differs('attendees') && { attendees }),
		...(differs('facilities') && { facilities: input.facilities.map((id) => ({ id })) }),
	};
}
