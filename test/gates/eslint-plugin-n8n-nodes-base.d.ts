declare module 'eslint-plugin-n8n-nodes-base' {
	import type { ESLint, Linter } from 'eslint';

	type RuleSet = 'community' | 'credentials' | 'nodes';
	const plugin: ESLint.Plugin & { configs: Record<RuleSet, { rules: Linter.RulesRecord }> };
	export default plugin;
}
