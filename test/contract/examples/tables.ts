import { type Api, cells } from '../../sandbox/record-platform/api';
import { byId, type Examples, mapped, withMore } from './example';

/** What the examples of tables need of the others: the app, and names that nobody has yet. */
interface ExampleApp {
	api: Api;
	appId: string;
	name: () => string;
}

/** Table rows of an app with a table `Lines` of one column `Item`, and a unique field `Name`. */
export function tableExamples({ api, appId, name }: ExampleApp): Examples {
	const app = byId(appId);
	const table = 'Lines';
	const lines = [{ value: cells({ Item: 'a' }) }, { value: cells({ Item: 'b' }) }];
	const record = async () => {
		const Name = name();
		const id = await api.create(appId, cells({ Name, Lines: lines }));
		const rows = (await api.values(appId, id)).Lines as Array<{ id: string }>;
		return { id, Name, rowIds: rows.map((row) => row.id) };
	};
	const ofId = async () => ({ app, recordId: byId((await record()).id), table });
	const ofKey = async () => ({
		app,
		findBy: 'key',
		keyField: 'Name',
		keyValue: (await record()).Name,
		table,
	});
	const written = { convertValues: true, dryRun: false, whenRefused: 'others' };
	const mappedColumns = { ...written, unknownColumns: 'stop' };
	const columns = mapped({ Item: 'a' });
	const adding = async (more: object = {}) => ({
		minimal: { ...(await ofId()), columns },
		full: [
			{ ...(await ofId()), findBy: 'id', columns, options: { ...mappedColumns, ...more } },
			{ ...(await ofKey()), columns },
		],
	});
	const oneRow = async () => {
		const { id, rowIds } = await record();
		const byRowId = mapped({ $rowId: rowIds[0], Item: 'c' }, '$rowId');
		return { app, findBy: 'id', recordId: byId(id), table, columns: byRowId };
	};
	const keyAndRow = async () => {
		const { Name, rowIds } = await record();
		const byRowId = mapped({ $rowId: rowIds[1], Item: 'c' }, '$rowId');
		return { app, findBy: 'key', keyField: 'Name', keyValue: Name, table, columns: byRowId };
	};
	const changing = async () => ({
		minimal: await oneRow(),
		full: [
			{ ...(await oneRow()), options: { ...mappedColumns, existingFiles: 'keep' } },
			await keyAndRow(),
		],
	});
	const oneLess = async () => {
		const { Name, rowIds } = await record();
		const which = { deleteBy: 'ids', rowIds: rowIds[0] };
		return { app, findBy: 'key', keyField: 'Name', keyValue: Name, table, ...which };
	};
	const rowConditions = { rows: [{ column: 'Item', operator: 'equals', value: 'a' }] };

	return {
		'tableRow.add': async () => await adding({ position: 'start' }),
		'tableRow.replaceAll': async () => await adding(),
		'tableRow.update': changing,
		'tableRow.addOrUpdate': changing,
		'tableRow.delete': async () => ({
			minimal: { ...(await ofId()), deleteBy: 'all' },
			full: [
				{ ...(await ofId()), deleteBy: 'conditions', rowConditions, options: written },
				await oneLess(),
			],
		}),
		'tableRow.getAll': async () => ({
			minimal: await ofId(),
			full: [{ ...(await ofId()), rowConditions, options: { numbersAsText: true } }, await ofKey()],
		}),
		'record.createWithTable': withMore(
			() => {
				const fields = mapped({ Name: name(), Amount: 1 });
				return { app, groupBy: name(), fields, table, columns };
			},
			{ options: { ...mappedColumns, returnRecord: true } },
		),
		'record.upsertWithTable': async () => {
			const made = async (existing: boolean) => ({
				app,
				fields: mapped({ Name: existing ? (await record()).Name : name(), Amount: 1 }, 'Name'),
				table,
				columns,
			});
			const options = { ...mappedColumns, existingRows: 'keep', returnRecord: true };
			return { minimal: await made(false), full: [{ ...(await made(true)), options }] };
		},
	};
}
