/** Rules of working time, and the calendar. */
export const workingTime = {};
