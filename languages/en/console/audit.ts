/** The audit: kinds of records, sentences of changes. */
export const audit = {};
