import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { APPS_PER_PAGE } from '../catalogue/pages';
import { pathOn } from '../route';
import { recordPlatform } from '../service';
import { chosenGuestSpace } from './editor';

const WITHOUT_LIST =
	"API tokens can't list apps. Select By ID or By URL instead of From List, and enter the app.";

/** Maximum length of a name in the service. */
const LONGEST_NAME = 64;

interface AppEntry {
	appId: string;
	name: string;
	spaceId: string | null;
}

/** Apps by part of their name or by ID, page by page. */
export async function searchApps(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const offset = Number(paginationToken ?? 0);
	const name = (filter ?? '').trim().slice(0, LONGEST_NAME);
	let baseUrl = '';
	const list = async (query: IDataObject) => {
		const { apps } = await lookUp<{ apps: AppEntry[] }>(this, recordPlatform, ({ connection }) => {
			baseUrl = connection.baseUrl;
			const path = pathOn('/k/v1/apps.json', { guestSpace: chosenGuestSpace(this) });
			return { method: 'GET', path, query, repeatable: true };
		});
		return apps;
	};
	const search = async (): Promise<INodeListSearchResult> => {
		const byName = await list({ limit: APPS_PER_PAGE, offset, ...(name && { name }) });
		const byId = /^\d+$/.test(name) && offset === 0 ? await list({ ids: [name] }) : [];
		const known = new Set(byId.map(({ appId }) => appId));
		const apps = [...byId, ...byName.filter(({ appId }) => !known.has(appId))];
		return {
			results: apps.map((app) => entry(app, baseUrl)),
			...(byName.length === APPS_PER_PAGE && { paginationToken: String(offset + APPS_PER_PAGE) }),
		};
	};
	const found = await search().then(
		(result) => result,
		(reason: unknown) => ({ reason }),
	);
	if (!('reason' in found)) return found;
	if (takesNoTokens(found.reason)) return withoutList(this, name);
	throw found.reason;
}

function entry({ appId, name }: AppEntry, baseUrl: string) {
	return { name: `${name} (${appId})`, value: appId, url: `${baseUrl}/k/${appId}/` };
}

/** API tokens can't list apps. */
function takesNoTokens(reason: unknown): boolean {
	const { code } = (reason instanceof NodeApiError ? (reason.context.data ?? {}) : {}) as {
		code?: string;
	};
	return code === 'GAIA_NO01';
}

/** The list if the apps can't be read: the ID that was typed. Throws n8n's error, because an entry could be picked as an app. */
function withoutList(context: ILoadOptionsFunctions, name: string): INodeListSearchResult {
	if (/^\d+$/.test(name)) return { results: [{ name: `App ${name}`, value: name }] };
	throw new NodeOperationError(context.getNode(), WITHOUT_LIST);
}
