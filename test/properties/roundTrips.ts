import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { jsonOf } from '../support/workflow';
import { isKnown, joinedAgain } from './behaviors';
import { type Subject, operations } from './bench';
import { pick, type Property, SKIP, told, writes } from './property';
import { changes } from './state';

interface Written {
	parameters: IDataObject;
	input?: INodeExecutionData[];
	/** Whether not even a revision may move. */
	still?: boolean;
}

interface Trip {
	/** The operation that reads the thing. */
	from: string;
	/** What to read, from the parameters of a write. */
	read?: (values: IDataObject) => IDataObject;
	/** What to write of what was read. */
	write: (read: IDataObject, values: IDataObject) => Written[] | undefined;
}

const ofTest = ({ app }: IDataObject) => ({ app, environment: 'preview', simplify: false });

/** A setting that is read as JSON and written as JSON. */
const setting = (from: string, names: Record<string, string>, more: IDataObject = {}): Trip => ({
	from,
	read: ofTest,
	write: (read, { app }) => {
		const parts = Object.entries(names).filter(([, key]) => read[key] !== null);
		// Nothing was ever set.
		if (parts.length === 0) return undefined;
		const texts = parts.map(([parameter, key]) => [parameter, JSON.stringify(read[key])]);
		return [{ parameters: { app, ...more, ...(Object.fromEntries(texts) as IDataObject) } }];
	},
});

const preview = { environment: 'preview' };

const recordTrip: Trip = {
	from: 'record.get',
	read: ({ app, fields }) => {
		const id = ((fields as IDataObject).value as IDataObject | null)?.$id;
		return id === undefined ? {} : { app, recordId: { mode: 'id', value: id } };
	},
	write: (read, { app }) => {
		const fields = {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: ['$id'],
			schema: [],
		};
		const input = [{ json: read }];
		return [
			{ parameters: { app, fields }, input },
			{ parameters: { app, fields, options: { onlyChanges: true } }, input, still: true },
		];
	},
};

const names = (read: IDataObject, ...keys: string[]): IDataObject =>
	Object.fromEntries(
		keys.filter((key) => read[key] != null).map((key) => [key, read[key]]),
	) as IDataObject;

const TRIPS: Record<string, Trip> = {
	'record.update': recordTrip,
	'record.updateOne': recordTrip,
	'record.upsert': {
		...recordTrip,
		write: (read, { app, fields }) => {
			const { matchingColumns } = fields as IDataObject;
			const mapper = { mappingMode: 'autoMapInputData', value: null, matchingColumns, schema: [] };
			const input = [{ json: read }];
			return [
				{ parameters: { app, fields: mapper }, input },
				{ parameters: { app, fields: mapper, options: { onlyChanges: true } }, input, still: true },
			];
		},
	},
	'view.update': setting('view.getAll', { views: 'views' }),
	'report.update': setting('report.getAll', { reports: 'reports' }),
	'action.update': setting('action.getAll', { actions: 'actions' }),
	'category.update': setting('category.getAll', { categories: 'categories' }),
	'process.update': setting('process.get', { states: 'states', actions: 'actions' }),
	'permission.updateApp': setting('permission.getApp', { rights: 'rights' }, preview),
	'permission.updateRecord': setting('permission.getRecord', { rights: 'rights' }, preview),
	'permission.updateField': setting('permission.getField', { rights: 'rights' }, preview),
	'notificationSettings.updateGeneral': setting('notificationSettings.getGeneral', {
		notifications: 'notifications',
	}),
	'notificationSettings.updatePerRecord': setting('notificationSettings.getPerRecord', {
		notifications: 'notifications',
	}),
	'notificationSettings.updateReminders': setting('notificationSettings.getReminders', {
		notifications: 'notifications',
	}),
	'form.updateLayout': setting('form.getLayout', { layout: 'layout' }),
	'form.updateFields': {
		from: 'form.getFields',
		read: ofTest,
		write: ({ properties }, { app }) => {
			const own = Object.entries(properties as Record<string, { type: string }>).filter(
				([, { type }]) =>
					/TEXT|NUMBER|DATE|TIME$|DROP_DOWN|CHECK_BOX|RADIO|MULTI|USER_SELECT|FILE|LINK/.test(
						type,
					) && !/CREATED|UPDATED/.test(type),
			);
			const fieldsJson = JSON.stringify(Object.fromEntries(own));
			return [{ parameters: { app, specifyFields: 'json', fieldsJson } }];
		},
	},
	'app.updateAdminNotes': {
		from: 'app.getAdminNotes',
		read: ofTest,
		write: (read, { app }) => [
			{ parameters: { app, settings: names(read, 'content', 'includeInTemplateAndDuplicates') } },
		],
	},
	'appSettings.update': {
		from: 'appSettings.get',
		read: ofTest,
		write: (read, { app }) => [
			{
				parameters: {
					app,
					settings: {
						...names(
							read,
							'name',
							'description',
							'theme',
							'enableThumbnails',
							'enableComments',
							'firstMonthOfFiscalYear',
						),
						...names(
							(read.numberPrecision ?? {}) as IDataObject,
							'digits',
							'decimalPlaces',
							'roundingMode',
						),
					},
				},
			},
		],
	},
	'event.update': {
		from: 'event.get',
		read: ({ eventId }) => ({ eventId, simplify: false }),
		write: (read, { eventId, wholeSeries }) => {
			const time = (key: string) => (read[key] as IDataObject | undefined)?.dateTime;
			const people = (read.attendees as Array<{ type: string; code: string }>).filter(
				({ type }) => type === 'USER',
			);
			const text = names(
				read,
				'subject',
				'eventMenu',
				'notes',
				'visibilityType',
				'useAttendanceCheck',
				'companyInfo',
			);
			const times = ['start', 'end'].filter(time);
			return [
				text,
				// A series that is read has no times of its own.
				...times.map((key) => ({ [key]: time(key) }) as IDataObject),
				{
					attendees: { rows: [{ kind: 'codes', codes: people.map(({ code }) => code).join() }] },
					attendeesUpdateMode: 'add',
				},
			].map((updateFields) => ({ parameters: { eventId, wholeSeries, updateFields } }));
		},
	},
	'eventCustomItem.update': {
		from: 'eventCustomItem.get',
		write: (read, { eventId, itemName }) => [
			{ parameters: { eventId, itemName, value: JSON.stringify(read.value ?? read) } },
		],
	},
	'presence.update': {
		from: 'presence.get',
		write: (read, { userId }) => [
			{ parameters: { userId, updateFields: names(read, 'notes') } },
			{
				parameters: {
					userId,
					status: 'other',
					statusCode: (read.status as IDataObject).code ?? '',
				},
			},
		],
	},
	'proxySetting.update': {
		from: 'proxySetting.get',
		write: (read, { proxyCode }) => [
			{
				parameters: {
					proxyCode,
					updateFields: {
						...names(read, 'url', 'method', 'status'),
						...Object.fromEntries(
							['headers', 'parameters', 'body'].map((list) => [list, { rows: read[list] ?? [] }]),
						),
					},
				},
			},
		],
	},
	'space.updateBody': {
		from: 'space.get',
		write: (read, { spaceId }) => [{ parameters: { spaceId, body: read.body } }],
	},
	'space.updateSettings': {
		from: 'space.get',
		write: (read, { spaceId }) => [
			{ parameters: { spaceId, settings: names(read, 'name', 'isPrivate', 'fixedMember') } },
		],
	},
};

interface TripCase {
	way: number;
	variant: number;
	write: number;
}

export const roundTrips: Property<TripCase> = {
	name: 'round trips',
	says: 'writing what was read changes nothing, and with Only Changes not even the revision',
	exempt: (subject) => {
		if (!writes(subject)) return 'it changes nothing';
		return TRIPS[subject.key] ? undefined : 'nothing reads what it writes';
	},
	cases: fc.record({ way: fc.nat(7), variant: fc.nat(5), write: fc.nat(5) }),
	check: async (bench, subject, { way, variant, write }) => {
		const trip = TRIPS[subject.key];
		const [example] = await bench.prepare(subject, way);
		const values = pick([example?.minimal ?? {}, ...(example?.full ?? [])], variant) ?? {};
		const reader = operations.find(({ key }) => key === trip?.from);
		if (trip === undefined || reader === undefined) return SKIP;
		const from = (
			trip.read ??
			(({ options: _o, updateFields: _u, value: _v, settings: _s, body: _b, ...rest }) => rest)
		)(values);
		if (Object.keys(from).length === 0) return SKIP;
		const [read] = jsonOf((await bench.run(reader as Subject, from)).outcome);
		const chosen = pick((read && trip.write(read, values)) ?? [], write);
		if (chosen === undefined) return SKIP;
		const { parameters, input, still } = chosen;
		const written = await bench.run(subject, parameters, input && { input });
		const what = `${JSON.stringify(parameters).slice(0, 300)}:`;
		if (written.outcome.error && isKnown(bench.behavior, written.outcome.error)) return SKIP;
		if (written.outcome.error)
			return `${what} what was read is refused: ${written.outcome.error.message}`;
		const other = changes(bench.before, joinedAgain(bench.before, written.state), still);
		if (other.length === 0) return undefined;
		// What was never set is kept in full once it is written.
		const again = await bench.run(reader as Subject, from, { goOn: true });
		const { revision: _revision, ...after } = jsonOf(again.outcome)[0] ?? {};
		const { revision: _before, ...before } = read ?? {};
		if (!still && JSON.stringify(after) === JSON.stringify(before)) return undefined;
		return `${what} ${told(other)}`;
	},
};
