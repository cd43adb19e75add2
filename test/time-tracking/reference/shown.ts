import type { ReferenceRecord } from './records.ts';

/** A record as in responses (decisions 10.2), without `userId`, `createdAt`, `updatedAt` and `correctedAt`. */
export function shown(record: ReferenceRecord): object {
  const { startTime, endTime } = record;
  const duration = endTime === null ? null : endTime - startTime;
  let paused = 0;
  for (const pause of record.pauses) paused += (pause.endTime ?? pause.startTime) - pause.startTime;
  return {
    id: record.id,
    startTime: instantText(startTime),
    endTime: endTime === null ? null : instantText(endTime),
    status: statusOf(record),
    pauses: record.pauses.map((pause) => ({
      startTime: instantText(pause.startTime),
      endTime: pause.endTime === null ? null : instantText(pause.endTime),
    })),
    timestamps: [...record.timestamps]
      .sort((a, b) => a.time - b.time)
      .map(({ time, ...timestamp }) => ({ ...timestamp, time: instantText(time) })),
    source: record.source,
    note: record.note,
    autoClosed: record.autoClosed,
    durationMinutes: duration === null ? null : Math.floor(duration / MINUTE_MS),
    pauseMinutes: duration === null ? null : Math.floor(paused / MINUTE_MS),
    workedMinutes: duration === null ? null : Math.floor((duration - paused) / MINUTE_MS),
  };
}

/** A conflicting record in a problem. */
export function shownConflict({ id, startTime, endTime }: ReferenceRecord): object {
  return { id, startTime: instantText(startTime), endTime: endTime === null ? null : instantText(endTime) };
}

/** The open session in a problem. */
export function shownActive({ id, startTime }: ReferenceRecord): object {
  return { id, startTime: instantText(startTime) };
}

/** An instant as in responses. */
export function instantText(instant: number): string {
  return new Date(instant).toISOString();
}

function statusOf({ endTime, pauses }: ReferenceRecord): string {
  if (endTime !== null) return 'closed';
  return pauses.some((pause) => pause.endTime === null) ? 'paused' : 'open';
}

const MINUTE_MS = 60_000;
