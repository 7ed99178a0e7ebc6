import { conditions } from './conditions';
import { effects } from './effects';
import { guards } from './guards';
import { hostile } from './hostile';
import { otherTargets, sameTarget } from './manyItems';
import { otherUsers } from './otherUsers';
import { parts } from './parts';
import type { Property } from './property';
import { readings } from './readings';
import { roundTrips } from './roundTrips';

/** What must hold for every operation. */
export const properties = [
	effects,
	parts,
	readings,
	conditions,
	guards,
	roundTrips,
	sameTarget,
	otherTargets,
	otherUsers,
	hostile,
] as Property[];
