import { released } from '../../tools/release';

describe('a release', () => {
	const changelog = '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A bug.\n\n## [0.1.0]\n';

	it('puts what was unreleased under its version and day', () =>
		expect(released(changelog, '0.2.0', '2026-12-01')).toBe(
			'# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Fixed\n\n- A bug.\n\n## [0.1.0]\n',
		));

	it('is refused when nothing changed since the last one', () =>
		expect(() => released('## [Unreleased]\n\n## [0.1.0]\n', '0.2.0', '2026-12-01')).toThrow(
			'nothing under "Unreleased"',
		));
});
