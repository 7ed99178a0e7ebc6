import type { Reply } from '../types';
import { ApiFailure } from './api';
import { Facts, moment, Names, Note, Table, WebLink, type Page } from './layout';
import type { Visitor } from './visitor';

interface Named {
	id: string;
	name: string;
}

interface Made {
	id: string;
	title: string;
	body: string;
	creator: Named;
	createdAt: string;
}

interface Notification extends Made {
	url: string;
	isRead: boolean;
}

const limit = 100;

/** The service lists messages for those who administer them alone; all others see its refusal. */
export async function messages(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts, at } = visitor;
	const body = await visitor.attempt<{ messages: Made[] }>(
		`${prefix}/api/v1/message/admin/messages`,
		{ limit },
	);
	if (body instanceof ApiFailure) return { title: texts.messages, content: <p>{body.message}</p> };
	return {
		title: texts.messages,
		content: (
			<Table
				heads={[texts.messages, texts.from, texts.created]}
				rows={body.messages.map(({ id, title, creator, createdAt }) => [
					<a href={at(`${prefix}/message/view?mid=${id}`)}>{title}</a>,
					creator.name,
					moment(createdAt, visitor),
				])}
			/>
		),
	};
}

export async function message(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts, query } = visitor;
	const id = encodeURIComponent(query.get('mid') ?? '');
	const found = await visitor.get<Made & { recipients: Named[] }>(
		`${prefix}/api/v1/message/messages/${id}`,
	);
	return {
		title: found.title,
		content: (
			<>
				<Facts facts={[[texts.to, <Names names={found.recipients.map(({ name }) => name)} />]]} />
				<Note by={found.creator.name} at={moment(found.createdAt, visitor)}>
					{found.body}
				</Note>
				{await filesOf(visitor, `${prefix}/api/v1/message/admin/${id}/files`, `${prefix}/message`)}
			</>
		),
	};
}

/** What a request asks for; the service shows it to those who take part in it. */
export async function workflowRequest(visitor: Visitor, prefix: string): Promise<Page> {
	const id = encodeURIComponent(visitor.query.get('pid') ?? '');
	const { name, status, applicant, items } = await visitor.get<{
		name: string;
		status: { name: string };
		applicant: Named;
		items: Record<string, { name: string; value: unknown }>;
	}>(`${prefix}/api/v1/workflow/requests/${id}`);
	const facts = Object.values(items).map((item): [string, string] => [
		item.name,
		typeof item.value === 'string' ? item.value : JSON.stringify(item.value ?? ''),
	]);
	const { texts } = visitor;
	return {
		title: name,
		content: (
			<Facts facts={[[texts.status, status.name], [texts.applicant, applicant.name], ...facts]} />
		),
	};
}

export async function spaces(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts, at } = visitor;
	const body = await visitor.get<{
		spaces: Array<Named & { isPublic: boolean; category: Named; creator: Named }>;
	}>(`${prefix}/api/v1/space/spaces`, { limit });
	return {
		title: texts.spaces,
		content: (
			<ul class="cards">
				{body.spaces.map(({ id, name, isPublic, category }) => (
					<li>
						<a href={at(`${prefix}/space/discussion?spid=${id}`)} dir="auto">
							{name}
						</a>
						<p dir="auto">
							{category.name} {!isPublic && `(${texts.private})`}
						</p>
					</li>
				))}
			</ul>
		),
	};
}

/** The discussions of a space, or one of them. */
export async function discussions(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts, query, at } = visitor;
	const space = encodeURIComponent(query.get('spid') ?? '');
	const api = `${prefix}/api/v1/space`;
	const body = await visitor.get<{ discussions: Made[] }>(`${api}/${space}/discussions`, {
		limit: 1000,
	});
	const { spaces: all } = await visitor.get<{ spaces: Named[] }>(`${api}/spaces`, { limit: 1000 });
	const chosen = query.get('tid');
	return {
		title: all.find(({ id }) => id === query.get('spid'))?.name ?? texts.discussions,
		content: (
			<>
				{body.discussions
					.filter(({ id }) => chosen === null || id === chosen)
					.map(({ id, title, body: text, creator, createdAt }) => (
						<>
							<h2 dir="auto">
								<a href={at(`${prefix}/space/discussion?spid=${space}&tid=${id}`)}>{title}</a>
							</h2>
							<Note by={creator.name} at={moment(createdAt, visitor)}>
								{text}
							</Note>
						</>
					))}
				{await filesOf(visitor, `${api}/admin/space/${space}/files`, `${prefix}/space`)}
			</>
		),
	};
}

/** Those who don't administer the application see no files: the service doesn't list them. */
async function filesOf(visitor: Visitor, api: string, folder: string) {
	const body = await visitor.attempt<{ files: Named[] }>(api, { limit });
	if (body instanceof ApiFailure || body.files.length === 0) return null;
	return (
		<>
			<h2>{visitor.texts.files}</h2>
			{body.files.map(({ id, name }) => (
				<a class="file" href={visitor.at(`${folder}/file?fid=${id}`)}>
					<bdi>{name}</bdi>
				</a>
			))}
		</>
	);
}

/** The service gives the bytes in JSON; here they come as a file to keep. */
export function groupwareFile(folder: string) {
	return async (visitor: Visitor, prefix: string): Promise<Reply> => {
		const id = encodeURIComponent(visitor.query.get('fid') ?? '');
		const file = await visitor.get<{ name: string; content: string }>(
			`${prefix}/api/v1/${folder}/${id}`,
		);
		return {
			status: 200,
			headers: {
				'content-type': 'application/octet-stream',
				'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
			},
			body: Buffer.from(file.content, 'base64'),
		};
	};
}

export async function notifications(visitor: Visitor, prefix: string): Promise<Page> {
	const { texts } = visitor;
	const body = await visitor.get<{ items: Notification[] }>(`${prefix}/api/v1/notification/items`, {
		limit,
	});
	return {
		title: texts.notifications,
		content: (
			<Table
				heads={[texts.notifications, texts.from, texts.created, '']}
				rows={body.items.map(({ title, url, creator, createdAt, isRead }) => [
					<WebLink to={url}>{title}</WebLink>,
					creator?.name,
					moment(createdAt, visitor),
					isRead ? '' : texts.unread,
				])}
			/>
		),
	};
}
