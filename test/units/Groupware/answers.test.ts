import type { IDataObject } from 'n8n-workflow';

import { fileRow } from '../../../nodes/Groupware/values/files';
import { messageRow } from '../../../nodes/Groupware/values/message';
import { pages } from '../../../nodes/Groupware/values/pages';
import { changedSetting, pairsOf, settingRow } from '../../../nodes/Groupware/values/proxy';
import { nameOf, namesOf, plainRow, rowWithIds } from '../../../nodes/Groupware/values/rows';
import { flatSlot, minutesOf, searchBody, slotWords } from '../../../nodes/Groupware/values/slots';
import { requestRow } from '../../../nodes/Groupware/values/workflow';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import type { InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

function refusal(of: () => unknown): InputError {
	try {
		of();
	} catch (problem) {
		return problem as InputError;
	}
	throw new Error('Was not refused');
}

describe('pages', () => {
	const spec: RequestSpec = { method: 'GET', path: '/x', query: { kind: 'a' }, repeatable: true };
	/** The requests that a list takes, where the service answers with these pages. */
	function asked(answers: Array<{ rows: number; hasNext?: unknown }>, limit?: number) {
		const { first, rows, next } = pages(
			limit === undefined ? spec : { ...spec, query: { ...spec.query, limit } },
			'list',
		);
		const requests = [first];
		let id = 0;
		for (const [at, { rows: count, hasNext }] of answers.entries()) {
			// A full page is followed by one that begins with its last row.
			const overlap = at > 0 && answers[at - 1]?.rows === (limit ?? 1000) ? 1 : 0;
			id -= overlap;
			const list = Array.from({ length: count }, () => ({ id: (id += 1) }));
			expect(rows({ list, hasNext })).toEqual(list.slice(overlap));
			const body = { hasNext };
			const following = next({ request: requests[at] as RequestSpec, body, rows: count } as never);
			if (following === undefined) break;
			requests.push(following);
		}
		return requests.map(({ query }) => query);
	}
	const query = (offset: number, limit = 1000) => ({ kind: 'a', limit, offset });

	it('go on as long as the service says so, by what was asked and not by what came', () => {
		expect(
			asked([
				{ rows: 1000, hasNext: true },
				{ rows: 997, hasNext: true },
				{ rows: 3, hasNext: false },
			]),
		).toEqual([query(0), query(999), query(1999)]);
		expect(asked([{ rows: 1000, hasNext: false }])).toEqual([query(0)]);
	});

	it('go on while they are full where the service says nothing', () => {
		expect(asked([{ rows: 5 }, { rows: 4 }], 5)).toEqual([query(0, 5), query(4, 5)]);
		expect(asked([{ rows: 5, hasNext: 'no' }, { rows: 1 }], 5)).toHaveLength(2);
	});

	it('end where the service takes no further offset', () => {
		const limit = 2 ** 30;
		const { rows, next } = pages({ ...spec, query: { limit } }, 'list');
		const following = () => {
			rows({ list: [] });
			return next({ body: { hasNext: true } } as never)?.query?.offset;
		};
		expect(following()).toBe(limit);
		expect(following()).toBeUndefined();
	});

	it('without a list may be asked for again: reading changes nothing', () => {
		const { rows } = pages(spec, 'list');
		expect(refusal(() => rows({ other: [] })).outcomeUnknown).toBe(false);
	});
});

describe('a search for free time', () => {
	const from = Date.parse('2026-11-20T00:00:00Z');
	const search = {
		attendees: [{ type: 'USER' as const, id: '3' }],
		facilities: [{ id: '1' }],
		anyFacility: false,
		minutes: 60,
		range: { from, to: from + 3_600_000 },
		zone: 'UTC',
	};

	it('takes a time that is just as long as the slot', () => {
		expect(searchBody(search, from)).toEqual({
			timeRanges: [{ start: '2026-11-20T00:00:00+00:00', end: '2026-11-20T01:00:00+00:00' }],
			timeInterval: 60,
			attendees: [{ type: 'USER', id: '3' }],
			facilities: [{ id: '1' }],
			facilitySearchCondition: 'AND',
		});
	});

	it('names only people, or only facilities, where there are no others', () => {
		const people = searchBody({ ...search, facilities: [] }, from);
		expect(Object.keys(people ?? {})).toEqual(['timeRanges', 'timeInterval', 'attendees']);
		expect(searchBody({ ...search, attendees: [] }, from)).not.toHaveProperty('attendees');
	});

	it('says what to do where it cannot find anything', () => {
		expect(
			refusal(() => searchBody({ ...search, attendees: [], facilities: [] }, from)).advice,
		).toMatch(/"Attendees"/);
		const late = refusal(() => searchBody(search, from + 3_600_000));
		expect(late.message).not.toContain('working hours');
		expect(late.advice).toMatch(/"From"/);
		expect(refusal(() => searchBody(search, from + 9_000_000)).advice).toMatch(/"From"/);
	});

	it.each([
		[1, 1],
		[1439, 1439],
		['60', 60],
		[' 90 ', 90],
	])('is for %p minutes', (given, minutes) => expect(minutesOf(given)).toBe(minutes));

	it.each([0, -5, 1440, 2.5, '', ' ', 'an hour', null, undefined, true, NaN])(
		'is not for %p minutes',
		(given) => expect(refusal(() => minutesOf(given)).advice).toMatch(/1 to 1439/),
	);

	it('finds slots that read without nesting', () => {
		const time = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
		const slot = { start: time('2026-11-20T00:00:00Z'), end: time('2026-11-20T01:00:00Z') };
		const facility = { id: '1', code: 'room-a', name: 'Room A' };
		const flat = { start: slot.start.dateTime, end: slot.end.dateTime, timeZone: 'UTC' };
		expect(flatSlot(slot)).toEqual(flat);
		expect(flatSlot({ ...slot, facility })).toEqual({
			...flat,
			facilityId: '1',
			facilityCode: 'room-a',
			facility: 'Room A',
		});
		expect(slotWords(slot)).toBe('2026-11-20T00:00:00Z');
		expect(slotWords({ ...slot, facility })).toBe('2026-11-20T00:00:00Z (Room A)');
	});
});

describe('an answer as a row', () => {
	it('has one object where the service gives a list of one', () => {
		const body = { creator: [{ name: 'Sato' }], updater: [], category: { id: '1' }, tags: [1] };
		expect(plainRow(body)).toEqual({
			json: { creator: { name: 'Sato' }, updater: null, category: { id: '1' }, tags: [1] },
		});
		expect(plainRow({ updater: [{ id: 2 }] })).toEqual({ json: { updater: { id: 2 } } });
		expect(plainRow(undefined)).toEqual({ json: {} });
	});

	it('has IDs as text, and leaves all else as it came', () => {
		const row = rowWithIds('id', 'groupId', 'missing');
		const body = { id: 7, groupId: 'x', order: 7, parent: null };
		expect(row(body)).toEqual({ json: { id: '7', groupId: 'x', order: 7, parent: null } });
		expect(rowWithIds('parent')(body).json.parent).toBeNull();
		expect(body.id).toBe(7);
	});

	it('calls people by their names, else by what is known of them', () => {
		const people = [
			{ name: 'Sato', code: 's', id: '1' },
			{ code: 'ito', id: '2' },
			{ id: '3' },
			{},
		];
		expect(namesOf(people)).toEqual(['Sato', 'ito', '3', '']);
		expect(namesOf(undefined)).toEqual([]);
		expect(nameOf(null)).toBe('');
	});
});

describe('a file in an answer', () => {
	const file = { name: 'a.txt', contentType: 'text/plain', size: '5', content: 'aGVsbG8=' };
	const row = (body: unknown, values: IDataObject = {}) => fileRow(body, itemWith(values));

	it('is binary data under the chosen names, and the rest is JSON', () => {
		expect(row(file)).toEqual({
			json: { name: 'a.txt', contentType: 'text/plain', size: '5' },
			files: { data: { content: 'aGVsbG8=', fileName: 'a.txt', mimeType: 'text/plain' } },
		});
		expect(
			row(file, { binaryPropertyName: ' plan ', options: { fileName: ' b.txt ' } }).files,
		).toEqual({ plan: { content: 'aGVsbG8=', fileName: 'b.txt', mimeType: 'text/plain' } });
	});

	it('has a name and a type also where the service gives none', () => {
		for (const options of [{}, { fileName: '' }, { fileName: null }]) {
			expect(row({ content: '' }, { options }).files?.data).toEqual({
				content: '',
				fileName: 'file',
				mimeType: 'application/octet-stream',
			});
		}
	});

	it.each([undefined, null, {}, { content: 7 }, { content: '<p>no</p>' }, { content: 'aGVs=bG8' }])(
		'is not in %j',
		(body) => expect(refusal(() => row(body)).advice).toMatch(/file/),
	);

	it.each(['4', 6])('is refused where %p bytes were sent', (size) =>
		expect(refusal(() => row({ ...file, size })).message).toBe(
			`The file is incomplete: 5 of ${size} bytes arrived`,
		),
	);

	it('is refused without a place for it', () => {
		expect(refusal(() => row(file, { binaryPropertyName: ' ' })).message).toContain(
			'"Put Output File in Field"',
		);
	});
});

describe('a message', () => {
	const message = {
		id: '1',
		title: 'Plan',
		creator: [{ name: 'Sato' }],
		recipients: [
			{ name: 'Ito', isAcknowledged: true },
			{ name: 'Mori', isAcknowledged: false },
		],
		createdAt: '2026-01-01T00:00:00Z',
	};
	const row = (more: IDataObject, simplify = false) =>
		messageRow({ ...message, ...more }, itemWith({ simplify })).json;

	it('has one spelling of its key, whichever the service uses', () => {
		expect(row({ acknowledgment: true })).toEqual({
			...message,
			creator: { name: 'Sato' },
			acknowledgement: true,
		});
		expect(row({ acknowledgement: false, acknowledgment: true })).toMatchObject({
			acknowledgement: false,
		});
		expect(row({})).not.toHaveProperty('acknowledgement');
		expect(messageRow(message, itemWith({})).json).toHaveProperty('recipients', message.recipients);
	});

	it('is simplified to what most workflows need', () => {
		const simple = {
			id: '1',
			title: 'Plan',
			body: '',
			sender: 'Sato',
			recipients: ['Ito', 'Mori'],
			isDraft: false,
			createdAt: '2026-01-01T00:00:00Z',
		};
		expect(row({}, true)).toEqual(simple);
		expect(row({ body: 'Hi', isDraft: true, updatedAt: 'u', acknowledgement: true }, true)).toEqual(
			{
				...simple,
				body: 'Hi',
				isDraft: true,
				updatedAt: 'u',
				acknowledgedBy: ['Ito'],
			},
		);
		expect(Object.keys(row({}, true))).not.toContain('updatedAt');
		expect(row({ recipients: undefined }, true)).toMatchObject({ recipients: [] });
	});
});

describe('a workflow request', () => {
	const request = {
		id: '1',
		number: 'R-1',
		name: 'Trip',
		status: { type: 'IN_PROGRESS' },
		isUrgent: true,
		createdAt: '2026-01-01T00:00:00Z',
		applicant: { name: 'Sato' },
		form: { name: 'Travel' },
		items: { to: { value: 'Osaka', type: 'TEXT' }, cost: { value: '7' } },
		steps: {
			s1: { processors: [{ name: 'Ito' }] },
			s2: {
				processors: [
					{ name: 'Sato', operatedAt: '2026-01-02T00:00:00Z' },
					{ name: 'Kato', date: '2026-01-02T00:00:00Z' },
					{ name: 'Mori', operatedAt: null },
				],
			},
		},
		processingStepCode: 's2',
	};
	const simple = (body: IDataObject) => requestRow(body, itemWith({ simplify: true })).json;

	it('comes as it is, or simplified to what most workflows need', () => {
		expect(requestRow(request, itemWith({})).json).toEqual(request);
		expect(simple(request)).toEqual({
			id: '1',
			number: 'R-1',
			name: 'Trip',
			status: 'IN_PROGRESS',
			isUrgent: true,
			createdAt: '2026-01-01T00:00:00Z',
			applicant: 'Sato',
			form: 'Travel',
			items: { to: 'Osaka', cost: '7' },
			waitsFor: ['Mori'],
		});
	});

	it('has no keys that the service did not give', () => {
		expect(Object.keys(simple({ id: '1' }))).toEqual(['id']);
		expect(simple({ status: null, items: null })).toEqual({ status: null, items: {} });
	});

	it('waits for nobody where no step is under way', () => {
		for (const more of [
			{ processingStepCode: null },
			{ processingStepCode: 's3' },
			{ processingStepCode: 'toString' },
			{ steps: null },
			{ steps: 's2' },
		]) {
			expect(simple({ ...request, ...more })).not.toHaveProperty('waitsFor');
		}
	});

	it('names items of a list by their codes, else by their places', () => {
		const items = [{ code: 'to', value: 'Osaka' }, { value: '7' }];
		expect(simple({ items })).toEqual({ items: { to: 'Osaka', $2: '7' } });
	});
});

describe('a proxy setting', () => {
	const rows = (...list: IDataObject[]) => pairsOf({ rows: list });

	it('has its pairs as text, without empty rows', () => {
		expect(
			rows({ key: ' a ', value: 7 }, { key: '', value: '' }, { key: 'b', value: '' }, {}),
		).toEqual([
			{ key: 'a', value: '7' },
			{ key: 'b', value: '' },
		]);
		for (const lacking of [{ key: 'b' }, { key: 'b', value: null }]) {
			expect(() => rows(lacking)).toThrow('The value of "b" is missing');
		}
		for (const none of [undefined, null, {}, { rows: [] }, { rows: 'x' }, { rows: [{}] }]) {
			expect(pairsOf(none)).toBeUndefined();
		}
	});

	it('is refused with a key that is an object', () => {
		expect(() => rows({ key: { odd: 'words' }, value: '1' })).toThrow(
			'"Key" is an object, not text',
		);
	});

	it('is refused with a value that has no key, and without telling the value', () => {
		const { message, advice } = refusal(() => rows({ key: ' ', value: 'secret' }));
		expect(`${message} ${advice}`).not.toContain('secret');
		expect(advice).toMatch(/key/);
	});

	it('is changed as a whole, without what names it and what is not there', () => {
		const headers = [{ key: 'a', value: '1' }];
		const current = {
			proxyCode: 'p',
			id: '7',
			status: 'ACTIVE',
			method: 'GET',
			url: 'https://x',
			headers,
			body: null,
		};
		expect(changedSetting(current, { method: 'POST' })).toEqual({
			status: 'ACTIVE',
			method: 'POST',
			url: 'https://x',
			headers,
		});
		expect(Object.keys(changedSetting({ url: 'https://x', body: undefined }, {}))).toEqual(['url']);
	});

	it('shows its keys, and on request not their values', () => {
		const body = { url: 'https://x', headers: [{ key: 'a', value: 'secret' }], parameters: null };
		const hidden = settingRow(body, itemWith({ options: { hideValues: true } }));
		expect(hidden).toEqual({
			json: { url: 'https://x', headers: [{ key: 'a' }], parameters: null },
		});
		// Nobody who says nothing wants them in the output.
		expect(settingRow(body, itemWith({}))).toEqual(hidden);
		const shown = settingRow(body, itemWith({ options: { hideValues: false } }));
		expect(shown).toEqual({ json: body });
	});
});
