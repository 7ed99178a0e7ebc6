import { testRequests } from './requests';

describe('requests of the groupware node', () => testRequests('groupware'));
