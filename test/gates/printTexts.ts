import { packages } from './packages';
import { styleFaults, textsOf } from './texts';

/** Prints every text that users of the packages read, with its where, and what breaks the style. */
for (const pack of packages) {
	const texts = textsOf(pack);
	console.log(`\n# ${pack.name}: ${texts.length} texts\n`);
	for (const { kind, where, text } of texts) {
		console.log(`${kind.padEnd(11)} ${text.replaceAll('\n', '⏎')}\n${' '.repeat(12)}${where}`);
	}
	const faults = texts.flatMap(styleFaults);
	console.log(`\n${faults.length} break docs/style.md`);
	for (const fault of faults) console.log(`  ${fault}`);
}
