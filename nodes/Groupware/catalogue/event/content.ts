import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import {
	choices,
	collectionParameter,
	switchParameter,
	textParameter,
} from '../../../shared/parameters';
import { watchersIn } from '../../values/references';
import { watchers } from '../people';
import { chosenTexts } from '../text';

const text = (displayName: string, name: string, description: string, key = name): Parameter =>
	textParameter({ displayName, name, description, send: { in: 'body', key, keepEmpty: true } });

const company = (displayName: string, name: string): Parameter =>
	textParameter({ displayName, name });

const companyInformation: Parameter = {
	...fields('Company Information', 'companyInfo', [
		company('Address', 'address'),
		company('Fare', 'routeFare'),
		company('Name', 'name'),
		company('Phone', 'phone'),
		company('Route', 'route'),
		company('Travel Time', 'routeTime'),
		company('ZIP Code', 'zipCode'),
	]),
	placeholder: 'Add Detail',
	description: 'Company to visit, and how to get there',
	send: { in: 'body', key: 'companyInfo', as: chosenTexts },
};

/**
 * What an event says beside its title, its times and who is there.
 * @param within the collection that the fields are in
 */
export const contentFields = (within: string): Parameter[] => [
	text(
		'Additional Item',
		'additionalItem',
		'Item that an administrator has added',
		'additionalItems.item.value',
	),
	switchParameter({
		displayName: 'Check Attendance',
		name: 'useAttendanceCheck',
		description: 'Whether to ask attendees to accept or decline',
		send: { in: 'body', key: 'useAttendanceCheck' },
	}),
	companyInformation,
	text('Facility Usage Purpose', 'facilityUsingPurpose', 'For facilities that require approval'),
	text('Menu', 'eventMenu', 'Type of event, e.g. Meeting'),
	{ ...text('Notes', 'notes', 'Notes on the event'), typeOptions: { rows: 4 } },
	{
		displayName: 'Visibility',
		name: 'visibilityType',
		...choices('PUBLIC', {
			PRIVATE: 'Private',
			SET_PRIVATE_WATCHERS: 'Private With Watchers',
			PUBLIC: 'Public',
		}),
		description: 'Who can see the event',
		send: { in: 'body', key: 'visibilityType' },
	},
	watchers(within),
];

/** Content fields of an event that does not exist yet. */
export const newEventFields: Parameter[] = contentFields('additionalFields').map((field) =>
	field.name === 'visibilityType'
		? { ...field, send: { in: 'body', key: 'visibilityType', as: visibility } }
		: field,
);

/** The service asks for watchers where only they may see the event. */
function visibility(value: unknown, item: ItemContext): unknown {
	if (value !== 'SET_PRIVATE_WATCHERS') return value;
	if (watchersIn(item, 'additionalFields.watchers', 'Watchers').length > 0) return value;
	throw new InputError(
		'"Visibility" is Private With Watchers, but "Watchers" is empty',
		'Add at least one watcher, or choose another visibility',
	);
}

/** A collection of parameters in the order of their names. */
export function fields(displayName: string, name: string, options: Parameter[]): Parameter {
	return collectionParameter({
		displayName,
		name,
		placeholder: displayName === 'Options' ? 'Add option' : 'Add Field',
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	});
}

export const title: Parameter = textParameter({
	displayName: 'Title',
	name: 'subject',
	description: 'Title of the event',
	send: { in: 'body', key: 'subject' },
});

export const simplify: Parameter = switchParameter({
	displayName: 'Simplify',
	name: 'simplify',
	description: 'Whether to return a simplified version of the response instead of the raw data',
});
