import { demoInstant } from './local-time.ts';

/** A lesson of the demo institution, which its course, room and teacher name by code or name. */
export interface Lesson {
  readonly course: string;
  readonly title: string;
  readonly room: string;
  readonly teacher: string;
  /** The name of the invited group of the course's students; undefined for none. */
  readonly group: string | undefined;
  /** RFC 3339, UTC. */
  readonly dateTime: string;
  /** In minutes. */
  readonly duration: number;
}

/** Two weeks of lessons, from the Monday of a day's week on. No room and no teacher has two at a time. */
export function timetableOf(day: Temporal.PlainDate): Lesson[] {
  const monday = day.subtract({ days: day.dayOfWeek - 1 });
  return [0, 1].flatMap((week) =>
    WEEK.map(([weekday, time, course, title, room, teacher, group]) => {
      const date = monday.add({ weeks: week, days: weekday - 1 });
      return { course, title, room, teacher, group, dateTime: demoInstant(date, time), duration: 90 };
    }),
  );
}

type Row = readonly [
  ...[weekday: number, time: string, course: string, title: string, room: string, teacher: string],
  group?: string,
];

/**
 * Weekdays from Monday, 1. On Tuesdays and Wednesdays, when the examples of the guides book rooms, there is none, nor
 * one of the courses and rooms whose calendars they print: they print what the pages show, on whatever day Lyceum was
 * first started.
 */
const WEEK: readonly Row[] = [
  [1, '08:15', 'CS-110', 'Lecture', 'H 1.01', 'NH-0051', 'CS group A'],
  [1, '10:00', 'CS-120', 'Lecture', 'H 1.01', 'NH-0052', 'CS group A'],
  [1, '10:00', 'BUS-100', 'Lecture', 'H 1.02', 'NH-0053'],
  [1, '12:30', 'MED-110', 'Skills training', 'Skills Lab', 'NH-0054', 'Nursing 2026'],
  [1, '14:15', 'LNG-001', 'Class', 'N 1', 'NH-0055'],
  [4, '08:15', 'CS-110', 'Exercises', 'H 1.02', 'NH-0051', 'CS group A'],
  [4, '10:00', 'CS-210', 'Lecture', 'H 1.01', 'NH-0051'],
  [4, '10:00', 'BUS-150', 'Seminar', 'N 1', 'NH-0053'],
  [4, '12:30', 'MED-220', 'Skills training', 'Skills Lab', 'NH-0054', 'Nursing 2026'],
  [4, '14:15', 'LNG-002', 'Class', 'N 2', 'NH-0055'],
  [5, '08:15', 'LAW-201', 'Lecture', 'H 1.01', 'NH-0056'],
  [5, '10:00', 'CS-120', 'Exercises', 'H 1.02', 'NH-0052', 'CS group A'],
  [5, '12:30', 'MED-110', 'Lecture', 'H 1.01', 'NH-0054', 'Nursing 2026'],
  [5, '14:15', 'CE-500', 'Course day', 'N 2', 'NH-0057'],
];
