import type { FaultGroup } from './fault';
import { groupware } from './faults/groupware';
import { recordPlatform } from './faults/record-platform';
import { sandbox } from './faults/sandbox';
import { shared } from './faults/shared';
import { triggers } from './faults/triggers';

export const groups: FaultGroup[] = [
	...shared,
	...recordPlatform,
	...groupware,
	...triggers,
	...sandbox,
];
