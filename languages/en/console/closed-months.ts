/** Closed months, and what arrives late. */
export const closedMonths = {};
