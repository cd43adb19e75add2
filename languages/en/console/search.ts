/** The search. */
export const search = {};
