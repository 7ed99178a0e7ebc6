import { groupware } from './groupware';
import { recordPlatform } from './record-platform';
import type { SandboxService } from './types';

/** The services at one origin, in the order their tables are made. */
export const services: readonly SandboxService[] = [recordPlatform, groupware];
