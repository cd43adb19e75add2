/** Leaving email about problems. */
export const unsubscribe = {};
