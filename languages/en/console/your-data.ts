/** The archive of an institution. */
export const yourData = {};
