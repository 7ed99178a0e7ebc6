import { DateTime } from 'luxon';
import { ApiFailure } from './api';
import { Facts, moment, Names, Note, type Page } from './layout';
import type { Visitor } from './visitor';

export interface Named {
	id: string;
	name: string;
	/** Of attendees: `USER` or `ORGANIZATION`. */
	type?: string;
}

interface Instant {
	dateTime: string;
}

export interface Event {
	id: string;
	subject: string;
	eventType: string;
	eventMenu: string;
	visibilityType: string;
	notes: string;
	start?: Instant;
	end?: Instant;
	isAllDay?: boolean;
	creator: Named;
	createdAt: string;
	updater: Named;
	updatedAt: string;
	attendees: Named[];
	facilities: Named[];
	attachments: Named[];
}

/** Seven days of the account's own calendar, or of a person or facility. */
export async function calendar(visitor: Visitor, prefix: string): Promise<Page> {
	const { account, query, texts, at, tenant } = visitor;
	const zone = account.timeZone;
	const today = DateTime.fromJSDate(tenant.clock.now(), { zone });
	const asked = DateTime.fromISO(query.get('date') ?? '', { zone });
	const monday = (asked.isValid ? asked : today).startOf('week');
	const [kind = '', target = ''] = (query.get('whose') ?? '').split(':');
	const api = `${prefix}/api/v1`;
	const { events, hasNext } = await visitor.get<{ events: Event[]; hasNext: boolean }>(
		`${api}/schedule/events`,
		{
			rangeStart: timeOf(monday),
			rangeEnd: timeOf(monday.plus({ days: 7 })),
			orderBy: 'start asc',
			limit: 500,
			...(target !== '' && { targetType: kind, target }),
		},
	);
	const { users } = await visitor.get<{ users: Named[] }>(`${api}/base/users`, { limit: 500 });
	const { facilities } = await visitor.get<{ facilities: Named[] }>(`${api}/schedule/facilities`, {
		limit: 500,
	});
	const page = at(`${prefix}/schedule/index`);
	const week = (start: DateTime) =>
		`${page}?${new URLSearchParams({ date: start.toISODate() ?? '', whose: query.get('whose') ?? '' })}`;
	const options = (type: string, list: Named[]) =>
		list.map(({ id, name }) => (
			<option value={`${type}:${id}`} selected={kind === type && target === id}>
				{name}
			</option>
		));
	return {
		title: texts.calendar,
		content: (
			<>
				<form class="whose" action={page}>
					<input type="hidden" name="date" value={monday.toISODate() ?? ''} />
					<label>
						{texts.whose}{' '}
						<select name="whose">
							<option value="">{account.name}</option>
							<optgroup label={texts.people}>{options('user', users)}</optgroup>
							<optgroup label={texts.facilities}>{options('facility', facilities)}</optgroup>
						</select>
					</label>{' '}
					<button>{texts.show}</button>
				</form>
				<nav class="steps">
					<a href={week(monday.minus({ days: 7 }))}>{texts.previous}</a>
					<a href={week(today)}>{texts.thisWeek}</a>
					<a href={week(monday.plus({ days: 7 }))}>{texts.next}</a>
				</nav>
				<p>
					<a href={at(`${prefix}/schedule/add`)}>{texts.addEvent}</a>
				</p>
				{hasNext && <p>{texts.more}</p>}
				<div class="week">
					{[0, 1, 2, 3, 4, 5, 6].map((index) => {
						const day = monday.plus({ days: index });
						const isToday = day.hasSame(today, 'day');
						return (
							<section class={isToday ? 'today' : ''}>
								<h2>{day.setLocale(texts.language).toFormat('ccc L/d')}</h2>
								{events
									.filter((event) => isOn(event, day))
									.map((event) => (
										<EventBox event={event} day={day} visitor={visitor} prefix={prefix} />
									))}
							</section>
						);
					})}
				</div>
			</>
		),
	};
}

function EventBox(box: { event: Event; day: DateTime; visitor: Visitor; prefix: string }) {
	const { subject, id, eventMenu, attendees = [], facilities = [] } = box.event;
	const { texts, at } = box.visitor;
	return (
		<article>
			<time>{hoursOf(box.event, box.day, texts.allDay)}</time>
			<a href={at(`${box.prefix}/schedule/view?event=${id}`)} dir="auto">
				{eventMenu ? `${eventMenu}: ` : ''}
				{subject}
			</a>
			<p class="person">
				<Names names={attendees.map(({ name }) => name)} />
			</p>
			<p class="facility">
				<Names names={facilities.map(({ name }) => name)} />
			</p>
		</article>
	);
}

export async function event(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts } = visitor;
	const path = `${prefix}/api/v1/schedule/events/${encodeURIComponent(visitor.query.get('event') ?? '')}`;
	const found = await visitor.get<Event>(path);
	const told = await visitor.attempt<{
		comments: Array<{ body: string; creator: Named; createdAt: string }>;
	}>(`${path}/comments`);
	const { start, end } = found;
	// Each name leads to that calendar, in the week of the event.
	const calendarsOf = (list: Named[], kind = 'user') => {
		const date = start?.dateTime ?? '';
		const week = (whose: string) =>
			visitor.at(`${prefix}/schedule/index?${new URLSearchParams({ date, whose })}`);
		const target = ({ id, type = kind }: Named) => week(`${type.toLowerCase()}:${id}`);
		return (
			list.length > 0 && <Names names={list.map(({ name }) => name)} links={list.map(target)} />
		);
	};
	const times = [start, end].flatMap((one) => (one ? moment(one.dateTime, visitor) : []));
	return {
		title: found.subject || found.eventMenu,
		content: (
			<>
				{found.eventType === 'REGULAR' && (
					<p>
						<a href={visitor.at(`${prefix}/schedule/modify?event=${found.id}`)}>{texts.edit}</a>
					</p>
				)}
				<Facts
					facts={[
						[texts.time, times.length === 0 ? texts.repeating : times.join(' - ')],
						['', found.isAllDay ? texts.allDay : ''],
						['', found.eventMenu],
						['', found.visibilityType === 'PUBLIC' ? '' : texts.private],
						[texts.people, calendarsOf(found.attendees)],
						[texts.facilities, calendarsOf(found.facilities, 'facility')],
						[texts.notes, found.notes],
						[texts.files, namesOf(found.attachments)],
						[texts.created, `${moment(found.createdAt, visitor)} ${found.creator.name}`],
						[texts.updated, `${moment(found.updatedAt, visitor)} ${found.updater.name}`],
					]}
				/>
				<h2>{texts.comments}</h2>
				{told instanceof ApiFailure || told.comments.length === 0 ? (
					<p>{told instanceof ApiFailure ? told.message : texts.nothing}</p>
				) : (
					told.comments.map(({ body, creator, createdAt }) => (
						<Note by={creator.name} at={moment(createdAt, visitor)}>
							{body}
						</Note>
					))
				)}
			</>
		),
	};
}

function namesOf(list: Named[]) {
	return list.length > 0 && <Names names={list.map(({ name }) => name)} />;
}

/** An event that ends at midnight is not on the day that begins then. */
function isOn({ start, end }: Event, day: DateTime): boolean {
	if (start === undefined) return false;
	const from = DateTime.fromISO(start.dateTime);
	const until = end === undefined ? from : DateTime.fromISO(end.dateTime);
	const isMoment = until <= from;
	return from < day.plus({ days: 1 }) && (isMoment ? from >= day : until > day);
}

function hoursOf({ start, end, isAllDay }: Event, day: DateTime, allDay: string): string {
	if (isAllDay || start === undefined) return allDay;
	const hour = (instant: Instant, bound: DateTime) => {
		const time = DateTime.fromISO(instant.dateTime, { zone: day.zone });
		return time.hasSame(bound, 'day') ? time.toFormat('HH:mm') : '';
	};
	return `${hour(start, day)}-${end === undefined ? '' : hour(end, day)}`;
}

/** A time as the services take it, with its offset. */
export function timeOf(time: DateTime): string {
	return time.toISO({ suppressMilliseconds: true }) ?? '';
}
