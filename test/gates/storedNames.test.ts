import { packages } from './packages';
import { releasedNames, storedNames } from './storedNames';

describe.each(packages)('workflows made with the last release of $name', (pack) => {
	it('find every parameter and every choice that they store', () => {
		const released = releasedNames(pack);
		const today = new Set(storedNames(pack));
		expect(today.size).toBeGreaterThan(500);
		expect(released.filter((name) => !today.has(name))).toEqual([]);
	});
});
