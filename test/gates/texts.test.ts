import { packages } from './packages';
import { rules, styleFaults, type Text, textsOf } from './texts';

describe.each(packages)('the texts of $name', (pack) => {
	const texts = textsOf(pack);

	it('follow docs/style.md; npm run texts prints them', () => {
		expect(texts.length).toBeGreaterThan(500);
		expect(texts.flatMap(styleFaults)).toEqual([]);
	});
});

/** A text that breaks the rule, for each rule by its name. */
const samples: Record<string, Omit<Text, 'where'>> = {
	'a phrase that reads like a riddle': { kind: 'message', text: '"x" is no ID' },
	'a limit that does not begin with "up to" or "maximum"': {
		kind: 'description',
		text: 'Name of the app, 64 characters at the most',
	},
	'an amount without "per"': { kind: 'description', text: 'Tokens, one a line' },
	'British spelling': { kind: 'message', text: 'The execution was cancelled' },
	'a word with another name (plugin)': { kind: 'label', text: 'Plug-ins' },
	'a word with another name (binary field)': { kind: 'hint', text: 'Name of a binary property' },
	'a word with another name (table)': { kind: 'label', text: 'Subtable' },
	'a word with another name (request)': { kind: 'message', text: 'The service refused the call' },
	'a word with another name (service)': { kind: 'message', text: 'Ask who administers the site' },
	'a label of more than six words': { kind: 'label', text: 'What to Do With All the Others' },
	'a placeholder that does not begin with "e.g."': { kind: 'placeholder', text: 'sato, suzuki' },
	'a full stop after a single sentence': { kind: 'description', text: 'ID of the app.' },
	'a switch that does not begin with "Whether"': {
		kind: 'description',
		type: 'boolean',
		text: 'Returns all results',
	},
	'true or false for on or off': { kind: 'hint', text: 'Set it to true' },
};

describe('the rules for texts', () => {
	it('have a sample each', () =>
		expect(Object.keys(samples)).toEqual(rules.map(({ what }) => what)));

	it.each(Object.entries(samples))('find %s', (what, sample) => {
		const text: Text = { where: 'Somewhere', ...sample };
		expect(styleFaults(text)).toEqual([`Somewhere has ${what}: ${text.text}`]);
	});

	it('find nothing wrong with plain texts', () => {
		const texts: Text[] = [
			{ kind: 'label', where: '', text: 'Delete at Most' },
			{ kind: 'description', where: '', text: 'Field whose values are unique' },
			{ kind: 'placeholder', where: '', text: 'e.g. https://example.cybozu.com' },
			{ kind: 'message', where: '', text: 'The record is no longer visible' },
		];
		expect(texts.flatMap(styleFaults)).toEqual([]);
	});
});
