import { isObject } from '../../input/readers';
import type { Directory, Person } from '../directory';
import { ServiceError } from '../errors';
import type { FieldEntity, FormField } from '../form';
import type { CellCodec, CellContext } from './codec';

/** What is said of an organization in an app of a guest space. */
export const NO_ORGANIZATIONS = 'Organizations cannot be specified in an app of a guest space.';

interface PeopleKind {
	find(directory: Directory, code: string): Person | undefined;
	/** Codes that `LOGINUSER()` or `PRIMARY_ORGANIZATION()` stands for. */
	functionCodes(context: CellContext): string[];
	/** Apps of guest spaces have none (docs/api/record-platform.md, section 7). */
	notInGuestSpaces?: true;
	noun: string;
}

/** The code of `{code}` as sent for a user, organization or group. Throws CB_IJ01. */
export function entityCode(entry: unknown): string {
	if (!isObject(entry) || typeof entry.code !== 'string') throw new ServiceError('CB_IJ01');
	return entry.code;
}

function peopleCodec(kind: PeopleKind): CellCodec {
	return {
		empty: () => [],
		isEmpty: (value) => !Array.isArray(value) || value.length === 0,
		parse(raw, _field, at, { problems, directory, inGuestSpace }) {
			if (raw === undefined || raw === null || raw === '') return [];
			if (!Array.isArray(raw)) throw new ServiceError('CB_IJ01');
			if (raw.length > 0 && inGuestSpace && kind.notInGuestSpaces) {
				problems.add(`${at.path}.values.value`, NO_ORGANIZATIONS);
				return [];
			}
			const found = new Map<string, Person>();
			raw.forEach((entry, index) => {
				const code = entityCode(entry);
				const person = kind.find(directory, code);
				if (person) found.set(code, person);
				else {
					problems.add(
						`${at.path}.values[${index}].value`,
						`The ${kind.noun} (code: ${code}) was not found. It may have been deleted.`,
					);
				}
			});
			return [...found.values()];
		},
		initial(field, context) {
			if (context.inGuestSpace && kind.notInGuestSpaces) return [];
			return defaultEntities(field)
				.flatMap((entity) =>
					entity.type === 'FUNCTION' ? kind.functionCodes(context) : [entity.code],
				)
				.flatMap((code) => kind.find(context.directory, code) ?? []);
		},
		requiredSuffix: '.values.value',
	};
}

function defaultEntities(field: FormField): FieldEntity[] {
	if (!Array.isArray(field.defaultValue)) return [];
	return field.defaultValue.filter((entry): entry is FieldEntity => typeof entry === 'object');
}

export const userCodec = peopleCodec({
	find: (directory, code) => directory.user(code),
	functionCodes: ({ login }) => [login],
	noun: 'user',
});

export const organizationCodec = peopleCodec({
	find: (directory, code) => directory.organization(code),
	functionCodes: ({ login, directory }) => directory.organizationsOf(login).slice(0, 1),
	notInGuestSpaces: true,
	noun: 'organization',
});

export const groupCodec = peopleCodec({
	find: (directory, code) => directory.group(code),
	functionCodes: () => [],
	noun: 'group',
});
