import type { INodeProperties } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import { facilitiesOf, membersOf } from '../values/references';
import { picker } from './locators';

/** Shows a field of a row for one of the row's kinds. */
function forKind(kind: string): Pick<INodeProperties, 'displayOptions'> {
	return { displayOptions: { show: { kind: [kind] } } };
}

export const user = picker('user', { withCode: true, ...forKind('user') });
const organization = picker('organization', { withCode: true, ...forKind('organization') });

export const loginNames: INodeProperties = {
	displayName: 'Login Names',
	name: 'codes',
	type: 'string',
	default: '',
	placeholder: 'e.g. sato, suzuki',
	description: 'Login names separated by commas, or a list from an expression',
	...forKind('codes'),
};

/** Users and organizations, one a row, or several by their login names. */
export const attendees: Parameter = {
	displayName: 'Attendees',
	name: 'attendees',
	type: 'fixedCollection',
	placeholder: 'Add Attendee',
	default: {},
	typeOptions: { multipleValues: true },
	description: 'Users and organizations who take part',
	options: [
		{
			displayName: 'Attendee',
			name: 'rows',
			values: [
				{
					displayName: 'Kind',
					name: 'kind',
					type: 'options',
					default: 'user',
					options: [
						{ name: 'Organization', value: 'organization' },
						{ name: 'User', value: 'user' },
						{ name: 'Users by Login Name', value: 'codes' },
					],
				},
				user as INodeProperties,
				organization as INodeProperties,
				loginNames,
			],
		},
	],
	send: { in: 'body', key: 'attendees', as: (value) => orNothing(membersOf(value)) },
};

/** Those who see a private event beside its attendees. */
export const watchers: Parameter = {
	displayName: 'Watchers',
	name: 'watchers',
	type: 'fixedCollection',
	placeholder: 'Add Watcher',
	default: {},
	typeOptions: { multipleValues: true },
	description:
		'Users, organizations and roles who may see the event when it is private with watchers',
	options: [
		{
			displayName: 'Watcher',
			name: 'rows',
			values: [
				{
					displayName: 'Kind',
					name: 'kind',
					type: 'options',
					default: 'user',
					options: [
						{ name: 'Organization', value: 'organization' },
						{ name: 'Roles by Name', value: 'roles' },
						{ name: 'User', value: 'user' },
						{ name: 'Users by Login Name', value: 'codes' },
					],
				},
				loginNames,
				organization as INodeProperties,
				{
					displayName: 'Roles',
					name: 'roles',
					type: 'string',
					default: '',
					placeholder: 'e.g. Managers, Everyone',
					description: 'Names of roles separated by commas, or a list from an expression',
					...forKind('roles'),
				},
				user as INodeProperties,
			],
		},
	],
	send: { in: 'body', key: 'watchers', as: (value) => orNothing(membersOf(value)) },
};

const facilityCodes: INodeProperties = {
	displayName: 'Codes',
	name: 'codes',
	type: 'string',
	default: '',
	placeholder: 'e.g. room-a, room-b',
	description: 'Codes of facilities separated by commas, or a list from an expression',
	...forKind('codes'),
};

const facility = picker('facility', { withCode: true, ...forKind('facility') });

/** Rooms and equipment, one a row, or several by their codes. */
export const facilities: Parameter = {
	displayName: 'Facilities',
	name: 'facilities',
	type: 'fixedCollection',
	placeholder: 'Add Facility',
	default: {},
	typeOptions: { multipleValues: true },
	description: 'Rooms and equipment to reserve',
	options: [
		{
			displayName: 'Facility',
			name: 'rows',
			values: [
				{
					displayName: 'Kind',
					name: 'kind',
					type: 'options',
					default: 'facility',
					options: [
						{ name: 'Facilities by Code', value: 'codes' },
						{ name: 'Facility', value: 'facility' },
					],
				},
				facility as INodeProperties,
				facilityCodes,
			],
		},
	],
	send: { in: 'body', key: 'facilities', as: (value) => orNothing(facilitiesOf(value)) },
};

/** The same for a search, which also takes all facilities of a group. */
export const searchedFacilities: Parameter = {
	displayName: 'Facilities',
	name: 'facilities',
	type: 'fixedCollection',
	placeholder: 'Add Facility',
	default: {},
	typeOptions: { multipleValues: true },
	description: 'Rooms and equipment that must be free',
	options: [
		{
			displayName: 'Facility',
			name: 'rows',
			values: [
				{
					displayName: 'Kind',
					name: 'kind',
					type: 'options',
					default: 'facility',
					options: [
						{ name: 'Facilities by Code', value: 'codes' },
						{ name: 'Facility', value: 'facility' },
						{ name: 'Facility Group', value: 'facilityGroup' },
					],
				},
				facility as INodeProperties,
				facilityCodes,
				picker('facilityGroup', {
					description: 'The group of which every facility is searched',
					...forKind('facilityGroup'),
				}) as INodeProperties,
			],
		},
	],
};

function orNothing<T>(entries: T[]): T[] | undefined {
	return entries.length > 0 ? entries : undefined;
}
