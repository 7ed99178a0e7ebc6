import { messageRow } from '../../../nodes/Groupware/values/message';
import { fileRow } from '../../../nodes/Groupware/values/files';
import { changedSetting, pairsOf } from '../../../nodes/Groupware/values/proxy';
import { plainRow, rowWithIds } from '../../../nodes/Groupware/values/rows';
import { simplified } from '../../../nodes/Groupware/values/workflow';
import {
	inZone,
	type ServiceEvent,
	simplified as simpleEvent,
} from '../../../nodes/Groupware/values/event';
import { itemWith } from '../../support/item';

it('one person is read from an object and from a list of one', () => {
	const sato = { id: '3', code: 'sato', name: 'Sato' };
	expect(plainRow({ creator: [sato], updater: sato, category: [] }).json).toEqual({
		creator: sato,
		updater: sato,
		category: null,
	});
});

it('IDs that are numbers become text', () => {
	expect(rowWithIds('id', 'category')({ id: 4, category: '0', priority: 2 }).json).toEqual({
		id: '4',
		category: '0',
		priority: 2,
	});
});

describe('a message', () => {
	const message = {
		id: '1',
		title: 'Shift',
		creator: { name: 'Sato' },
		recipients: [
			{ name: 'Ito', isAcknowledged: true },
			{ code: 'mori', isAcknowledged: false },
		],
	};

	it('has one spelling of what the service spells in two ways', () => {
		const raw = itemWith({ simplify: false });
		expect(messageRow({ acknowledgment: true }, raw).json).toEqual({ acknowledgement: true });
		expect(messageRow({ acknowledgement: true }, raw).json).toEqual({ acknowledgement: true });
	});

	it('is simple: names, and who acknowledged it where that was asked for', () => {
		const simple = itemWith({ simplify: true });
		expect(messageRow({ ...message, acknowledgment: true }, simple).json).toMatchObject({
			sender: 'Sato',
			recipients: ['Ito', 'mori'],
			acknowledgedBy: ['Ito'],
		});
		expect(messageRow(message, simple).json).not.toHaveProperty('acknowledgedBy');
	});
});

describe('a workflow request', () => {
	it('has the values of its items by code, whether they come as a map or as a list', () => {
		const days = { name: 'Days', type: 'NUMBER', value: '2' };
		expect(simplified({ items: { days, $2: { value: true } } }).items).toEqual({
			days: '2',
			$2: true,
		});
		expect(simplified({ items: [{ ...days, code: 'days' }] }).items).toEqual({ days: '2' });
	});

	it('says for whom it waits, and leaves out what did not come', () => {
		const steps = { $1: { processors: [{ name: 'Ito' }] } };
		expect(simplified({ id: '1', steps, processingStepCode: '$1' })).toEqual({
			id: '1',
			waitsFor: ['Ito'],
		});
		expect(simplified({ id: '1', steps, processingStepCode: 'toString' })).toEqual({ id: '1' });
	});
});

describe('a file', () => {
	const item = itemWith({ binaryPropertyName: 'data' });

	it('is told without its bytes, which are binary data', () => {
		const body = { id: '1', name: 'a.txt', contentType: 'text/plain', size: '1', content: 'YQ==' };
		expect(fileRow(body, item)).toEqual({
			json: { id: '1', name: 'a.txt', contentType: 'text/plain', size: '1' },
			files: { data: { content: 'YQ==', fileName: 'a.txt', mimeType: 'text/plain' } },
		});
		expect(fileRow({ content: '' }, item).files?.data).toMatchObject({ content: '' });
	});

	it.each([{}, { content: null }, { content: '<html>' }])(
		'is refused without bytes: %j',
		(body) => {
			expect(() => fileRow(body, item)).toThrow("doesn't contain the file");
		},
	);
});

describe('a proxy setting', () => {
	const current = {
		proxyCode: 'a',
		status: 'ACTIVE',
		method: 'GET',
		url: 'https://example.com/',
		headers: [{ key: 'k', value: 'v' }],
		parameters: null,
	};

	it('is sent whole, with what was chosen in place of what it was', () => {
		expect(changedSetting(current, { url: 'https://example.com/2' })).toEqual({
			status: 'ACTIVE',
			method: 'GET',
			url: 'https://example.com/2',
			headers: [{ key: 'k', value: 'v' }],
		});
	});

	it('takes pairs that have a key', () => {
		const rows = [
			{ key: ' a ', value: 1 },
			{ key: '', value: '' },
		];
		expect(pairsOf({ rows })).toEqual([{ key: 'a', value: '1' }]);
		expect(pairsOf({})).toBeUndefined();
		expect(() => pairsOf({ rows: [{ key: '', value: 'x' }] })).toThrow(
			'A list entry has a value, but no key',
		);
	});
});

describe('an event', () => {
	const event = (over: object) =>
		({
			id: '1',
			eventType: 'REGULAR',
			start: { dateTime: '2031-01-15T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
			updatedAt: '2031-01-01T00:00:00Z',
			...over,
		}) as ServiceEvent;

	it('has its times in a zone, but for whole days', () => {
		const moved = inZone(event({}), 'Europe/Berlin');
		expect(moved.start).toEqual({
			dateTime: '2031-01-15T02:00:00+01:00',
			timeZone: 'Europe/Berlin',
		});
		expect(moved.updatedAt).toBe('2031-01-01T01:00:00+01:00');
		for (const days of [{ isAllDay: true }, { eventType: 'ALL_DAY' }]) {
			expect(inZone(event(days), 'UTC').start).toEqual(event({}).start);
		}
		expect(inZone(event({ start: undefined }), 'UTC').start).toBeUndefined();
	});

	it('tells its possible dates while it is tentative', () => {
		const temporaryEventCandidates = [{ start: {} }];
		expect(simpleEvent(event({ temporaryEventCandidates }))).toMatchObject({
			temporaryEventCandidates,
		});
		expect(simpleEvent(event({ temporaryEventCandidates: [] }))).not.toHaveProperty(
			'temporaryEventCandidates',
		);
	});
});
