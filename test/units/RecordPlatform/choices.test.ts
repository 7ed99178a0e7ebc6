import { checkChoice } from '../../../nodes/RecordPlatform/values/options';
import { InputError } from '../../../nodes/shared/errors';

/** What a person reads about a choice that the field does not have. */
function advice(choice: string, choices: string[]): string {
	try {
		checkChoice({ code: 'F', type: 'DROP_DOWN', choices }, choice);
	} catch (problem) {
		if (problem instanceof InputError) return String(problem.advice);
		throw problem;
	}
	return 'taken';
}
const meant = (choice: string, choices: string[]) =>
	/^Did you mean "(.*?)"\?/.exec(advice(choice, choices))?.[1];

it('a choice of the field is taken, and so is an empty one, or any where the choices are unknown', () => {
	expect(advice('Open', ['Open', 'Done'])).toBe('taken');
	expect(advice('', ['Open'])).toBe('taken');
	expect(advice('Open', [])).toBe('taken');
});

it('another one is refused, with the field as people know it and all that it has', () => {
	const field = { code: 'F', type: 'DROP_DOWN', choices: ['Open', 'Done'] };
	expect(() => checkChoice(field, 'Lost')).toThrow('Field "F" has no choice "Lost"');
	expect(() => checkChoice({ ...field, label: 'Status' }, 'Lost')).toThrow('Field "Status" has no');
	expect(advice('Lost', ['Open', 'Done'])).toBe('Its choices are "Open", "Done"');
});

it('only the first of many choices are named', () => {
	const choices = Array.from({ length: 13 }, (_, at) => `Choice ${at}`);
	const first = choices.slice(0, 12).map((one) => `"${one}"`);
	expect(advice('Lost', choices)).toBe(`It has 13 choices. The first ones are ${first.join(', ')}`);
	expect(advice('Lost', choices.slice(0, 12))).toBe(`Its choices are ${first.join(', ')}`);
});

describe('the choice that was meant', () => {
	it.each([
		['open', 'Open'],
		['In  progress', 'In Progress'],
		['ＯＰＥＮ', 'Open'],
		['Opn', 'Open'],
		['Opeen', 'Open'],
		['Oben', 'Open'],
		['pen', 'Open'],
		['Ope', 'Open'],
		['In Progres', 'In Progress'],
		['InProgress', 'In Progress'],
		['Progress', 'In Progress'],
		['Im Brogrezs', 'In Progress'],
	])('by %s is %s', (choice, expected) => {
		expect(meant(choice, ['Done', 'Open', 'In Progress'])).toBe(expected);
	});

	it.each(['X', 'Oooo', 'Opennnn', 'nepO', 'Ix Brxgrezs'])('by %s is none', (choice) => {
		expect(meant(choice, ['Done', 'Open', 'In Progress'])).toBeUndefined();
	});

	it('is the nearest of several', () => {
		expect(meant('Paris Nord', ['Paris Sud', 'Paris Nor', 'Paris No'])).toBe('Paris Nor');
	});

	it('has more letters in common than not', () => {
		expect(meant('a', ['b'])).toBeUndefined();
		expect(meant('ab', ['ac'])).toBe('ac');
	});
});
