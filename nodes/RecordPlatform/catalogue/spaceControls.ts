import type { Parameter, Send } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { spaceIn } from '../route';
import { someone } from './mentions';
import { modes, optionsInGuestSpace } from './parameters';

/** Part of a space's address that the control keeps: `#/space/12`, `guest/5/#/space/5`. */
const SPACE_IN_URL = '/k/((?:guest/[0-9]+/)?(?:m/)?#/space/[0-9]+)';

/** The ID in what a space was chosen by. */
export function spaceIdOf(chosen: unknown): string {
	return spaceIn(chosen).id;
}

/** A space, by ID or by the address of anything in it. */
export function space(where: Send['in'], key: string): Parameter {
	return {
		displayName: 'Space',
		name: 'spaceId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		description: 'The space to work with',
		...modes({
			noun: 'a space',
			id: '12',
			url: 'https://example.cybozu.com/k/#/space/12',
			pattern: SPACE_IN_URL,
		}),
		send: { in: where, key, as: spaceIdOf },
	};
}

/** The options of a call about a space; the guest space, where it is one, has its own path. */
export function spaceOptions(...own: Parameter[]): Parameter {
	return optionsInGuestSpace(
		'ID or URL of the guest space, where the space is one. Not needed when the space is chosen by its URL.',
		own,
	);
}

/** A member of a space, as the control keeps it. */
interface MemberRow {
	type: string;
	code: string;
	isAdmin?: boolean;
	includeSubs?: boolean;
}

/** Who belongs to a space; one of them at least has to administer it. */
export const members: Parameter = {
	displayName: 'Members',
	name: 'members',
	type: 'fixedCollection',
	placeholder: 'Add Member',
	default: {},
	required: true,
	typeOptions: { multipleValues: true },
	description: 'All members of the space. At least one of them must be an administrator of it.',
	options: [
		{
			displayName: 'Member',
			name: 'rows',
			values: [
				...someone,
				{
					displayName: 'Administrator',
					name: 'isAdmin',
					type: 'boolean',
					default: false,
					description: 'Whether the member administers the space',
				},
				{
					displayName: 'Include Departments Below',
					name: 'includeSubs',
					type: 'boolean',
					default: false,
					description: 'Whether the members of the departments below belong to the space too',
					displayOptions: { show: { type: ['ORGANIZATION'] } },
				},
			],
		},
	],
	send: { in: 'body', key: 'members', as: membersOf },
};

/** The members as the service takes them. Throws `Refusal` where one of them names nobody. */
function membersOf(value: unknown): object[] {
	const { rows = [] } = (value ?? {}) as { rows?: MemberRow[] };
	if (rows.length === 0) {
		throw new Refusal(
			'The parameter "Members" is empty',
			'Add all members of the space, one of them at least as its administrator',
		);
	}
	return rows.map(({ type, code, isAdmin = false, includeSubs = false }, at) => {
		const login = String(code ?? '').trim();
		if (login === '') throw new Refusal(`Member ${at + 1} has no code`);
		return {
			entity: { type, code: login },
			isAdmin,
			...(type === 'ORGANIZATION' && { includeSubs }),
		};
	});
}
