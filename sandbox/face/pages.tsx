import type { Reply } from '../types';
import { ApiFailure } from './api';
import { calendar, event } from './calendar';
import {
	discussions,
	groupwareFile,
	message,
	messages,
	notifications,
	spaces,
	workflowRequest,
} from './groupware';
import { Table, type Page } from './layout';
import { eventForm, saveEvent } from './event-form';
import { recordForm, saveRecord } from './record-form';
import { AppList, apps, changeRecord, file, records, record, space } from './record-platform';
import type { Visitor } from './visitor';

/** The page at a path, or the file that it gives. Throws ApiFailure. */
export async function pageAt(visitor: Visitor, path: string): Promise<Page | Reply> {
	const { query, texts } = visitor;
	if (path === '/') return await home(visitor);
	if (path === '/requests') return { title: texts.requests, content: <Requests {...visitor} /> };
	if (path.startsWith('/k')) {
		const { door, app, rest } = recordPlatformPath(path);
		if (rest === 'file') return await file(visitor, door);
		if (rest === 'edit' && app !== undefined) return await recordForm(visitor, door, app);
		if (app !== undefined) {
			const id = query.get('record');
			return id === null ? await records(visitor, door, app) : await record(visitor, door, app, id);
		}
		const spaceId = query.get('space');
		return spaceId === null ? await apps(visitor, door) : await space(visitor, door, spaceId);
	}
	const { prefix, name } = groupwarePath(path);
	const pages: Record<string, (visitor: Visitor, prefix: string) => Promise<Page | Reply>> = {
		'': calendar,
		'schedule/index': calendar,
		'schedule/view': event,
		'schedule/add': eventForm,
		'schedule/modify': eventForm,
		'message/index': messages,
		'message/view': message,
		'message/file': groupwareFile('message/admin/messages/attached'),
		'space/index': spaces,
		'space/discussion': discussions,
		'space/file': groupwareFile('space/admin/files'),
		'notification/index': notifications,
		'workflow/view': workflowRequest,
	};
	const page = pages[name];
	if (page === undefined) throw new ApiFailure(404, '', path);
	return await page(visitor, prefix);
}

/** What comes of a form that was sent: where to go on, or a page. Throws ApiFailure. */
export async function answerTo(visitor: Visitor, path: string): Promise<Page | string> {
	if (!path.startsWith('/k')) return await saveEvent(visitor, groupwarePath(path).prefix);
	const { door, app = '', rest = '' } = recordPlatformPath(path);
	if (rest === 'edit') return await saveRecord(visitor, door, app);
	return await changeRecord(visitor, door, app, rest);
}

function recordPlatformPath(path: string) {
	const [, guest, app, rest] = /^\/k(?:\/guest\/(\d+))?(?:\/(\d+))?(?:\/(\w*))?$/.exec(path) ?? [];
	return { door: guest === undefined ? '/k' : `/k/guest/${guest}`, app, rest };
}

function groupwarePath(path: string) {
	const [, prefix = '/g', name = ''] =
		/^(\/g|\/[^/]+\/[^/]+\/grn\.\w+)\/?(.*?)(?:\.csp)?$/i.exec(path) ?? [];
	return { prefix, name };
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
