/** Events, in sentences. */
export const events = {};
