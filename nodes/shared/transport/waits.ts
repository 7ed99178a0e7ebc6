/** Seconds before something is tried for the second time; each further try waits longer. */
export const waits = { first: 0.4 };
