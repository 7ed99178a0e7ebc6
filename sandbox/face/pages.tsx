import type { Reply } from '../types';
import { ApiFailure } from './api';
import { calendar, event } from './calendar';
import { groupwareFile, message, messages, notifications, spaces, discussions } from './groupware';
import { Table, type Page } from './layout';
import { AppList, apps, file, records, record, space } from './record-platform';
import type { Visitor } from './visitor';

/** The page at a path, or the file that it gives. Throws ApiFailure. */
export async function pageAt(visitor: Visitor, path: string): Promise<Page | Reply> {
	const { query, texts } = visitor;
	if (path === '/') return await home(visitor);
	if (path === '/requests') return { title: texts.requests, content: <Requests {...visitor} /> };
	const [, guest, app, rest] =
		/^\/k(?:\/guest\/(\d+))?(?:\/(\d+))?(?:\/(show|file)?)?$/.exec(path) ?? [];
	if (path.startsWith('/k')) {
		const door = guest === undefined ? '/k' : `/k/guest/${guest}`;
		if (rest === 'file') return await file(visitor, door);
		if (app !== undefined) {
			const id = query.get('record');
			return id === null ? await records(visitor, door, app) : await record(visitor, door, app, id);
		}
		const spaceId = query.get('space');
		return spaceId === null ? await apps(visitor, door) : await space(visitor, door, spaceId);
	}
	const [, prefix = '/g', name = ''] =
		/^(\/g|\/[^/]+\/[^/]+\/grn\.\w+)\/?(.*?)(?:\.csp)?$/i.exec(path) ?? [];
	const pages: Record<string, (visitor: Visitor, prefix: string) => Promise<Page | Reply>> = {
		'': calendar,
		'schedule/index': calendar,
		'schedule/view': event,
		'message/index': messages,
		'message/view': message,
		'message/file': groupwareFile('message/admin/messages/attached'),
		'space/index': spaces,
		'space/discussion': discussions,
		'space/file': groupwareFile('space/admin/files'),
		'notification/index': notifications,
	};
	const page = pages[name];
	if (page === undefined) throw new ApiFailure(404, '', path);
	return await page(visitor, prefix);
}

async function home(visitor: Visitor): Promise<Page> {
	const { texts } = visitor;
	return {
		title: texts.sandbox,
		content: (
			<>
				<h2>{texts.apps}</h2>
				<AppList visitor={visitor} door="/k" found={await apps.of(visitor, '/k')} />
				<h2>{texts.requests}</h2>
				<Requests {...visitor} most={15} />
			</>
		),
	};
}

/** The newest first. The script of the pages asks for the list again and again. */
function Requests({ account, tenant, texts, at, most = 100 }: Visitor & { most?: number }) {
	const clock = new Intl.DateTimeFormat('en-GB', {
		timeStyle: 'medium',
		timeZone: account.timeZone,
	});
	const newest = tenant.log.report().requests.slice(-most).reverse();
	return (
		<section data-live={at('/requests')} data-most={most}>
			<p>{newest.length === 0 ? texts.noRequests : texts.live}</p>
			<Table
				heads={[texts.time, texts.method, texts.path, texts.status, texts.duration]}
				rows={newest.map(({ at: time, method, path, status, ms }) => [
					clock.format(new Date(time)),
					method,
					<code>{path}</code>,
					<span class={status !== null && status < 400 ? '' : 'failed'}>{status ?? '-'}</span>,
					`${ms} ms`,
				])}
			/>
		</section>
	);
}
