import {
	addMinutes,
	isAfter,
	newWatermark,
	Passing,
	type Place,
	SETTLES_MINUTES,
	type Watermark,
} from '../../../../nodes/RecordPlatform/trigger/watermark';
import { numbers } from '../../../support/model';

const BEGIN = '2026-02-28T09:00:00Z';
const OLD = '2020-01-01T00:00:00Z';
const PAGE = 5;

/** The records of an app in memory, and a clock. */
class App {
	readonly records = new Map<number, Place>();
	minute = 0;
	private highest = 0;

	get now(): string {
		return addMinutes(BEGIN, this.minute);
	}

	create(time = this.now): void {
		this.highest += 1;
		this.records.set(this.highest, { id: this.highest, time, revision: '1' });
	}

	update(id: number): void {
		const revision = String(Number(this.records.get(id)?.revision) + 1);
		this.records.set(id, { id, time: this.now, revision });
	}

	/** Records after a place, in the order of their changes. */
	after(mark: Pick<Place, 'id' | 'time'>): Place[] {
		const found = [...this.records.values()].filter((one) => isAfter(one, mark));
		return found.sort((one, other) => (isAfter(one, other) ? 1 : -1)).slice(0, PAGE);
	}

	/** New records with an old time, in the order of their IDs. */
	old({ oldest, time }: Watermark, above: number): Place[] {
		const found = [...this.records.values()].filter(
			(one) => one.id > Math.max(oldest, above) && one.time < time,
		);
		return found.sort((one, other) => one.id - other.id).slice(0, PAGE);
	}
}

/** One poll, with changes between its pages. It passes a limited number of records. */
function poll(app: App, from: Watermark, room: number, between: () => void) {
	const passing = new Passing(from, addMinutes(app.now, -SETTLES_MINUTES));
	const out: Array<Place & { isNew: boolean }> = [];
	const take = (place: Place): boolean => {
		if (passing.isDone(place)) return true;
		if (out.length >= room || passing.isFull(place)) return false;
		out.push({ ...place, isNew: passing.isNew(place) });
		passing.pass(place);
		return true;
	};
	const read = (page: () => Place[]) => {
		between();
		return page();
	};
	for (let last = from.oldest; ;) {
		const records = read(() => app.old(from, last));
		for (const one of records) {
			if (!take(one)) return { out, mark: passing.watermark({ complete: false, old: last }) };
			last = one.id;
		}
		if (records.length < PAGE) break;
	}
	for (let at: Pick<Place, 'id' | 'time'> = from; ;) {
		const records = read(() => app.after(at));
		for (const one of records) {
			if (!take(one)) return { out, mark: passing.watermark({ complete: false }) };
			at = one;
		}
		if (records.length < PAGE) return { out, mark: passing.watermark({ complete: true }) };
	}
}

it.each([1, 2, 3, 4, 7, 26])(
	'puts every change out exactly once over 120 polls: seed %d',
	(seed) => {
		const random = numbers(seed);
		const upTo = (count: number) => Math.floor(random() * count);
		const app = new App();
		const told = new Map<number, number>();
		const change = () => {
			const kind = random();
			const ids = [...app.records.keys()].slice(-30);
			if (kind < 0.35 || ids.length === 0) app.create();
			else if (kind < 0.45) for (let more = upTo(6); more >= 0; more--) app.create(OLD);
			else if (kind < 0.9) app.update(ids[upTo(ids.length)] as number);
			else app.minute += 1 + upTo(4);
		};
		const take = (out: Array<Place & { isNew: boolean }>) => {
			for (const { id, revision, isNew } of out) {
				const before = told.get(id) ?? 0;
				if (Number(revision) <= before) throw new Error(`${id}:${revision} came twice`);
				if (isNew !== (before === 0)) throw new Error(`${id}:${revision} is new: ${isNew}`);
				told.set(id, Number(revision));
			}
		};
		let mark = newWatermark(BEGIN, 0);
		for (let step = 0; step < 120; step++) {
			for (let count = upTo(4); count > 0; count--) change();
			const between = () => {
				for (let count = upTo(3); count > 0; count--) change();
			};
			const poll_ = poll(app, mark, random() < 0.5 ? 1 + upTo(8) : 1000, between);
			take(poll_.out);
			mark = poll_.mark;
			if (step % 30 === 29) {
				for (let polls = 0; polls < 200; polls++) {
					const rest = poll(app, mark, 1000, () => undefined);
					take(rest.out);
					mark = rest.mark;
					if (rest.out.length === 0) break;
				}
				for (const { id, revision } of app.records.values()) {
					if (told.get(id) !== Number(revision)) throw new Error(`${id}:${revision} is missing`);
				}
				expect(mark.seen.length).toBeLessThan(400);
			}
		}
		expect(told.size).toBe(app.records.size);
	},
);
