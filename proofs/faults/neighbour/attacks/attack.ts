import { randomUUID } from 'node:crypto';
import type { Attacker, Request } from '../attacker.ts';
import type { LargeInstitution } from '../large-institution.ts';

/** One kind of attack by a client. */
export interface Attack {
  readonly name: string;
  /** Whether it can do without the appointments of the institution, which take long to create. */
  readonly needsNoAppointments?: true;
  /** Whether an administrator of the institution attacks in the console. */
  readonly needsConsole?: true;
  /** How many other institutions take part, with a client each; none by default. */
  readonly others?: number;
  /** All permitted outcomes of its requests, as documented in docs/overload.md. */
  readonly allowed: readonly string[];
  /** The outcomes that show the attack was limited: at least one must occur. */
  readonly bounds: readonly string[];
  /** What it does before it begins, which is not measured. */
  prepare?(attacker: Attacker): Promise<void>;
  run(attacker: Attacker): Promise<unknown>;
}

/** The rejections any request may get when there are too many of its kind. */
export const SHED = [
  '503 The platform is busy. Repeat the request.',
  '503 The service is busy. Repeat the request.',
  '503 The request took too long. Repeat the request.',
  '503 The service is temporarily unavailable. Repeat the request.',
  '429 rate_limit_exceeded',
];

/** @param answers permitted outcomes beside those of `SHED`; the first one must occur */
export function attack(
  name: string,
  answers: readonly string[],
  run: Attack['run'],
  more: Partial<Attack> = {},
): Attack {
  return { name, allowed: [...answers, ...SHED], bounds: answers.slice(0, 1), run, ...more };
}

/** One after the other, again and again. */
export function at<T>(all: readonly T[], n: number): T {
  return all[n % all.length] as T;
}

export function post(path: string, body: Buffer, authorization?: string): Request {
  const headers = { 'idempotency-key': randomUUID(), ...(authorization !== undefined && { authorization }) };
  return { method: 'POST', path, body, headers };
}

/** Pages of the maximum size in bytes. */
export function largestPage({ crowdedCourseId }: LargeInstitution): string {
  return `/courses/${crowdedCourseId}/appointments?limit=100`;
}

export function longCalendar({ longCourseId }: LargeInstitution): string {
  return `/courses/${longCourseId}/appointments.ics`;
}

export const BULK = '/time-tracking/logs/bulk';
const BEGIN = Date.parse('1990-01-01T06:00:00Z');

/** The body of a bulk with the maximum number of logs, each with five pauses, all valid, for one member. */
export function largestBulk(userId: string): Buffer {
  return Buffer.from(`{"userId":"${userId}","items":${logs}}`);
}

const logs = JSON.stringify(Array.from({ length: 500 }, (_, day) => logOf(day)));

function logOf(day: number) {
  // Without milliseconds: with them the body would be over its size limit.
  const time = (minute: number) => `${new Date(BEGIN + (day * 24 * 60 + minute) * 60_000).toISOString().slice(0, 19)}Z`;
  const pauses = Array.from({ length: 5 }, (_, n) => ({ startTime: time(n * 15 + 10), endTime: time(n * 15 + 11) }));
  return { startTime: time(0), endTime: time(8 * 60), pauses };
}

/** A year in which each of the members has a log on every day. */
export const A_YEAR = { from: '1990-01-01', last: '1990-12-31', to: '1991-01-01' };
export const MEMBERS_WITH_HOURS = 40;

/** Gives members a log for each of 500 days, by several clients, as one may not write as much. */
export async function recordHours(attacker: Attacker): Promise<void> {
  const { colleagues, institution } = attacker.order;
  for (const [n, id] of institution.userIds.slice(0, MEMBERS_WITH_HOURS).entries())
    await attacker.sendDirectly(post(BULK, largestBulk(id), at(colleagues, n)));
}
