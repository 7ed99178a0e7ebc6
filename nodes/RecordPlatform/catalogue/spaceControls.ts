import type { Parameter, Send } from '../../shared/catalogue';
import { isEmptyError } from '../../shared/input/policy';
import { spaceIn } from '../route';
import { someone } from './people';
import { list, modes, optionsInGuestSpace, rowsParameter, withHost } from './parameters';

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
	code: unknown;
	isAdmin?: boolean;
	includeSubs?: boolean;
}

/** The members of a space, including at least one administrator. */
export const members = rowsParameter(
	'Member',
	[
		...someone(),
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
	{
		displayName: 'Members',
		name: 'members',
		required: true,
		typeOptions: { multipleValues: true },
		description: 'All members of the space. At least one of them must be an administrator.',
		send: { in: 'body', key: 'members', as: membersOf },
	},
);

/** The members in the service's format; a row without a code is none. */
function membersOf(value: unknown): object[] {
	const { rows = [] } = (value ?? {}) as { rows?: MemberRow[] };
	const members = rows.flatMap(({ type, code, isAdmin = false, includeSubs = false }) =>
		list(code).map((one) => ({
			entity: { type, code: one },
			isAdmin,
			...(type === 'ORGANIZATION' && { includeSubs }),
		})),
	);
	if (members.length === 0) throw isEmptyError('Members');
	return members;
}
