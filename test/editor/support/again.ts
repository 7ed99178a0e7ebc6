// A browser has its moods: a test that fails is tried once more, and says why it failed at first.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
