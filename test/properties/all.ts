import { conditions } from './conditions';
import { effects } from './effects';
import { otherTargets, sameTarget } from './manyItems';
import { oddValues } from './oddValues';
import { otherAnswers } from './otherAnswers';
import { otherUsers } from './otherUsers';
import { parts } from './parts';
import { permissions } from './permissions';
import { places } from './places';
import type { Property } from './property';
import { readings } from './readings';
import { roundTrips } from './roundTrips';

/** What must hold for every operation. */
export const properties = [
	effects,
	parts,
	readings,
	conditions,
	roundTrips,
	oddValues,
	sameTarget,
	otherTargets,
	permissions,
	places,
	otherUsers,
	otherAnswers,
] as Property[];
