import { expect } from 'vitest';
import type { TestAnswer } from '../../support/test-messages.ts';
import { localDate } from '../reference/local-day.ts';
import type { Outcome, Problem } from '../reference/outcome.ts';
import type { ReferenceState } from '../reference/records.ts';
import { shown } from '../reference/shown.ts';
import { checkInvariants } from './invariants.ts';
import type { Exchange } from './member-run.ts';
import type { RandomRequest } from './random-request.ts';
import { comparable, type Seen } from './seen.ts';

/**
 * Compares an exchange with the reference: status, body, and all records afterwards. Returns the reference's next
 * state.
 */
export function judge(state: ReferenceState, { request, answer, before, after }: Exchange): ReferenceState {
  const next = expectAnswer(state, request, answer);
  const seen = { logs: after.logs.map(comparable), active: after.active && comparable(after.active) };
  expect(seen).toEqual(recordsShown(next));
  // A refusal that closes nothing changes nothing, not even `updatedAt`.
  if (next === state) expect(after).toEqual(before);
  checkInvariants(after);
  checkClosing(state.zone, before, after);
  return next;
}

/** Compares an answer with the reference: status and body. Returns the reference's next state. */
export function expectAnswer(state: ReferenceState, request: RandomRequest, answer: TestAnswer): ReferenceState {
  const expected = request.expect(state, createdIn(answer));
  expect(outcomeOf(answer)).toEqual({ status: expected.status, ...bodyOf(expected) });
  return expected.next;
}

/** All records of a state as reads show them. */
export function recordsShown(state: ReferenceState): { readonly logs: object[]; readonly active: object | null } {
  return { logs: logsOf(state), active: activeOf(state) };
}

/** A session that is closed automatically ends on its start day, in the zone of that moment. */
function checkClosing(zone: string | null, { active }: Seen, after: Seen): void {
  const log = after.logs.find(({ id, autoClosed }) => id === active?.id && autoClosed);
  if (!log?.endTime) return;
  expect(localDate(Date.parse(log.endTime) - 1, zone)).toBe(localDate(Date.parse(log.startTime), zone));
}

function logsOf({ records }: ReferenceState): object[] {
  const logs = records.filter(({ endTime }) => endTime !== null);
  return logs.sort((a, b) => a.startTime - b.startTime).map(shown);
}

function activeOf({ records }: ReferenceState): object | null {
  const open = records.find(({ endTime }) => endTime === null);
  return open ? shown(open) : null;
}

function createdIn({ body }: TestAnswer): string[] {
  const { data } = body;
  if (data === undefined) return [];
  return 'created' in data ? data.created.map(({ log }: { log: { id: string } }) => log.id) : [data.id];
}

function bodyOf({ data, problem }: Outcome): object {
  return data === undefined ? { problem } : { data };
}

function outcomeOf({ status, body }: TestAnswer): object {
  if (status >= 400) return { status, problem: problemOf(body, status) };
  const { data } = body;
  if (!('created' in data)) return { status, data: comparable(data) };
  const created = data.created.map(({ index, log }: TestAnswer['body']) => ({ index, log: comparable(log) }));
  const failed = data.failed.map((item: TestAnswer['body']) => {
    expect(item.detail).toMatch(/./);
    return { index: item.index, status: item.status, ...problemOf(item, item.status) };
  });
  return { status, data: { created, failed } };
}

function problemOf(problem: TestAnswer['body'], status: number): Problem {
  const { code, activeSession, conflictingLog, closedActiveSession, errors } = problem;
  if ((status === 422) !== Array.isArray(errors)) throw new Error(`errors of ${JSON.stringify(problem)}`);
  return {
    code,
    ...(activeSession === undefined ? {} : { activeSession }),
    ...(conflictingLog === undefined ? {} : { conflictingLog }),
    ...(closedActiveSession === undefined ? {} : { closedActiveSession: comparable(closedActiveSession) }),
  };
}
