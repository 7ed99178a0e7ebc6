import { type Case, NO_RECORD, recordId, twoRecordsOf } from './case';
import { type Api, byId } from './world';

/** Uploads a file, attaches it to a record and gives the key by which it is downloaded. */
export async function attachedFile(api: Api, app: string): Promise<string> {
	const fileKey = await api.upload('some text', 'note.txt');
	const id = await api.create(app, { Files: { value: [{ fileKey }] } });
	const { Files } = await api.values(app, id);
	return (Files as Array<{ fileKey: string }>)[0]?.fileKey ?? '';
}

/** Cases of files; the app has the fields of `ORDER_FIELDS`. */
export function fileCases(
	world: () => { api: Api; app: string; fileKey: string },
): Record<string, Case> {
	const options = {};
	const twoRecords = async () => await twoRecordsOf(world().api, world().app);
	const notFound = /GAIA_RE01/;
	return {
		'file.upload': {
			parameters: () => ({ binaryPropertyName: '={{ $json.property }}', options }),
			good: async () => await Promise.resolve([{ property: 'data' }, { property: 'data' }]),
			bad: { property: 'nothing' },
			says: /no binary field named "nothing"/,
			binary: true,
		},
		'file.download': {
			parameters: () => ({ fileKey: '={{ $json.key }}', binaryPropertyName: 'data', options }),
			good: async () => await Promise.resolve([{ key: world().fileKey }, { key: world().fileKey }]),
			bad: { key: '0123456789' },
			says: /GAIA_BL01/,
		},
		'file.downloadFromRecord': {
			parameters: () => ({ app: byId(world().app), recordId, options }),
			good: twoRecords,
			bad: NO_RECORD,
			says: notFound,
		},
		'file.copyToRecord': {
			parameters: () => ({
				app: byId(world().app),
				recordId,
				targetApp: byId(world().app),
				targetRecordId: recordId,
				targetField: 'Files',
				options,
			}),
			good: twoRecords,
			bad: NO_RECORD,
			says: notFound,
		},
	};
}
