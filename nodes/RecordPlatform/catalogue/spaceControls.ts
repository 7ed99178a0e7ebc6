import type { Parameter, Send } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { textOf } from '../../shared/text';
import { spaceIn } from '../route';
import { someone } from './mentions';
import { modes, optionsInGuestSpace, withHost } from './parameters';

const SPACE_IN_URL = '/k/(?:guest/[0-9]+/)?(?:m/)?#/space/[0-9]+';

/** The ID of a space that was selected by ID or URL. */
export function spaceIdOf(chosen: unknown): string {
	return spaceIn(chosen).id;
}

/** A space, by ID or by any URL in the space. */
export function space(where: Send['in'], key: string): Parameter {
	return {
		displayName: 'Space',
		name: 'spaceId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description: 'Space to work with',
		...modes({
			noun: 'a space',
			id: '12',
			url: 'https://example.cybozu.com/k/#/space/12',
			pattern: SPACE_IN_URL,
			kept: withHost(SPACE_IN_URL),
		}),
		send: { in: where, key, as: spaceIdOf },
	};
}

/** The options of a space request, with the guest space for its path. */
export function spaceOptions(...own: Parameter[]): Parameter {
	return optionsInGuestSpace(
		'ID or URL of the space, if it is a guest space. Not needed if the space is selected by its URL.',
		own,
	);
}

/** A member of a space, as stored by the control. */
interface MemberRow {
	type: string;
	code: string;
	isAdmin?: boolean;
	includeSubs?: boolean;
}

/** The members of a space, including at least one administrator. */
export const members = someone(
	{
		displayName: 'Members',
		name: 'members',
		type: 'fixedCollection',
		placeholder: 'Add Member',
		default: {},
		required: true,
		typeOptions: { multipleValues: true },
		description: 'All members of the space. At least one of them must be an administrator.',
		send: { in: 'body', key: 'members', as: membersOf },
	},
	{
		displayName: 'Member',
		values: [
			{
				displayName: 'Administrator',
				name: 'isAdmin',
				type: 'boolean',
				default: false,
				description: 'Whether the member is an administrator of the space',
			},
			{
				displayName: 'Include Departments Below',
				name: 'includeSubs',
				type: 'boolean',
				default: false,
				description: 'Whether to include the members of subdepartments',
				displayOptions: { show: { type: ['ORGANIZATION'] } },
			},
		],
	},
);

/** Switches of a member, and which members have them. */
const SWITCHES: Array<{ name: 'isAdmin' | 'includeSubs'; label: string; of?: string }> = [
	{ name: 'isAdmin', label: 'Administrator' },
	{ name: 'includeSubs', label: 'Include Departments Below', of: 'ORGANIZATION' },
];

/** The same, replacing the members that a space has. */
export const newMembers = members.map((list): Parameter => ({
	...list,
	send: { in: 'body', key: 'members', as: membersOf, replaces: ['id'] },
}));

/** The members in the service's format. Throws `InputError` if one of them has no code. */
function membersOf(value: unknown): object[] {
	const { rows = [] } = (value ?? {}) as { rows?: MemberRow[] };
	if (rows.length === 0) {
		throw new InputError(
			'The parameter "Members" is empty',
			'Add all members of the space, at least one of them as administrator',
		);
	}
	return rows.map(({ type, code, isAdmin = false, includeSubs = false }, at) => {
		const login = textOf(code, 'Members').trim();
		if (login === '') throw new InputError(`Member ${at + 1} has no code`);
		const unclear = SWITCHES.find(
			({ name, of = type }) =>
				of === type && name in (rows[at] ?? {}) && typeof rows[at]?.[name] !== 'boolean',
		);
		if (unclear) {
			throw new InputError(
				`"${unclear.label}" of member ${at + 1} is neither on nor off`,
				'Nothing was changed. Check its expression: it must return true or false',
			);
		}
		return {
			entity: { type, code: login },
			isAdmin,
			...(type === 'ORGANIZATION' && { includeSubs }),
		};
	});
}
