import { randomUUID } from 'node:crypto';
import { createLog, createLogs, type Draft, updateLog } from '../reference/logs.ts';
import type { Outcome } from '../reference/outcome.ts';
import { nearNow, pause, resume, start, stop, timestamp } from '../reference/punches.ts';
import type { ReferenceState } from '../reference/records.ts';
import type { Action, PunchKind, RandomChange, RandomDraft } from './actions.ts';
import type { CalendarWindow } from './calendar-windows.ts';
import { instantOf } from './moments.ts';
import { latestOf, type Seen } from './seen.ts';
import { spelledInstant } from './spelling.ts';

/** A request of a random action, and what the reference says of it. */
export interface RandomRequest {
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  /** Without the member. */
  readonly json: object;
  /** @param ids of what the request creates, in its order, as the answer gives them */
  expect(state: ReferenceState, ids: readonly string[]): Outcome;
}

export interface RequestContext {
  readonly window: CalendarWindow;
  readonly seen: Seen;
  /** The services' clock. */
  readonly now: number;
}

export type RequestAction = Exclude<Action, { kind: 'zone' | 'replay' }>;

/** The request of an action. */
export function randomRequest(action: RequestAction, context: RequestContext): RandomRequest {
  switch (action.kind) {
    case 'create': {
      const draft = draftOf(action.draft, context);
      const expect = (state: ReferenceState, [id = '']: readonly string[]) => createLog(state, draft, id);
      return { method: 'POST', path: '/logs', json: spelledDraft(draft, action.spelling), expect };
    }
    case 'bulk': {
      const drafts = action.drafts.map((draft) => draftOf(draft, context));
      const items = drafts.map((draft) => spelledDraft(draft, action.spelling));
      return {
        method: 'POST',
        path: '/logs/bulk',
        json: { items },
        expect: (state, ids) => createLogs(state, drafts, ids),
      };
    }
    case 'update':
      return updateRequest(action, context);
    default: {
      const { kind, moment, spelling } = action;
      const { window, seen, now } = context;
      const at = moment === null ? now : instantOf(moment, window, { latest: latestOf(seen), now });
      const when = moment === null ? {} : { at: spelledInstant(at, spelling) };
      const expect = (state: ReferenceState, [id = '']: readonly string[]) =>
        nearNow(state, at, now, () => expectPunch[kind](state, at, id));
      const json = kind === 'timestamp' ? { ...when, label: LABEL } : when;
      return { method: 'POST', path: kind === 'timestamp' ? '/timestamps' : `/sessions/${kind}`, json, expect };
    }
  }
}

const LABEL = 'Lab';

const expectPunch: Record<PunchKind, (state: ReferenceState, at: number, id: string) => Outcome> = {
  start,
  pause,
  resume,
  stop,
  timestamp: (state, at, id) => timestamp(state, at, id, LABEL),
};

function updateRequest(
  action: Extract<Action, { kind: 'update' }>,
  { seen: { logs, active } }: RequestContext,
): RandomRequest {
  // Beside the logs there is one more to choose: the open session, or what does not exist.
  const index = action.log % (logs.length + 1);
  const log = logs[index] ?? active;
  const id = log?.id ?? randomUUID();
  const from = Date.parse(log?.startTime ?? '2026-10-05T08:00:00Z');
  const to = log?.endTime ? Date.parse(log.endTime) : from + 60_000;
  const change = changeOf(action.change, from, to);
  const { startTime, endTime, pauses, note } = change;
  const json = {
    ...(startTime === undefined ? {} : { startTime: spelledInstant(startTime, action.spelling) }),
    ...(endTime === undefined ? {} : { endTime: spelledInstant(endTime, action.spelling) }),
    ...(pauses === undefined ? {} : { pauses: spelledPauses(pauses, action.spelling) }),
    ...(note === undefined ? {} : { note }),
  };
  return { method: 'PATCH', path: `/logs/${id}`, json, expect: (state) => updateLog(state, id, change) };
}

function changeOf({ startShiftMs, endShiftMs, pauses, note }: RandomChange, from: number, to: number) {
  const startTime = startShiftMs === undefined ? undefined : from + startShiftMs;
  const endTime = endShiftMs === undefined ? undefined : to + endShiftMs;
  return {
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(pauses === undefined ? {} : { pauses: pausesIn(pauses, startTime ?? from, endTime ?? to) }),
    ...(note === undefined ? {} : { note }),
  };
}

function draftOf({ start: moment, lengthMs, pauses, note }: RandomDraft, { window, seen, now }: RequestContext): Draft {
  const startTime = instantOf(moment, window, { latest: latestOf(seen), now });
  const endTime = startTime + lengthMs;
  return {
    startTime,
    endTime,
    ...(pauses === undefined ? {} : { pauses: pausesIn(pauses, startTime, endTime) }),
    ...(note === undefined ? {} : { note }),
  };
}

function pausesIn(pauses: NonNullable<RandomDraft['pauses']>, from: number, to: number) {
  const at = (hundredths: number) => from + Math.floor(((to - from) * hundredths) / 100);
  return pauses.map((pause) => ({ startTime: at(pause.from), endTime: at(pause.from + pause.length) }));
}

function spelledDraft({ startTime, endTime, pauses, ...more }: Draft, spelling: number): object {
  return {
    startTime: spelledInstant(startTime, spelling),
    endTime: spelledInstant(endTime, spelling + 1),
    ...(pauses === undefined ? {} : { pauses: spelledPauses(pauses, spelling) }),
    ...more,
  };
}

function spelledPauses(pauses: NonNullable<Draft['pauses']>, spelling: number): object[] {
  return pauses.map(({ startTime, endTime }) => ({
    startTime: spelledInstant(startTime, spelling + 2),
    endTime: spelledInstant(endTime, spelling + 3),
  }));
}
