import type { ItemContext, Operation, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { asksModel } from '../../../shared/input/reader';
import { listAt } from '../../../shared/parameters';
import { recordDecoder } from '../../codec/decode';
import { allowedFields, askedCondition } from '../../query/asked';
import { both, isClosed } from '../../query/parts';
import { paginateRecords } from '../../reading/paginate';
import { filter } from '../filter';
import { listedOptions } from '../lists';
import { app } from '../locators';
import { limit, options } from '../parameters';
import { wholeQuery } from './foundRecords';
import { readingOfRecords } from './read';

/** How a model fills it in, without anything that its author has to do. */
const BY_MODEL =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Search_For', `Conditions that must all be met: [{field, operator, value}]. field: label or code. operator: equals, notEquals, contains, greater, less, anyOf (value: list), empty. [{}] finds all`, 'json') }}";

const searchFor: Parameter = {
	displayName: 'Search For',
	name: 'searchFor',
	type: 'json',
	role: 'selects',
	default: '[]',
	placeholder: '[{ "field": "Status", "operator": "equals", "value": "Open" }]',
	description:
		'Conditions by field label or code, all of which must be met. A model fills them in.',
	inTool: { default: BY_MODEL },
};

const allowedList = listedOptions({
	displayName: 'Field Names or IDs',
	name: 'allowedFields',
	list: 'getReadableFields',
	role: 'selects',
	description: 'Fields to return and to search by. Leave empty to allow all fields.',
});

/** What limits a model: it may fill in nothing of it. */
const ofAuthor = [...filter, allowedList];

const { displayOptions: _, ...most } = limit;

export const find: Operation = {
	...readingOfRecords,
	value: 'find',
	pattern:
		'app: …, allowedFields: [\'$id\', \'Title\', \'Status\'], searchFor: \'[{"field": "Status", "value": "Open"}]\'',
	name: 'Find',
	action: 'Find records',
	description:
		'Find records by conditions that an AI agent writes, within the conditions and fields that you allow',
	parameters: [app('query'), searchFor, allowedList, most, ...filter, options()],
	run: {
		kind: 'paginate',
		pages: async (spec, wanted, item) => {
			checkAuthor(item);
			const names = listAt(item, 'allowedFields');
			const allowed = await allowedFields(item, names);
			const asked = await askedCondition(item, item.read('searchFor'), allowed);
			const query = await wholeQuery(item, 'Use the parameter Limit');
			if (!isClosed(query.condition)) {
				throw new InputError('A quote or a parenthesis of the query is not closed', 'Correct it');
			}
			const condition = both(query.condition, asked);
			const codes = names.length > 0 ? allowed.map(({ code }) => code) : [];
			const reading = { spec, wanted, query: { ...query, condition }, totalCount: false };
			return paginateRecords({ ...reading, fields: codes }, item);
		},
		result: () => {
			const plain = recordDecoder({ numbers: true });
			return (cells) => ({ json: plain(cells) });
		},
		emptyHint: 'No records meet the conditions.',
	},
};

/** Throws `InputError` for a limit that a model fills in, because it could see more than its author wants. */
function checkAuthor({ node }: ItemContext): void {
	const filledIn = ofAuthor.find(({ name }) => asksModel(node.parameters[name]));
	if (filledIn === undefined) return;
	throw new InputError(
		`"${filledIn.displayName}" can't be filled in by a model`,
		'Fill it in yourself, because it limits what the model finds. The model fills in "Search For"',
	);
}
