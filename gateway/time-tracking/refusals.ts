import { Refusal } from '../../platform/core/errors/refusal.ts';
import { logExample } from '../schema/time-record.ts';

const { id, startTime, endTime } = logExample;

/** What time tracking refuses, as the document shows it: with the facts that stand beside the problem (decisions 3.6, 10.5). */
export const refusals = {
  disabled: new Refusal('TIME_TRACKING_DISABLED'),
  open: new Refusal('SESSION_OPEN', { facts: { activeSession: { id, startTime } } }),
  notOpen: new Refusal('SESSION_NOT_OPEN'),
  paused: new Refusal('SESSION_PAUSED', { facts: { activeSession: { id, startTime } } }),
  notPaused: new Refusal('SESSION_NOT_PAUSED', { facts: { activeSession: { id, startTime } } }),
  autoClosed: new Refusal('SESSION_AUTO_CLOSED', {
    facts: { closedActiveSession: { ...logExample, autoClosed: true } },
  }),
  overlapping: new Refusal('LOG_OVERLAPPING', { facts: { conflictingLog: { id, startTime, endTime } } }),
} as const;
