import { effects } from './effects';
import { otherTargets, sameTarget } from './manyItems';
import { oddValues } from './oddValues';
import { otherAnswers } from './otherAnswers';
import { otherUsers } from './otherUsers';
import { parts } from './parts';
import { places } from './places';
import type { Property } from './property';
import { readings } from './readings';
import { roundTrips } from './roundTrips';

/** What must hold for every operation. */
export const properties = [
	effects,
	parts,
	readings,
	roundTrips,
	oddValues,
	sameTarget,
	otherTargets,
	places,
	otherUsers,
	otherAnswers,
] as Property[];
