// The types of preact bring those of the DOM, and without their iterators the FormData of Node.js would lose its own.
/// <reference lib="dom.iterable" />
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ApiFailure } from './api';
import type { Visitor } from './visitor';

export interface Page {
	title: string;
	/** 200 when left out. */
	status?: number;
	content: ComponentChildren;
}

const sections = [
	['apps', '/k/'],
	['calendar', '/g/'],
	['messages', '/g/message/index'],
	['spaces', '/g/space/index'],
	['notifications', '/g/notification/index'],
	['requests', '/requests'],
] as const;

/** The whole document of a page; without an account, the one to sign in at. */
export function document(
	page: Page,
	{ account, texts, at }: Pick<Visitor, 'texts' | 'at'> & Partial<Visitor>,
	path: string,
): string {
	const markup = renderToString(
		<html lang={texts.language}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>{`${page.title} - ${texts.sandbox}`}</title>
				<link rel="stylesheet" href={at('/face.css')} />
				<script src={at('/face.js')} defer />
			</head>
			<body>
				<header>
					<a class="home" href={at('/')}>
						{texts.sandbox}
					</a>
					{account && (
						<nav>
							{sections.map(([name, to]) => (
								<a href={at(to)} aria-current={path === to ? 'page' : undefined}>
									{texts[name]}
								</a>
							))}
						</nav>
					)}
					{account && (
						<form method="post" action={at('/sign-out')}>
							<bdi>{account.name}</bdi> <button>{texts.signOut}</button>
						</form>
					)}
				</header>
				<main>
					<h1 dir="auto">{page.title}</h1>
					{page.content}
				</main>
				<footer>{texts.changes}</footer>
			</body>
		</html>,
	);
	return `<!DOCTYPE html>\n${markup}\n`;
}

/** Cells that are too wide for the window scroll in their own box. */
export function Table({ heads, rows }: { heads: string[]; rows: ComponentChildren[][] }) {
	return (
		<div class="scroll">
			<table>
				<thead>
					<tr>
						{heads.map((head) => (
							<th dir="auto">{head}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((cells) => (
						<tr>
							{cells.map((cell) => (
								<td dir="auto">
									<div class="cell">{cell}</div>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

/** The hidden field of each form, whose value the session knows. No field of an app has such a code. */
export const TOKEN = '$token';

/** A form that changes something; without a label, its content has the buttons. */
export function Form(form: {
	visitor: Visitor;
	to: string;
	button?: string;
	children: ComponentChildren;
}) {
	const { at, token } = form.visitor;
	return (
		<form class="change" method="post" action={at(form.to)}>
			<input type="hidden" name={TOKEN} value={token} />
			{form.children}
			{form.button && <button>{form.button}</button>}
		</form>
	);
}

/** The values of a control; browsers send lines of text with both characters of a line break. */
export const linesOf = (form: URLSearchParams, name: string): string[] =>
	form.getAll(name).map((text) => text.replace(/\r\n/g, '\n'));

/** What a service said when it refused a change. */
export function Refusal({ failure }: { failure: ApiFailure | undefined }) {
	if (!failure) return null;
	return (
		<div class="failed" role="alert">
			<p dir="auto">{failure.message}</p>
			{failure.faults.map((fault) => (
				<p dir="auto">{fault}</p>
			))}
		</div>
	);
}

/** A choice of a list. */
export type Choice = [value: string, label: string];

/** A list to choose one from, or several, with what is chosen. */
export function Select(list: {
	name: string;
	label: string;
	choices: Choice[];
	chosen: string[];
	several?: boolean;
}) {
	const { name, label, choices, chosen, several = false } = list;
	const size = several ? { size: Math.min(Math.max(choices.length, 2), 6) } : {};
	return (
		<select name={name} aria-label={label} multiple={several} {...size}>
			{choices.map(([value, label]) => (
				<option value={value} selected={chosen.includes(value)}>
					{label}
				</option>
			))}
		</select>
	);
}

/** Names with their values; those without a value are left out. */
export function Facts({ facts }: { facts: Array<[string, ComponentChildren]> }) {
	const given = facts.filter(([, value]) => value !== '' && value !== false && value !== undefined);
	return (
		<dl>
			{given.map(([name, value]) => (
				<div>
					<dt dir="auto">{name}</dt>
					<dd dir="auto">{value}</dd>
				</div>
			))}
		</dl>
	);
}

/** Names of people or things, each in its own direction of writing, and where they lead. */
export function Names({ names, links = [] }: { names: string[]; links?: string[] }) {
	return (
		<>
			{names.map((name, index) => (
				<>
					{index > 0 && ', '}
					<bdi>{links[index] === undefined ? name : <a href={links[index]}>{name}</a>}</bdi>
				</>
			))}
		</>
	);
}

/** One remark or message of a person. */
export function Note(note: { by: string; at: string; children: ComponentChildren }) {
	return (
		<article>
			<p class="by">
				<bdi>{note.by}</bdi> <time>{note.at}</time>
			</p>
			<p class="text" dir="auto">
				{note.children}
			</p>
		</article>
	);
}

/** Only addresses of the web become links; anything else stays text. */
export function WebLink({ to, children }: { to: string; children?: ComponentChildren }) {
	if (!/^https?:\/\//i.test(to)) return <>{children ?? to}</>;
	return (
		<a href={to} rel="noreferrer">
			{children ?? to}
		</a>
	);
}

/** A time of a service as the account reads it. */
export function moment(iso: string, { account, texts }: Visitor): string {
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) return iso;
	return new Intl.DateTimeFormat(texts.language, {
		dateStyle: 'medium',
		timeStyle: 'short',
		timeZone: account.timeZone,
	}).format(date);
}
