import type { InputErrors, Read } from '../input/readers';
import { invalid, ServiceError } from './errors';
import { requests } from './requests';

export const inputErrors: InputErrors = {
	wrongType: () => new ServiceError('CB_IJ01'),
	missing: (path) => invalid(path, 'Required field.'),
	tooShort: (path, minimum) => invalid(path, `Enter more than ${minimum - 1} characters.`),
	tooLong: (path, maximum) => invalid(path, `Enter less than ${maximum + 1} characters.`),
	tooSmall: (path, minimum) => invalid(path, `must be greater than or equal to ${minimum}`),
	tooLarge: (path, maximum) => invalid(path, `must be less than or equal to ${maximum}`),
	tooMany: (path, maximum) =>
		invalid(path, `At most ${maximum} ${path.replace(/^.*\./, '')} can be specified.`),
	notOffered: (path) => invalid(path, 'must be one of the enum value'),
};

type RequestId = keyof typeof requests;

/** The parameters of an operation as they are read. */
export type Body<Id extends RequestId> = Read<(typeof requests)[Id]>;

/** Reads what was sent by docs/api. Throws CB_IJ01 for a wrong JSON type, CB_VA01 for anything else. */
export function read<Id extends RequestId>(id: Id, sent: object): Body<Id> {
	return requests[id](sent, '', inputErrors) as Body<Id>;
}
