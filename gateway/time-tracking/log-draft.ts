import type { LogDraftBody } from '../schema/time-log.ts';
import { utcText } from '../text/utc-text.ts';

/** A log to create, in a body that was checked, as the service takes it. */
export function logDraft({ startTime, endTime, pauses = [], note }: LogDraftBody) {
  return {
    startTime: utcText(startTime),
    endTime: utcText(endTime),
    pauses: pauseDrafts(pauses),
    ...(typeof note === 'string' ? { note } : {}),
  };
}

/** The pauses of a log to write, likewise. */
export function pauseDrafts(pauses: NonNullable<LogDraftBody['pauses']>) {
  return pauses.map((pause) => ({ startTime: utcText(pause.startTime), endTime: utcText(pause.endTime) }));
}
