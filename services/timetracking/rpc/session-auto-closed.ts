import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { durationsOf } from '../domain/durations.ts';
import { refusals } from '../domain/refusals.ts';
import type { TimeRecord } from '../domain/time-record.ts';

/**
 * The refusal of a punch that needs today's session and found one of an earlier day, which is closed now: `closedActiveSession` is the log, in
 * the specification's JSON (decisions 10.5). A log too long for a refusal is named by id and times alone.
 */
export function sessionAutoClosed(log: TimeRecord): Refusal {
  const whole = logJson(log);
  const { id, startTime, endTime } = whole;
  const fits = Buffer.byteLength(JSON.stringify(whole)) <= EXTENSIONS_BYTES_AT_MOST;
  return new Refusal(refusals.SESSION_AUTO_CLOSED, {
    extensions: { closedActiveSession: fits ? whole : { id, startTime, endTime } },
  });
}

/** Below what a refusal's facts may measure on their way between processes. */
const EXTENSIONS_BYTES_AT_MOST = 23 * 1024;

function logJson(log: TimeRecord) {
  const end = log.end === null ? null : toInstantText(log.end);
  return {
    id: log.id,
    userId: log.userId,
    startTime: toInstantText(log.start),
    endTime: end,
    status: 'closed',
    pauses: log.pauses.map((pause) => ({
      startTime: toInstantText(pause.start),
      endTime: pause.end === null ? null : toInstantText(pause.end),
    })),
    timestamps: log.timestamps.map(({ id, templateId, label, time }) => ({
      id,
      templateId,
      label,
      time: toInstantText(time),
    })),
    source: log.source,
    note: log.note,
    autoClosed: log.autoClosed,
    ...durationsOf(log),
    createdAt: toInstantText(log.createdAt),
    updatedAt: toInstantText(log.updatedAt),
  };
}
