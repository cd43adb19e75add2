/** People: the list, one person, archiving. */
export const people = {};
