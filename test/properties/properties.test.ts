import { properties } from './all';
import type { ServiceName } from '../contract/apiData';
import { Bench, operations } from './bench';
import { withoutEffect } from './effects';
import { hold } from './runner';
import { sandboxOrigin } from '../support/sandbox';

const SEED = 1; // `npm run properties` tries more, with other seeds.
const OPERATIONS = process.env.NIGHT === '1' ? 5 : 1;

const services: ServiceName[] = ['recordPlatform', 'groupware'];
const benches = new Map<ServiceName, Bench>();

beforeAll(async () => {
	const origin = await sandboxOrigin();
	for (const service of services) benches.set(service, await Bench.open(origin, service));
});

it('every operation has something to work on, and an effect unless it is a reading', () => {
	const subjects = [...benches.values()].flatMap((bench) => bench.subjects);
	expect(subjects.filter(({ ways }) => ways.length === 0).map(({ key }) => key)).toEqual([]);
	expect(subjects).toHaveLength(operations.length);
	expect(withoutEffect(operations)).toEqual([]);
});

describe.each(properties.map((property) => [property.name, property] as const))(
	'%s',
	(_name, property) => {
		const covered = services.filter((service) =>
			operations.some((one) => one.service === service && !property.exempt({ ...one, ways: [] })),
		);
		it.each(covered)(`${property.says} (%s, seed ${SEED})`, async (service) => {
			const bench = benches.get(service) as Bench;
			const about = bench.subjects.filter((subject) => property.exempt(subject) === undefined);
			// Another part of the operations for each property.
			const first = (properties.indexOf(property) * OPERATIONS) % about.length;
			const { runs = 1, only } = property.daily ?? {};
			const some = only
				? about.filter(({ key }) => only.includes(key))
				: [...about, ...about].slice(first, first + Math.min(OPERATIONS, about.length));
			expect((await hold(bench, property, some, { runs, seed: SEED })).findings).toEqual([]);
		});
	},
);
