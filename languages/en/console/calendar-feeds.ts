/** Calendar feeds. */
export const calendarFeeds = {};
