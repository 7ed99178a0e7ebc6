import { testRequests } from './requests';

describe('requests of the record platform node', () => testRequests('recordPlatform'));
