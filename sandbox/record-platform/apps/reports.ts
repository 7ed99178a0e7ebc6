import type { Context } from '../context';
import { invalid } from '../errors';
import { findField, type FieldType } from '../form';
import type { Parameters } from '../parameters';
import { readCondition } from './conditions';
import { fieldNotFound } from './entities';
import { type Item, readItems } from './items';
import { partOf, type Report } from './parts';
import { readPeriod } from './report-periods';
import type { OpenApp } from './store';

const CHART_TYPES = [
	'PIE',
	'LINE',
	'SPLINE',
	'TABLE',
	'PIVOT_TABLE',
	'BAR',
	'COLUMN',
	'AREA',
	'SPLINE_AREA',
] as const;
const WITH_MODE: readonly string[] = ['BAR', 'COLUMN', 'AREA', 'SPLINE_AREA'];
const MODES = ['NORMAL', 'STACKED', 'PERCENTAGE'] as const;
const AGGREGATIONS = ['COUNT', 'SUM', 'AVERAGE', 'MAX', 'MIN'] as const;
const DAYS = ['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY'] as const;
const TIMES = ['HOUR', 'MINUTE'] as const;
const ORDERED_BY = ['TOTAL', 'GROUP1', 'GROUP2', 'GROUP3'] as const;

/** Reads all charts of an app: those not sent are gone (docs/api: reports.update). */
export async function readReports(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
): Promise<Record<string, Report>> {
	const before = partOf(app.design.parts, 'reports');
	const items = await readItems(context, parameters, 'reports', before, {
		name: 64,
		uniqueIndex: true,
	});
	const reports: [string, Report][] = [];
	for (const item of items) reports.push([item.name, await readReport(context, app, item)]);
	return Object.fromEntries(reports);
}

async function readReport(context: Context, app: OpenApp, item: Item<Report>): Promise<Report> {
	const { given, id, index, name, before } = item;
	const chartType = given.oneOf('chartType', CHART_TYPES) ?? given.missing('chartType');
	const report: Report = {
		id,
		index,
		name,
		chartType,
		filterCond: given.has('filterCond')
			? await readCondition(
					context,
					app,
					given.optionalText('filterCond'),
					given.path('filterCond'),
				)
			: (before?.filterCond ?? ''),
		aggregations: given.has('aggregations')
			? readAggregations(app, given, chartType)
			: (before?.aggregations ?? [{ type: 'COUNT' }]),
		groups: given.has('groups') ? readGroups(app, given) : (before?.groups ?? []),
		sorts: given.has('sorts') ? readSorts(given) : (before?.sorts ?? []),
		periodicReport: readPeriodicReport(given) ?? before?.periodicReport ?? null,
	};
	if (chartType === 'PIVOT_TABLE' && report.groups.length === 0) given.missing('groups');
	if (WITH_MODE.includes(chartType)) {
		report.chartMode = given.oneOf('chartMode', MODES) ?? given.missing('chartMode');
	}
	return report;
}

function atMost(given: Parameters, name: string, maximum: number): Parameters[] {
	const elements = given.elements(name);
	if (elements.length <= maximum) return elements;
	throw invalid(given.path(name), `At most ${maximum} can be specified.`);
}

function readAggregations(
	app: OpenApp,
	given: Parameters,
	chartType: string,
): Report['aggregations'] {
	return atMost(given, 'aggregations', chartType === 'PIVOT_TABLE' ? 1 : 10).map((element) => {
		const type = element.oneOf('type', AGGREGATIONS) ?? element.missing('type');
		if (type === 'COUNT') return { type };
		const code = element.text('code');
		fieldType(app, code);
		return { type, code };
	});
}

function readGroups(app: OpenApp, given: Parameters): Report['groups'] {
	return atMost(given, 'groups', 3).map((element) => {
		const code = element.text('code');
		const allowed = periodsOf(fieldType(app, code));
		if (allowed.length === 0) return { code };
		return { code, per: element.oneOf('per', allowed) ?? element.missing('per') };
	});
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

function readSorts(given: Parameters): Report['sorts'] {
	return atMost(given, 'sorts', 3).map((element) => ({
		by: element.oneOf('by', ORDERED_BY) ?? element.missing('by'),
		order: element.oneOf('order', ['ASC', 'DESC'] as const) ?? element.missing('order'),
	}));
}

function readPeriodicReport(given: Parameters): Report['periodicReport'] | undefined {
	const sent = given.inside('periodicReport');
	if (!sent) return undefined;
	const period = sent.inside('period') ?? sent.missing('period');
	return { active: sent.optionalBoolean('active') ?? true, period: readPeriod(period) };
}
