import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { type ToyServer, toyServer } from '../../support/toy';
import { jsonOf, runGroupware } from './world';

const sandbox = useSandbox();

const FIELDS = [
	'additionalItems',
	'attendees',
	'companyInfo',
	'createdAt',
	'creator',
	'end',
	'eventType',
	'id',
	'isAllDay',
	'isStartOnly',
	'notes',
	'originalStartTimeZone',
	'repeatId',
	'start',
	'subject',
	'temporaryEventCandidates',
	'updatedAt',
	'updater',
	'watchers',
];

const someone = { id: '1', code: 'admin', name: 'Admin' };

/** Regular, repeating, tentative, all-day and masked rows. */
const EVENTS: IDataObject[] = Array.from({ length: 24 }, (_, index): IDataObject => {
	const day = `2031-01-${String(index + 1).padStart(2, '0')}`;
	const kind = ['REGULAR', 'REPEATING', 'TEMPORARY', 'ALL_DAY', 'MASKED', 'REPEATING'][index % 6];
	const time = (hour: string) => ({ dateTime: `${day}T${hour}:00+09:00`, timeZone: 'Asia/Tokyo' });
	const id = { REPEATING: '100', TEMPORARY: '200', MASKED: '0' }[String(kind)] ?? String(index);
	if (kind === 'MASKED')
		return { id, eventType: 'REGULAR', subject: 'Private', start: time('10:00') };
	return {
		id,
		eventType: String(kind),
		subject: `Event ${index}`,
		notes: 'Notes',
		start: time(kind === 'ALL_DAY' ? '00:00' : '10:00'),
		end: time(kind === 'ALL_DAY' ? '00:00' : '11:00'),
		isAllDay: false,
		isStartOnly: false,
		originalStartTimeZone: 'Asia/Tokyo',
		attendees: [{ ...someone, type: 'USER' }],
		watchers: [],
		companyInfo: { name: 'ACME' },
		additionalItems: { item: { value: '' } },
		creator: someone,
		updater: someone,
		createdAt: '2030-01-01T00:00:00Z',
		updatedAt: '2030-01-01T00:00:00Z',
		...(kind === 'REPEATING' && { repeatId: `${day}-1000` }),
		...(kind === 'TEMPORARY' && { temporaryEventCandidates: [{ start: time('10:00') }] }),
	};
});

let server: ToyServer;
/** Rows of a page; the service may give fewer than the limit although there are more. */
let pageSize = EVENTS.length;

const pageCount = () => Math.ceil(EVENTS.length / pageSize);
const pageAt = (offset: number) =>
	EVENTS.slice((offset / 1000) * pageSize, (offset / 1000 + 1) * pageSize);

beforeAll(async () => {
	server = await toyServer(({ url }) => {
		const query = new URLSearchParams(url.split('?')[1]);
		const fields = query.get('fields')?.split(',');
		const offset = Number(query.get('offset'));
		const rows = pageAt(offset).map((event) =>
			Object.fromEntries(Object.entries(event).filter(([key]) => fields?.includes(key) ?? true)),
		);
		return { json: { events: rows, hasNext: offset + 1000 < pageCount() * 1000 } };
	});
});

afterAll(async () => await server.close());

async function getMany(options: IDataObject, more: IDataObject = {}): Promise<IDataObject[]> {
	const outcome = await runGroupware(sandbox, {
		resource: 'event',
		operation: 'getAll',
		parameters: { returnAll: true, simplify: false, options, from: '', to: '', ...more },
		account: { baseUrl: server.url },
	});
	return jsonOf(outcome);
}

/** A tentative event is one row, which has all its dates where times were chosen. */
const DATES = 'temporaryEventCandidates';
const picked = (rows: IDataObject[], fields: string[]) =>
	rows.map((row) => {
		const hasTimes = fields.includes('start') || fields.includes('end');
		const wanted = hasTimes ? [...fields, DATES] : fields;
		return Object.fromEntries(Object.entries(row).filter(([key]) => wanted.includes(key)));
	});

const subset = fc.subarray(FIELDS, { minLength: 1 });

it('any chosen fields and pages give the rows of reading everything, in any zone', async () => {
	const zones = fc.constantFrom('', 'America/New_York');
	await fc.assert(
		fc.asyncProperty(subset, zones, fc.integer({ min: 1, max: 24 }), async (fields, zone, size) => {
			pageSize = EVENTS.length;
			const everything = await getMany({ outputTimeZone: zone });
			// The four rows of the tentative event are one.
			expect(everything).toHaveLength(21);
			pageSize = size;
			const chosen = await getMany({ outputTimeZone: zone, fields });
			expect(chosen).toEqual(picked(everything, fields));
		}),
		{ numRuns: 25, seed: 21 },
	);
});
