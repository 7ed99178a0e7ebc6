import {
	anything,
	boolean,
	choice,
	list,
	map,
	object,
	optional,
	or,
	type Read,
	text,
	unlessBlank,
} from '../../input/readers';
import type { Context } from '../context';
import { findField, type FieldType } from '../form';
import { type Body, inputErrors } from '../input';
import { readCondition } from './conditions';
import { fieldNotFound } from './entities';
import { ITEM, type Item, itemsOf } from './items';
import { partOf, type Report } from './parts';
import { readPeriod } from './report-periods';
import type { OpenApp } from './store';

const WITH_MODE = ['BAR', 'COLUMN', 'AREA', 'SPLINE_AREA'] as const;
const DAYS = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY'];
const TIMES = ['HOUR', 'MINUTE'];

const AGGREGATION = object({
	type: choice(['COUNT', 'SUM', 'AVERAGE', 'MAX', 'MIN']),
	code: optional(text(1)),
});
const GROUP = object({ code: text(1), per: anything });
const SORT = object({
	by: choice(['TOTAL', 'GROUP1', 'GROUP2', 'GROUP3']),
	order: choice(['ASC', 'DESC']),
});
const REPORT = object({
	...ITEM,
	chartType: choice(['PIE', 'LINE', 'SPLINE', 'TABLE', 'PIVOT_TABLE', ...WITH_MODE]),
	chartMode: unlessBlank(choice(['NORMAL', 'STACKED', 'PERCENTAGE'])),
	filterCond: optional(text(0)),
	aggregations: optional(list(AGGREGATION, 0, 10)),
	groups: optional(list(GROUP, 0, 3)),
	sorts: optional(list(SORT, 0, 3)),
	periodicReport: optional(object({ active: or(boolean, true), period: anything })),
});
type Sent = Read<typeof REPORT>;

/** Reads all charts of an app: those not sent are gone (docs/api: reports.update). */
export async function readReports(
	context: Context,
	app: OpenApp,
	sent: Body<'reports.update'>,
): Promise<Record<string, Report>> {
	const before = partOf(app.design.parts, 'reports');
	const given = map(REPORT)(sent.reports, 'reports', inputErrors);
	const items = await itemsOf(context, ['reports', given], before, {
		name: 64,
		uniqueIndex: true,
	});
	const reports: [string, Report][] = [];
	for (const item of items) reports.push([item.name, await readReport(context, app, item)]);
	return Object.fromEntries(reports);
}

async function readReport(
	context: Context,
	app: OpenApp,
	{ sent, path, id, index, name, before }: Item<Sent, Report>,
): Promise<Report> {
	const { chartType, filterCond, aggregations, groups, sorts, periodicReport } = sent;
	if (chartType === 'PIVOT_TABLE' && (aggregations?.length ?? 0) > 1) {
		throw inputErrors.tooMany(`${path}.aggregations`, 1);
	}
	const report: Report = {
		id,
		index,
		name,
		chartType,
		filterCond:
			filterCond === undefined
				? (before?.filterCond ?? '')
				: await readCondition(context, app, filterCond, `${path}.filterCond`),
		aggregations: aggregations?.map((one, at) =>
			aggregationOf(app, one, `${path}.aggregations[${at}]`),
		) ??
			before?.aggregations ?? [{ type: 'COUNT' }],
		groups:
			groups?.map((one, at) => groupOf(app, one, `${path}.groups[${at}]`)) ?? before?.groups ?? [],
		sorts: sorts ?? before?.sorts ?? [],
		periodicReport: periodicReport
			? {
					active: periodicReport.active,
					period: readPeriod(periodicReport.period, `${path}.periodicReport.period`),
				}
			: (before?.periodicReport ?? null),
	};
	if (chartType === 'PIVOT_TABLE' && report.groups.length === 0) {
		throw inputErrors.missing(`${path}.groups`);
	}
	if (WITH_MODE.some((type) => type === chartType)) {
		if (!sent.chartMode) throw inputErrors.missing(`${path}.chartMode`);
		report.chartMode = sent.chartMode;
	}
	return report;
}

function aggregationOf(
	app: OpenApp,
	{ type, code }: Read<typeof AGGREGATION>,
	path: string,
): Report['aggregations'][number] {
	if (type === 'COUNT') return { type };
	if (code === undefined) throw inputErrors.missing(`${path}.code`);
	fieldType(app, code);
	return { type, code };
}

function groupOf(
	app: OpenApp,
	{ code, per }: Read<typeof GROUP>,
	path: string,
): Report['groups'][number] {
	const allowed = periodsOf(fieldType(app, code));
	if (allowed.length === 0) return { code };
	return { code, per: choice(allowed)(per, `${path}.per`, inputErrors) };
}

function periodsOf(type: FieldType): readonly string[] {
	if (type === 'DATE') return DAYS;
	if (type === 'TIME') return TIMES;
	const withTime = type === 'DATETIME' || type === 'CREATED_TIME' || type === 'UPDATED_TIME';
	return withTime ? [...DAYS, ...TIMES] : [];
}

function fieldType(app: OpenApp, code: string): FieldType {
	const found = findField(app.design.fields, code);
	if (!found) throw fieldNotFound(code);
	return found.field.type;
}
