/** The names of fields and kinds of records. */
export const fields = {};
