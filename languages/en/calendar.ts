/** The words of calendars that are the product's own. */
export const calendar = {
  /** Instead of a name that has nothing which a calendar can hold. */
  organizer: 'Organizer',
};

export type CalendarMessages = typeof calendar;
