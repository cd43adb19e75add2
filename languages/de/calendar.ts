import type { CalendarMessages } from '../en/calendar.ts';

export const calendar: CalendarMessages = {
  organizer: 'Organisator',
};
