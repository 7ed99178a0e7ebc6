import { groupware } from '../../../nodes/Groupware/service';
import { recordPlatform } from '../../../nodes/RecordPlatform/service';
import type { Parameter, Service } from '../../../nodes/shared/catalogue';
import { InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

/** Values with which a request could reach another path, query, or host. */
const HOSTILE = '. .. ../.. a/../b //example.com a?b=c a#b a\\..\\b %2e%2e'.split(' ');

const services = [groupware, recordPlatform] as unknown as Service[];
const inPath = services.flatMap(({ resources }) =>
	resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) =>
			operation.parameters
				.filter(({ send }) => send && 'in' in send && send.in === 'path')
				.map((one) => [`${value}.${operation.value}`, one.name, operation, one] as const),
		),
	),
);

it('each placeholder of a path has its parameter', () => {
	const all = services.flatMap(({ resources }) => resources.flatMap((one) => one.operations));
	const placeholders = all.flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []);
	expect(inPath.length).toBe(placeholders.length);
	expect(inPath.length).toBeGreaterThan(30);
});

it.each(inPath)('%s: %s stays one segment of it', async (_key, name, operation, parameter) => {
	for (const value of HOSTILE) {
		const segment = await segmentOf(parameter, name, value);
		if (segment === undefined) continue;
		const path = operation.path.replace(/\{\w+\}/g, () => segment);
		const { host, pathname, search, hash } = new URL(`https://service.example${path}`);
		expect({ value, host, pathname, search, hash }).toEqual({
			...{ value, host: 'service.example', pathname: path, search: '', hash: '' },
		});
		expect(pathname.split('/')).toHaveLength(operation.path.split('/').length);
	}
});

/** The value as the request has it; undefined if it is refused. */
async function segmentOf(
	{ send }: Parameter,
	name: string,
	value: string,
): Promise<string | undefined> {
	const { as } = send as { as?: (value: unknown, item: object) => unknown };
	try {
		return encodeURIComponent(String(as ? await as(value, itemWith({ [name]: value })) : value));
	} catch (problem) {
		if (problem instanceof InputError) return undefined;
		throw problem;
	}
}
