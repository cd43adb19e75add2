import { expect } from 'vitest';
import { type CalendarComponent, readCalendar } from './calendar.ts';
import type { TestAnswer } from './test-messages.ts';

/** The entries of a calendar that was answered. */
export function eventsOf({ status, headers, text }: TestAnswer): CalendarComponent[] {
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return readCalendar(text).all('VEVENT');
}

/** The ids of its appointments. */
export function appointmentIdsOf(answer: TestAnswer): (string | undefined)[] {
  return eventsOf(answer).map((event) => event.raw('UID')?.replace('@lyceum', ''));
}

export function uidOf({ id }: { readonly id: string }): string {
  return `${id}@lyceum`;
}
