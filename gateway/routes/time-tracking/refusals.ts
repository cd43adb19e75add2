import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusals as kinds } from '../../problem/refusals.ts';
import { logExample } from '../../schema/time-record.ts';

const { id, startTime, endTime } = logExample;

/** Refusals of time tracking as the OpenAPI document shows them, with their extension members (decisions 3.6, 10.5). */
export const refusals = {
  disabled: new Refusal(kinds.TIME_TRACKING_DISABLED),
  open: new Refusal(kinds.SESSION_OPEN, { extensions: { activeSession: { id, startTime } } }),
  notOpen: new Refusal(kinds.SESSION_NOT_OPEN),
  paused: new Refusal(kinds.SESSION_PAUSED, { extensions: { activeSession: { id, startTime } } }),
  notPaused: new Refusal(kinds.SESSION_NOT_PAUSED, { extensions: { activeSession: { id, startTime } } }),
  autoClosed: new Refusal(kinds.SESSION_AUTO_CLOSED, {
    extensions: { closedActiveSession: { ...logExample, autoClosed: true } },
  }),
  overlapping: new Refusal(kinds.LOG_OVERLAPPING, { extensions: { conflictingLog: { id, startTime, endTime } } }),
  monthClosed: new Refusal(kinds.MONTH_CLOSED, { extensions: { closedThrough: '2026-09-30' } }),
} as const;
