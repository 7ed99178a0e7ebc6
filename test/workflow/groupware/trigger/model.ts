import type { IDataObject } from 'n8n-workflow';

import * as events from '../../../../nodes/Groupware/trigger/events';
import { TriggerModel, Wrong } from '../../../support/model';
import { byCode, clientOf, makeEvent } from '../world';
import { inMinutes, triggerFor } from './scene';

/** What happens before each request of a poll; set while a model runs. */
export const between = { requests: async () => {} };

const MINUTE = 60_000;
const HOURS = 60;
const DAYS = 24 * HOURS;
const DAYS_AHEAD = 5;
const BEFORE = 30;
const LATE = 60;
const PEOPLE = ['admin', 'sato'];
/** Above this number, events are deleted more often, so that long runs don't become slow. */
const MOST_EVENTS = 40;

interface Listed extends IDataObject {
	id: string;
	subject: string;
	start: { dateTime: string };
	repeatId?: string;
}

/** What a person who only reads the items knows of an event. */
interface Known {
	/** Title, people, and start. */
	sign: string;
	/** Start; of a series, those of the occurrences that were seen and not canceled. */
	starts: Set<number>;
	repeats: boolean;
}

interface Made {
	repeatInfo?: IDataObject;
	/** Whether it is in a watched calendar. */
	isListed: boolean;
	excluded: IDataObject[];
}

/**
 * Changes calendars. Somebody who knows only what the trigger puts out must then know the same as the
 * service.
 */
export class CalendarModel extends TriggerModel {
	private readonly made = new Map<string, Made>();
	private readonly known = new Map<string, Known>();
	/** Events from before the activation. They may come into the period without being put out. */
	private readonly old = new Set<string>();
	/** Those of them that were outside of the period. */
	private readonly unknown = new Set<string>();
	private readonly soon = new Set<string>();
	/** Canceled occurrences, with their start; those that nothing was put out for. */
	private readonly excluded = new Map<string, number>();
	private readonly open = new Set<string>();
	/**
	 * Events that left the period since the poll before: the next one still compares with them. Those that
	 * also left the calendars are looked for one after the other, which can take several polls.
	 */
	private lately = new Set<string>();
	/** Events that were put out as changed when they had been moved to before the period. */
	private readonly left = new Set<string>();
	/** Events that were in no watched calendar at some time since the last poll. */
	private readonly away = new Set<string>();
	/** Events that left the calendars while they were outside of the period, so that nothing tells it. */
	private readonly unseen = new Set<string>();
	private polledAt = 0;
	/** Events that were deleted or given to others: later occurrences may be missing in a poll. */
	private readonly gone = new Set<string>();
	/** Events that were saved since they were known, also without a change. */
	private readonly saved = new Set<string>();
	private count = 0;

	protected replace(): () => void {
		const real = Date.now.bind(Date);
		const now = jest.spyOn(Date, 'now').mockImplementation(() => real() + this.passedMs);
		// One after the other: calendars are read at the same time, and two changes would choose one event.
		let changes = Promise.resolve();
		between.requests = async () => {
			changes = changes.then(async () => {
				if (this.inPoll && this.chance(0.3)) await this.change('  in the poll: ');
			});
			await changes;
		};
		const bound = jest.replaceProperty(events as { MOST_LOOKED_FOR: number }, 'MOST_LOOKED_FOR', 2);
		return () => {
			now.mockRestore();
			bound.restore();
			between.requests = async () => {};
		};
	}

	protected async begin(): Promise<void> {
		await this.sandbox.reset();
		await this.sandbox.control('groupware', { seriesUpdate: 'whole' });
		for (let count = 10; count > 0; count--) await this.change();
		this.trigger = await triggerFor(this.sandbox, {
			events: ['created', 'changed', 'canceled', 'startingSoon'],
			calendar: 'selected',
			calendars: { rows: PEOPLE.map((code) => ({ kind: 'user', user: byCode(code) })) },
			daysAhead: DAYS_AHEAD,
			minutesBefore: BEFORE,
			simplify: false,
			options: { daysBack: 1, minutesLate: LATE },
		});
		for (const row of await this.listed()) {
			if (this.isWatched(row)) this.learn(row);
			if (this.isSoon(row)) this.soon.add(`${row.id} ${startOf(row)}`);
		}
		for (const id of this.made.keys()) {
			this.old.add(id);
			if (!this.known.has(id)) this.unknown.add(id);
		}
		this.polledAt = Date.now();
		await this.trigger.poll();
		// The second of the activation is over.
		await this.sandbox.clock(1);
		this.passedMs += 1000;
	}

	protected async step(): Promise<void> {
		const kind = this.any();
		if (kind < 0.5) await this.change();
		else if (kind < 0.62) await this.pass();
		else if (kind < 0.87) await this.poll();
		else if (kind < 0.92) await this.failingPoll('/g/api/v1/schedule/events', REFUSALS, false);
		else if (kind < 0.95) this.restart();
		else await this.catchUp();
	}

	private async change(where = ''): Promise<void> {
		const id = this.oneOf([...this.made.keys()]);
		const event = this.made.get(id);
		const kind = this.any();
		const isCrowded = this.made.size > MOST_EVENTS && this.chance(0.5);
		if (event !== undefined && isCrowded) await this.delete(where, id);
		else if (event === undefined || kind < 0.3) await this.create(where);
		else if (kind < 0.55) {
			const subject = this.newSubject();
			await this.write('PATCH', id, { subject });
			this.note(`${where}rename ${id} to ${subject}`, 'rename');
		} else if (kind < 0.6) {
			await this.write('PATCH', id, { notes: '' });
			this.note(`${where}save ${id} without a change`, 'save without a change');
		} else if (kind < 0.72 && !event.repeatInfo) {
			const minutes = this.someStart();
			await this.write('PATCH', id, timesIn(minutes));
			this.note(`${where}move ${id} to ${minutes} min`, 'move');
		} else if (kind < 0.79 && event.repeatInfo) {
			await this.exclude(where, id, event);
		} else if (kind < 0.9) {
			const code = this.chance(0.5) ? 'mori' : this.oneOf(PEOPLE);
			await this.write('PATCH', id, { attendees: [{ type: 'USER', code }] });
			event.isListed = PEOPLE.includes(code);
			if (event.isListed) this.unseen.delete(id);
			else this.leave(id);
			this.gone.add(id);
			this.note(`${where}give ${id} to ${code}`, 'give to somebody else');
		} else {
			await this.delete(where, id);
		}
	}

	private async delete(where: string, id: string): Promise<void> {
		await this.write('DELETE', id);
		this.made.delete(id);
		this.leave(id);
		this.gone.add(id);
		this.note(`${where}delete ${id}`, 'delete');
	}

	private leave(id: string): void {
		this.away.add(id);
		const { starts = [] } = this.known.get(id) ?? {};
		if (![...starts].some((start) => this.isWithin(start, this.polledAt))) this.unseen.add(id);
	}

	private async create(where: string): Promise<void> {
		const subject = this.newSubject();
		const minutes = this.someStart();
		const chosen = PEOPLE.filter(() => this.chance(0.7));
		const codes = chosen.length > 0 ? chosen : ['admin'];
		const attendees = codes.map((code) => ({ type: 'USER', code }));
		const { id } = await makeEvent(this.sandbox, { subject, ...timesIn(minutes), attendees });
		this.made.set(id, { isListed: true, excluded: [] });
		this.note(`${where}create ${id} ${subject} in ${minutes} min`, 'create');
		if (this.chance(0.2)) await this.repeat(where, id);
	}

	private newSubject(): string {
		this.count += 1;
		return `E${this.count}`;
	}

	/** Often near the ends of the period, or soon. */
	private someStart(): number {
		const kind = this.any();
		if (kind < 0.25) return this.upTo(3 * HOURS);
		if (kind < 0.5) return this.upTo(DAYS_AHEAD * DAYS);
		if (kind < 0.8) return DAYS_AHEAD * DAYS - 300 + this.upTo(600);
		return kind < 0.9 ? -this.upTo(DAYS) : this.upTo(3 * DAYS_AHEAD * DAYS);
	}

	private async repeat(where: string, id: string): Promise<void> {
		const first = this.upTo(4);
		const day = (days: number) => inMinutes(days * DAYS).dateTime.slice(0, 10);
		const repeatInfo = {
			type: 'EVERY_DAY',
			period: { start: day(first), end: day(first + 1 + this.upTo(8)) },
			time: { start: '10:00', end: '11:00' },
			timeZone: 'Asia/Tokyo',
			...{ isAllDay: false, isStartOnly: false, exclusiveDateTimes: [] },
		};
		// In one step for the trigger: a series is not made of a single event.
		await this.sandbox.control('groupware', { series: [{ event: id, repeatInfo }] });
		this.made.set(id, { repeatInfo, isListed: true, excluded: [] });
		this.note(`${where}  every day from ${day(first)} to ${repeatInfo.period.end}`, 'repeat');
	}

	private async exclude(where: string, id: string, event: Made): Promise<void> {
		const rows = (await this.listed()).filter((row) => row.id === id);
		const row = rows[this.upTo(rows.length)];
		// The service keeps no series without occurrences.
		if (row === undefined || rows.length < 2) return;
		const end = (row.end as { dateTime: string }).dateTime;
		event.excluded.push({ start: row.start.dateTime, end });
		this.excluded.set(`${id} ${row.repeatId}`, startOf(row));
		const wasSeen = this.known.has(id) && this.isWithin(startOf(row), this.polledAt);
		if (wasSeen && this.isWithin(startOf(row))) this.open.add(`${id} ${row.repeatId}`);
		const repeatInfo = { ...event.repeatInfo, exclusiveDateTimes: event.excluded };
		await this.sandbox.control('groupware', { series: [{ event: id, repeatInfo }] });
		this.note(`${where}cancel ${id} at ${row.start.dateTime}`, 'cancel an occurrence');
	}

	/** Time passes for the service and n8n, or the service's clock alone is moved. */
	private async pass(): Promise<void> {
		const minutes = this.oneOf([1, 10, 31, 90, DAYS, 3 * DAYS]);
		const jump = this.chance(0.15);
		await this.sandbox.clock(minutes * 60);
		if (!jump) this.passedMs += minutes * MINUTE;
		const what = jump ? 'clock jump' : 'pass';
		this.note(`${what} ${minutes} min`, what);
	}

	protected override async poll(withChanges = true) {
		const begun = Date.now();
		const items = await super.poll(withChanges);
		this.polledAt = begun;
		for (const id of this.away) if (this.made.get(id)?.isListed) this.away.delete(id);
		this.forgetPassed();
		return items;
	}

	/** Now a reader knows what the service has. */
	protected async catchUp(): Promise<void> {
		for (let empty = 0; empty < 3;) {
			empty = (await this.poll(false)) === null ? empty + 1 : 0;
		}
		const rows = await this.listed();
		const there = new Set(rows.map(({ id }) => id));
		for (const row of rows) {
			const { id, subject } = row;
			if (this.isSoon(row) && !this.soon.has(`${id} ${startOf(row)}`)) {
				throw new Wrong(`${id} ${subject} starts soon, and nothing was put out`);
			}
			if (!this.isWatched(row) || this.unknown.has(id)) continue;
			this.saved.delete(id);
			const known = this.known.get(id);
			if (known?.sign !== signOf(row)) {
				throw new Wrong(`${id} is ${signOf(row)}, known is ${known?.sign}`);
			}
			known.starts.add(startOf(row));
		}
		// Nobody can know what came and went after the older state.
		if (this.run.losesState) return;
		for (const [id, { starts }] of this.known) {
			if (there.has(id) || this.unseen.has(id)) continue;
			if (![...starts].some((start) => this.isWithin(start))) continue;
			throw new Wrong(`${id} is gone, and nothing was put out`);
		}
		for (const one of this.open) {
			if (!this.isWithin(this.excluded.get(one) ?? 0)) continue;
			throw new Wrong(`${one} is canceled, and nothing was put out`);
		}
	}

	protected take(json: IDataObject): void {
		const row = json as Listed;
		const event = String(json.$event);
		const { id } = row;
		if (event === 'startingSoon') {
			const key = `${id} ${startOf(row)}`;
			if (this.soon.has(key) && !this.run.losesState) throw this.twice(json);
			this.soon.add(key);
			return;
		}
		const known = this.known.get(id);
		const exact = !this.run.losesState;
		if (event === 'canceled') {
			if (!known && exact && !this.unknown.has(id) && !this.lately.has(id)) {
				throw new Wrong(`${id} is canceled, but not known`);
			}
			const one = `${id} ${row.repeatId}`;
			const isThere = !this.excluded.has(one) && !this.gone.has(id);
			if (row.repeatId && exact && isThere) throw new Wrong(`${one} is there`);
			const made = this.made.get(id);
			if (made && !made.repeatInfo && exact && !this.away.has(id)) {
				throw new Wrong(`${id} is canceled, but still in the calendars`);
			}
			this.open.delete(one);
			if (row.repeatId) {
				// A series that is deleted while a poll reads it is canceled one occurrence after the other.
				known?.starts.delete(startOf(row));
				return;
			}
			this.known.delete(id);
			if (this.old.has(id)) this.unknown.add(id);
		}
		for (const one of this.open) if (one.startsWith(`${id} `)) this.open.delete(one);
		if (event === 'canceled') return;
		if (event === 'created' && known && exact) throw this.twice(json);
		if (event === 'changed' && exact && !this.unknown.has(id)) {
			const isKnown = known !== undefined || this.left.has(id) || this.lately.has(id);
			if (!isKnown) throw new Wrong(`${id} is changed, but not known`);
			const isSame = known?.sign === signOf(row) && !row.repeatInfo;
			if (isSame && !this.saved.has(id)) throw new Wrong(`${id} is not changed`);
		}
		this.left.delete(id);
		if (event === 'changed' && startOf(row) < Date.now() - DAYS * MINUTE) this.left.add(id);
		// It was given to somebody else and moved out of the period at once.
		if (event === 'changed' && !this.made.get(id)?.isListed) this.unseen.add(id);
		this.unknown.delete(id);
		this.known.delete(id);
		this.learn(row);
	}

	private learn(row: Listed): void {
		const { starts = new Set<number>() } = this.known.get(row.id) ?? {};
		if (row.start) starts.add(startOf(row));
		this.known.set(row.id, { sign: signOf(row), starts, repeats: row.repeatInfo !== undefined });
	}

	private forgetPassed(): void {
		const from = Date.now() - DAYS * MINUTE;
		this.lately = new Set([...this.lately].filter((id) => this.away.has(id)));
		for (const [id, { starts, repeats }] of this.known) {
			if (repeats || [...starts].some((start) => start >= from)) continue;
			this.known.delete(id);
			this.lately.add(id);
			if (this.old.has(id)) this.unknown.add(id);
		}
	}

	private isWatched(row: Listed): boolean {
		return this.isWithin(startOf(row));
	}

	/** Without the seconds around its ends. */
	private isWithin(start: number, now = Date.now()): boolean {
		return (
			start > now - DAYS * MINUTE + MINUTE && start < now + DAYS_AHEAD * DAYS * MINUTE - MINUTE
		);
	}

	private isSoon(row: Listed): boolean {
		const now = Date.now();
		const start = startOf(row);
		return start > now - LATE * MINUTE + MINUTE && start < now + BEFORE * MINUTE - MINUTE;
	}

	/** All occurrences of the watched calendars, as the service has them. */
	private async listed(): Promise<Listed[]> {
		const { body } = await clientOf(this.sandbox).get('/base/users');
		const found = new Map<string, Listed>();
		for (const code of PEOPLE) {
			const target = String(body.users.find((user) => user.code === code)?.id);
			const query = { targetType: 'user', target, orderBy: 'start asc', limit: '1000' };
			const list = await clientOf(this.sandbox).get('/schedule/events', query);
			for (const row of list.body.events as unknown as Listed[]) {
				found.set(`${row.id} ${row.repeatId ?? ''}`, row);
			}
		}
		return [...found.values()];
	}

	private async write(method: 'DELETE' | 'PATCH', id: string, body: object = {}): Promise<void> {
		this.saved.add(id);
		const client = clientOf(this.sandbox);
		const path = `/schedule/events/${id}`;
		const answer = await (method === 'PATCH' ? client.patch(path, body) : client.delete(path));
		if (answer.status !== 200) throw new Wrong(JSON.stringify(answer.body));
	}
}

const REFUSALS = [
	{ status: 401, code: 'FW00007' },
	{ status: 429, code: 'GRN_REST_API_00104', retryAfter: 0 },
];

function timesIn(minutes: number) {
	return { start: inMinutes(minutes), end: inMinutes(minutes + 30) };
}

function startOf(row: Pick<Listed, 'start'>): number {
	return Date.parse(row.start?.dateTime);
}

function signOf({ subject, ...row }: Listed): string {
	const attendees = (row.attendees as Array<{ code: string }> | undefined)?.map(({ code }) => code);
	return JSON.stringify([subject, attendees, !row.repeatId && row.start?.dateTime]);
}
