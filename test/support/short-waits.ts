import { waits } from '../../nodes/shared/transport/retry';

// Tests of what happens after retries need not wait for them.
waits.first = 0.02;
