/** Settings. */
export const settings = {};
