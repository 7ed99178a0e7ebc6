import { packages } from './packages';
import { releasedNames, storedNames } from './storedNames';

describe.each(packages)('workflows made with the last release of $name', (pack) => {
	it('find every parameter and every choice that they store', () => {
		const released = releasedNames(pack);
		expect(released.length).toBeGreaterThan(500);
		const today = new Set(storedNames(pack));
		expect(released.filter((name) => !today.has(name))).toEqual([]);
	});
});
