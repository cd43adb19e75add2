import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { durationsOf } from '../domain/durations.ts';
import { refusals } from '../domain/refusals.ts';
import type { TimeRecord } from '../domain/time-record.ts';

/**
 * The refusal of a punch that needs today's session but found one of an earlier day, which is now closed:
 * `closedActiveSession` is the log, in the specification's JSON (decisions 10.5). A log too long for a refusal is
 * reduced to its id and times.
 */
export function sessionAutoClosed(log: TimeRecord): Refusal {
  const whole = logJson(log);
  const { id, startTime, endTime } = whole;
  const fits = Buffer.byteLength(JSON.stringify(whole)) <= MAX_EXTENSIONS_BYTES;
  return new Refusal(refusals.SESSION_AUTO_CLOSED, {
    extensions: { closedActiveSession: fits ? whole : { id, startTime, endTime } },
  });
}

/** Keeps a refusal's extensions below the limit for their transport between processes. */
const MAX_EXTENSIONS_BYTES = 23 * 1024;

function logJson({ id, userId, start, end, source, note, autoClosed, ...log }: TimeRecord) {
  return {
    id,
    userId,
    startTime: toInstantText(start),
    endTime: textOrNull(end),
    status: 'closed',
    pauses: log.pauses.map((pause) => ({ startTime: toInstantText(pause.start), endTime: textOrNull(pause.end) })),
    timestamps: log.timestamps.map((timestamp) => ({ ...timestamp, time: toInstantText(timestamp.time) })),
    ...{ source, note, autoClosed },
    correctedAt: textOrNull(log.correctedAt),
    ...durationsOf({ start, end, pauses: log.pauses }),
    createdAt: toInstantText(log.createdAt),
    updatedAt: toInstantText(log.updatedAt),
  };
}

function textOrNull(at: number | null): string | null {
  return at === null ? null : toInstantText(at);
}
