import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import ts from 'typescript';

import { files, read } from './house';
import { builtCredentials, builtNodes } from './literal';
import type { Package } from './packages';

/** Where a text appears in n8n, which decides the form it must have. */
export type TextKind = 'label' | 'description' | 'hint' | 'placeholder' | 'action' | 'message';

/** A text that a person reads, and where it stands in the editor or the source. */
export interface Text {
	kind: TextKind;
	where: string;
	text: string;
	/** The parameter's type, for the rules that depend on it. */
	type?: string;
}

/** All texts of a package: its panels and credentials first, then the sentences in its code. */
export function textsOf(pack: Package): Text[] {
	const shown = [
		...builtNodes(pack).flatMap(({ type }) => nodeTexts(type)),
		...builtCredentials(pack).flatMap(({ type }) => credentialTexts(type)),
	];
	const known = new Set(shown.map(({ text }) => text));
	const said = sourcesOf(pack)
		.flatMap((file) => sentencesIn(file, read(file)))
		.filter(({ text }) => !known.has(text));
	return [...unique(shown), ...said];
}

function nodeTexts({ description }: INodeType): Text[] {
	return [
		{ kind: 'label', where: 'Node', text: description.displayName },
		{ kind: 'description', where: 'Node', text: description.description },
		...description.properties.flatMap((property) => propertyTexts(property, operationOf(property))),
	];
}

function credentialTexts({ displayName, properties }: ICredentialType): Text[] {
	return [
		{ kind: 'label', where: 'Credential', text: displayName },
		...properties.flatMap((property) => propertyTexts(property, displayName)),
	];
}

function operationOf({ displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	return [...resource, ...operation].join(' > ') || 'Every operation';
}

function propertyTexts(property: INodeProperties, above: string): Text[] {
	const { displayName, description, hint, placeholder, type, options = [], modes = [] } = property;
	const where = `${above} > ${displayName}`;
	const texts: Array<Text | undefined> = [
		type === 'notice'
			? { kind: 'hint', where, text: displayName }
			: { kind: 'label', where, text: displayName },
		description ? { kind: 'description', where, text: description, type } : undefined,
		hint ? { kind: 'hint', where, text: hint } : undefined,
		placeholder ? { kind: 'placeholder', where, text: placeholder, type } : undefined,
		...modes.flatMap((mode): Array<Text | undefined> => [
			{ kind: 'label', where, text: mode.displayName },
			mode.hint ? { kind: 'hint', where, text: mode.hint } : undefined,
			mode.placeholder ? { kind: 'placeholder', where, text: mode.placeholder } : undefined,
		]),
		...options.flatMap((option) => optionTexts(option, where)),
	];
	return texts.filter((text): text is Text => text !== undefined);
}

function optionTexts(
	option: INodeProperties | INodePropertyOptions | INodePropertyCollection,
	where: string,
): Text[] {
	if ('values' in option) {
		return [
			{ kind: 'label', where, text: option.displayName },
			...option.values.flatMap((value) => propertyTexts(value, `${where} > ${option.displayName}`)),
		];
	}
	if ('type' in option) return propertyTexts(option, where);
	const { name, description, action } = option;
	const at = `${where} > ${name}`;
	return [
		{ kind: 'label', where, text: name },
		...(description ? [{ kind: 'description' as const, where: at, text: description }] : []),
		...(action ? [{ kind: 'action' as const, where: at, text: action }] : []),
	];
}

function sourcesOf({ service }: Package): string[] {
	const own = [`nodes/${service}/`, 'nodes/shared/', `credentials/${service}`];
	return files.filter(
		(file) => file.endsWith('.ts') && own.some((start) => file.startsWith(start)),
	);
}

/** String literals and templates of a source that hold two words or more; expressions in braces. */
export function sentencesIn(file: string, text: string): Text[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: Text[] = [];
	const visit = (node: ts.Node): void => {
		const words = ts.isImportDeclaration(node) || ts.isTypeNode(node) ? undefined : wordsOf(node);
		if (words !== undefined && /\p{L}{2,} \p{L}/u.test(words)) {
			const { line } = source.getLineAndCharacterOfPosition(node.getStart());
			found.push({ kind: 'message', where: `${file}:${line + 1}`, text: words });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

function wordsOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	const spans = node.templateSpans.map(
		({ expression, literal }) => `{${expression.getText()}}${literal.text}`,
	);
	return node.head.text + spans.join('');
}

function unique(texts: Text[]): Text[] {
	const seen = new Set<string>();
	return texts.filter(({ kind, text }) => {
		const key = `${kind} ${text}`;
		return seen.has(key) ? false : seen.add(key);
	});
}

export interface Rule {
	what: string;
	breaks: (text: Text) => boolean;
}

const matches = (sign: RegExp, ...kinds: TextKind[]) => {
	return ({ kind, text }: Text) => (kinds.length === 0 || kinds.includes(kind)) && sign.test(text);
};

/** Words that have another name, by that name. */
const OTHER_WORDS = {
	plugin: /\bplug-ins?\b/i,
	'binary field': /\bbinary propert/i,
	table: /\bsubtable\b/i,
	request: /\b(API|bulk|refused|further|each|one|per|this|the|a) calls?\b|\bcalls (of|that)\b/i,
	service: /\b(the|a|your|whole|second|other|that|this) sites?\b/i,
};

/** The rules of docs/style.md that a program can check. */
export const rules: Rule[] = [
	{
		what: 'a phrase that reads like a riddle',
		breaks: matches(
			/\b(is no (?!longer\b)[A-Z"a-z]|are no [a-z]+ of|stands? for|that of (the|an?)\b|of the kind|the like\b|nobody knows|all the same\b|comes? to\b|what is there\b|says? otherwise|is told\b|meanwhile\b|those of now\b)/,
		),
	},
	{
		what: 'a limit that does not begin with "up to" or "maximum"',
		breaks: matches(/\bat the most\b|\b\d+ at most\b/),
	},
	{
		what: 'an amount without "per"',
		breaks: matches(
			/\b(one|items?|records?|rows?|tokens?|\d+) (in )?a (line|request|call|minute)\b/,
		),
	},
	{
		what: 'British spelling',
		breaks: matches(
			/\b(licen[c]e|colour|cancelled|customis|organis|recognis|serialis|normalis|behaviour|favour|centre)/i,
		),
	},
	...Object.entries(OTHER_WORDS).map(([word, sign]) => ({
		what: `a word with another name (${word})`,
		breaks: matches(sign),
	})),
	{
		what: 'a label of more than six words',
		breaks: ({ kind, text }) =>
			kind === 'label' && text.replace(/ Names? or IDs?$/, '').split(' ').length > 6,
	},
	{
		what: 'a placeholder that does not begin with "e.g."',
		breaks: ({ kind, text }) =>
			kind === 'placeholder' && !/^(e\.g\. |Add |Select |Choose |[-{[])/.test(text),
	},
	{
		what: 'a full stop after a single sentence',
		breaks: ({ kind, text }) =>
			(kind === 'description' || kind === 'action') && /^[^.!?]+\.$/.test(text),
	},
	{
		what: 'a switch that does not begin with "Whether"',
		breaks: ({ kind, text, type }) =>
			kind === 'description' && type === 'boolean' && !text.startsWith('Whether '),
	},
	{
		what: 'true or false for on or off',
		breaks: matches(/\b(true|false)\b/, 'description', 'hint', 'label'),
	},
];

/** The rules of docs/style.md that a text breaks. */
export function styleFaults(text: Text): string[] {
	return rules
		.filter(({ breaks }) => breaks(text))
		.map(({ what }) => `${text.where} has ${what}: ${text.text}`);
}
