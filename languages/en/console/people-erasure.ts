/** Erasing people, and holds. */
export const peopleErasure = {};
