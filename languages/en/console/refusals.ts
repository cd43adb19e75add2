/** What services refuse, as a sentence. */
export const refusals = {};
